//! The table of operations.
//!
//! To add an operation, add an entry: its name, how its input comes from UTF-8 text, and who
//! implements it. The standard library comes first: it is the reference that others are compared
//! with. What an implementation returns is described at [`Implementation`].

use std::char::{REPLACEMENT_CHARACTER, decode_utf16};
use std::str;

use bstr::ByteSlice;
use encoding_rs::mem;
use placemat::encoding::{
    Cesu8, Encoding, Latin1, ModifiedUtf8, Utf8, Utf16, Utf16Swapped, Utf32, Windows1252, Wtf8,
};
use placemat::{Converter, Policy};

use crate::case::{Case, Implementation, Sink, case, implementation};
use crate::inputs::{
    cesu8_bytes, dirty_utf8, dirty_utf16, latin1_bytes, utf8, utf16, utf16_swapped, utf32,
};
use crate::peers::{
    decode, decode_units, encode_units, encode_utf8, replace, simdutf, windows_1252,
};
use crate::texts::{Repertoire, Text};

/// Makes a case of some strings.
type Prepare = Box<dyn Fn(&[String]) -> Box<dyn Case>>;

/// Something to measure.
pub(crate) struct Operation {
    /// Its name in the results.
    pub(crate) name: &'static str,
    /// What text it can take.
    pub(crate) repertoire: Repertoire,
    prepare: Prepare,
}

impl Operation {
    /// The operation on a text.
    pub(crate) fn case(&self, text: &Text) -> Box<dyn Case> {
        let mut case = (self.prepare)(&text.strings);
        if text.is_read() {
            case.read_into_buffer();
        }
        case
    }

    fn latin1(self) -> Self {
        Self { repertoire: Repertoire::Latin1, ..self }
    }
}

/// An operation on units of type `I`, made from text by `input`.
fn operation<I, O>(
    name: &'static str,
    input: impl Fn(&str) -> Vec<I> + 'static,
    implementations: fn() -> Vec<Implementation<I, O>>,
) -> Operation
where
    I: Copy + 'static,
    O: Copy + Default + PartialEq + 'static,
{
    let prepare = move |strings: &[String]| {
        case(strings.iter().map(|s| input(s)).collect(), implementations())
    };
    Operation { name, repertoire: Repertoire::Unicode, prepare: Box::new(prepare) }
}

/// placemat's conversion between two encodings, into a buffer of the exact size.
fn converter<F: Encoding, T: Encoding>(policy: Policy) -> Implementation<F::Unit, T::Unit> {
    let converter = Converter::<F, T>::new(policy).expect("the policy makes sense for the pair");
    implementation("placemat", move |input: &[F::Unit], sink: &mut Sink<T::Unit>| {
        converter.convert_into(input, sink.exact()).unwrap_or_else(|stopped| stopped.done).written
    })
}

/// Every operation, in the order of the report.
pub(crate) fn all() -> Vec<Operation> {
    let mut all = validations();
    all.extend(lengths());
    all.extend(conversions());
    all.extend(latin1());
    all.extend(relatives());
    all.extend(replacements());
    all.extend(into_new_memory());
    all
}

/// These return how many units are well-formed: all of them, as the text is.
fn validations() -> Vec<Operation> {
    vec![
        operation::<u8, ()>("validate_utf8", utf8, || {
            vec![
                implementation("std", |i, _| {
                    str::from_utf8(i).map_or_else(|e| e.valid_up_to(), str::len)
                }),
                implementation("placemat", |i, _| {
                    placemat::utf8::validate(i).map_or_else(|e| e.offset, str::len)
                }),
                implementation(
                    "simdutf",
                    |i, _| if simdutf::validate_utf8(i) { i.len() } else { 0 },
                ),
                implementation("simdutf8", |i, _| {
                    simdutf8::basic::from_utf8(i).map_or(0, str::len)
                }),
                implementation("encoding_rs", |i, _| encoding_rs::Encoding::utf8_valid_up_to(i)),
                implementation("bstr", |i, _| i.to_str().map_or(0, str::len)),
            ]
        }),
        operation::<u16, ()>("validate_utf16", utf16, || {
            vec![
                implementation("std", |i, _| {
                    if decode_utf16(i.iter().copied()).all(|c| c.is_ok()) { i.len() } else { 0 }
                }),
                implementation("placemat", |i, _| {
                    placemat::utf16::validate(i).map_or_else(|bad| bad.offset, |()| i.len())
                }),
                implementation(
                    "simdutf",
                    |i, _| if simdutf::validate_utf16le(i) { i.len() } else { 0 },
                ),
                implementation("encoding_rs", |i, _| mem::utf16_valid_up_to(i)),
            ]
        }),
        operation::<u32, ()>("validate_utf32", utf32, || {
            vec![
                implementation("std", |i, _| {
                    if i.iter().all(|&u| char::from_u32(u).is_some()) { i.len() } else { 0 }
                }),
                implementation("placemat", |i, _| {
                    placemat::utf32::validate(i).map_or_else(|bad| bad.offset, |_| i.len())
                }),
                implementation(
                    "simdutf",
                    |i, _| if simdutf::validate_utf32(i) { i.len() } else { 0 },
                ),
            ]
        }),
    ]
}

/// These return the count or the length.
fn lengths() -> Vec<Operation> {
    vec![
        operation::<u8, ()>("count_code_points_utf8", utf8, || {
            vec![
                implementation("std", |i, _| trusted(i).chars().count()),
                implementation("placemat", |i, _| placemat::utf8::count_code_points(i)),
                implementation("simdutf", |i, _| simdutf::count_utf8(i)),
            ]
        }),
        operation::<u8, ()>("utf16_length_from_utf8", utf8, || {
            vec![
                implementation("std", |i, _| trusted(i).encode_utf16().count()),
                implementation("placemat", |i, _| placemat::utf8::utf16_len(i)),
                implementation("simdutf", |i, _| simdutf::utf16_length_from_utf8(i)),
            ]
        }),
        operation::<u16, ()>("utf8_length_from_utf16", utf16, || {
            vec![
                implementation("std", |i, _| scalars(i).map(char::len_utf8).sum()),
                implementation("placemat", |i, _| placemat::utf16::utf8_len(i)),
                implementation("simdutf", |i, _| simdutf::utf8_length_from_utf16le(i)),
            ]
        }),
    ]
}

/// These, and all that follow, return how many units they wrote.
fn conversions() -> Vec<Operation> {
    vec![
        operation::<u8, u16>("utf8_to_utf16le", utf8, || {
            vec![
                implementation("std", |i, o| checked(i).map_or(0, |s| o.collect(s.encode_utf16()))),
                converter::<Utf8, Utf16>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf8_to_utf16le)),
                implementation("encoding_rs", |i, o| {
                    mem::convert_utf8_to_utf16_without_replacement(i, o.roomy()).unwrap_or(0)
                }),
            ]
        }),
        operation::<u8, u16>("utf8_to_utf16be", utf8, || {
            vec![
                implementation("std", |i, o| {
                    checked(i).map_or(0, |s| o.collect(s.encode_utf16().map(u16::swap_bytes)))
                }),
                converter::<Utf8, Utf16Swapped>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf8_to_utf16be)),
            ]
        }),
        operation::<u16, u8>("utf16le_to_utf8", utf16, || {
            vec![
                implementation("std", |i, o| encode_utf8(scalars(i), o)),
                converter::<Utf16, Utf8>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf16le_to_utf8)),
                implementation("encoding_rs", |i, o| mem::convert_utf16_to_utf8(i, o.roomy())),
            ]
        }),
        operation::<u16, u8>("utf16be_to_utf8", utf16_swapped, || {
            vec![
                implementation("std", |i, o| {
                    let units = i.iter().copied().map(u16::swap_bytes);
                    encode_utf8(decode_utf16(units).map(|c| c.unwrap_or(REPLACEMENT_CHARACTER)), o)
                }),
                converter::<Utf16Swapped, Utf8>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf16be_to_utf8)),
                implementation("encoding_rs", |i, o| {
                    decode(encoding_rs::UTF_16BE, bytemuck::cast_slice(i), o)
                }),
            ]
        }),
        operation::<u8, u32>("utf8_to_utf32", utf8, || {
            vec![
                implementation("std", |i, o| {
                    checked(i).map_or(0, |s| o.collect(s.chars().map(u32::from)))
                }),
                converter::<Utf8, Utf32>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf8_to_utf32)),
            ]
        }),
        operation::<u32, u8>("utf32_to_utf8", utf32, || {
            vec![
                implementation("std", |i, o| {
                    encode_utf8(i.iter().map_while(|&u| char::from_u32(u)), o)
                }),
                converter::<Utf32, Utf8>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf32_to_utf8)),
            ]
        }),
        operation::<u16, u32>("utf16le_to_utf32", utf16, || {
            vec![
                implementation("std", |i, o| o.collect(scalars(i).map(u32::from))),
                converter::<Utf16, Utf32>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf16le_to_utf32)),
            ]
        }),
        operation::<u32, u16>("utf32_to_utf16le", utf32, || {
            vec![
                implementation("std", |i, o| {
                    let scalars = i.iter().map_while(|&u| char::from_u32(u));
                    let output = o.roomy();
                    scalars.fold(0, |at, c| at + c.encode_utf16(&mut output[at..]).len())
                }),
                converter::<Utf32, Utf16>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf32_to_utf16le)),
            ]
        }),
    ]
}

fn latin1() -> Vec<Operation> {
    vec![
        operation::<u8, u8>("latin1_to_utf8", latin1_bytes, || {
            vec![
                implementation("std", |i, o| encode_utf8(i.iter().map(|&b| char::from(b)), o)),
                converter::<Latin1, Utf8>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_latin1_to_utf8)),
                implementation("encoding_rs", |i, o| mem::convert_latin1_to_utf8(i, o.roomy())),
            ]
        })
        .latin1(),
        operation::<u8, u8>("utf8_to_latin1", utf8, || {
            vec![
                implementation("std", |i, o| {
                    checked(i)
                        .map_or(0, |s| o.collect(s.chars().map_while(|c| u8::try_from(c).ok())))
                }),
                converter::<Utf8, Latin1>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf8_to_latin1)),
                // Its conversion trusts the input, so the check belongs to it.
                implementation("encoding_rs", |i, o| {
                    if mem::is_utf8_latin1(i) {
                        mem::convert_utf8_to_latin1_lossy(i, o.roomy())
                    } else {
                        0
                    }
                }),
            ]
        })
        .latin1(),
        operation::<u8, u16>("latin1_to_utf16le", latin1_bytes, || {
            vec![
                implementation("std", |i, o| o.collect(i.iter().map(|&b| u16::from(b)))),
                converter::<Latin1, Utf16>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_latin1_to_utf16le)),
                implementation("encoding_rs", |i, o| {
                    mem::convert_latin1_to_utf16(i, o.roomy());
                    i.len()
                }),
            ]
        })
        .latin1(),
        operation::<u16, u8>("utf16le_to_latin1", utf16, || {
            vec![
                implementation("std", |i, o| {
                    o.collect(i.iter().map_while(|&u| u8::try_from(u).ok()))
                }),
                converter::<Utf16, Latin1>(Policy::Strict),
                implementation("simdutf", simdutf!(convert_utf16le_to_latin1)),
                implementation("encoding_rs", |i, o| {
                    if mem::is_utf16_latin1(i) {
                        mem::convert_utf16_to_latin1_lossy(i, o.roomy());
                        i.len()
                    } else {
                        0
                    }
                }),
            ]
        })
        .latin1(),
    ]
}

/// Relatives of UTF-8, and Windows-1252. Peers that borrow what need not change copy it.
fn relatives() -> Vec<Operation> {
    vec![
        operation::<u8, u8>("utf8_to_cesu8", utf8, || {
            vec![
                implementation("std", |i, o| {
                    checked(i).map_or(0, |s| encode_units(s.encode_utf16(), o))
                }),
                converter::<Utf8, Cesu8>(Policy::Strict),
                implementation("simd_cesu8", |i, o| {
                    checked(i).map_or(0, |s| o.copy(&simd_cesu8::encode(s)))
                }),
                implementation("cesu8", |i, o| {
                    checked(i).map_or(0, |s| o.copy(&cesu8::to_cesu8(s)))
                }),
            ]
        }),
        operation::<u8, u8>("cesu8_to_utf8", cesu8_bytes, || {
            vec![
                implementation("std", |i, o| encode_utf8(scalars_of(decode_units(i)), o)),
                converter::<Cesu8, Utf8>(Policy::Strict),
                implementation("cesu8", |i, o| {
                    cesu8::from_cesu8(i).map_or(0, |s| o.copy(s.as_bytes()))
                }),
                implementation("simd_cesu8", |i, o| {
                    simd_cesu8::decode_strict(i).map_or(0, |s| o.copy(s.as_bytes()))
                }),
            ]
        }),
        operation::<u8, u8>("utf8_to_modified_utf8", utf8, || {
            vec![
                implementation("std", |i, o| {
                    checked(i).map_or(0, |s| encode_units(s.encode_utf16(), o))
                }),
                converter::<Utf8, ModifiedUtf8>(Policy::Strict),
                implementation("simd_cesu8", |i, o| {
                    checked(i).map_or(0, |s| o.copy(&simd_cesu8::mutf8::encode(s)))
                }),
                implementation("mutf8", |i, o| {
                    mutf8::utf8_to_mutf8(i).map_or(0, |bytes| o.copy(&bytes))
                }),
            ]
        }),
        operation::<u8, u8>("modified_utf8_to_utf8", cesu8_bytes, || {
            vec![
                implementation("std", |i, o| encode_utf8(scalars_of(decode_units(i)), o)),
                converter::<ModifiedUtf8, Utf8>(Policy::Strict),
                implementation("cesu8", |i, o| {
                    cesu8::from_java_cesu8(i).map_or(0, |s| o.copy(s.as_bytes()))
                }),
                implementation("simd_cesu8", |i, o| {
                    simd_cesu8::mutf8::decode_strict(i).map_or(0, |s| o.copy(s.as_bytes()))
                }),
                implementation("mutf8", |i, o| {
                    mutf8::mutf8_to_utf8(i).map_or(0, |bytes| o.copy(&bytes))
                }),
            ]
        }),
        operation::<u16, u8>("utf16le_to_wtf8", utf16, || {
            vec![
                implementation("std", |i, o| encode_utf8(scalars(i), o)),
                converter::<Utf16, Wtf8>(Policy::Strict),
                implementation("wtf8", |i, o| {
                    let text = wtf8::Wtf8Buf::from_ill_formed_utf16(i);
                    text.as_str().map_or(0, |s| o.copy(s.as_bytes()))
                }),
            ]
        }),
        operation::<u8, u8>("windows_1252_to_utf8", latin1_bytes, || {
            vec![
                implementation("std", |i, o| encode_utf8(i.iter().map(|&b| windows_1252(b)), o)),
                converter::<Windows1252<true>, Utf8>(Policy::Strict),
                implementation("encoding_rs", |i, o| decode(encoding_rs::WINDOWS_1252, i, o)),
            ]
        })
        .latin1(),
    ]
}

/// Malformed sequences become U+FFFD, one for each maximal subpart.
fn replacements() -> Vec<Operation> {
    let utf8_to_utf8 = |name, every| {
        operation::<u8, u8>(
            name,
            move |s| dirty_utf8(s, every),
            || {
                vec![
                    implementation("std", |i, o| {
                        replace(i.utf8_chunks().map(|c| (c.valid(), !c.invalid().is_empty())), o)
                    }),
                    converter::<Utf8, Utf8>(Policy::Replace),
                    implementation("encoding_rs", |i, o| decode(encoding_rs::UTF_8, i, o)),
                    implementation("bstr", |i, o| {
                        replace(
                            ByteSlice::utf8_chunks(i).map(|c| (c.valid(), !c.invalid().is_empty())),
                            o,
                        )
                    }),
                ]
            },
        )
    };
    let utf8_to_utf16 = |name, every| {
        operation::<u8, u16>(
            name,
            move |s| dirty_utf8(s, every),
            || {
                vec![
                    implementation("std", |i, o| {
                        let pieces = i.utf8_chunks().map(|c| (c.valid(), !c.invalid().is_empty()));
                        o.collect(pieces.flat_map(|(valid, bad)| {
                            valid.encode_utf16().chain(bad.then_some(0xFFFD))
                        }))
                    }),
                    converter::<Utf8, Utf16>(Policy::Replace),
                    implementation("encoding_rs", |i, o| mem::convert_utf8_to_utf16(i, o.roomy())),
                ]
            },
        )
    };
    let utf16_to_utf8 = |name, every| {
        operation::<u16, u8>(
            name,
            move |s| dirty_utf16(s, every),
            || {
                vec![
                    implementation("std", |i, o| encode_utf8(scalars(i), o)),
                    converter::<Utf16, Utf8>(Policy::Replace),
                    implementation("encoding_rs", |i, o| mem::convert_utf16_to_utf8(i, o.roomy())),
                ]
            },
        )
    };
    vec![
        utf8_to_utf8("utf8_to_utf8_replace_1_per_10", 10),
        utf8_to_utf8("utf8_to_utf8_replace_1_per_100", 100),
        utf8_to_utf8("utf8_to_utf8_replace_1_per_1000", 1000),
        utf8_to_utf16("utf8_to_utf16le_replace_1_per_100", 100),
        utf8_to_utf16("utf8_to_utf16le_replace_1_per_1000", 1000),
        utf16_to_utf8("utf16le_to_utf8_replace_1_per_100", 100),
        utf16_to_utf8("utf16le_to_utf8_replace_1_per_1000", 1000),
    ]
}

/// What most callers write: functions that allocate. These return how long the result is.
fn into_new_memory() -> Vec<Operation> {
    let utf8_to_string = |name, every| {
        operation::<u8, ()>(
            name,
            move |s| dirty_utf8(s, every),
            || {
                vec![
                    implementation("std", |i, _| String::from_utf8_lossy(i).len()),
                    implementation("placemat", |i, _| placemat::utf8::to_string_lossy(i).len()),
                    implementation("encoding_rs", |i, _| {
                        encoding_rs::UTF_8.decode_without_bom_handling(i).0.len()
                    }),
                    implementation("bstr", |i, _| i.to_str_lossy().len()),
                ]
            },
        )
    };
    vec![
        utf8_to_string("utf8_to_string_replace_1_per_100", 100),
        utf8_to_string("utf8_to_string_replace_1_per_1000", 1000),
        operation::<u16, ()>("utf16le_to_string", utf16, || {
            vec![
                implementation("std", |i, _| String::from_utf16(i).map_or(0, |s| s.len())),
                implementation("placemat", |i, _| {
                    placemat::utf16::to_string(i).map_or(0, |s| s.len())
                }),
                implementation("simdutf", |i, _| {
                    let mut out = Vec::<u8>::with_capacity(simdutf::utf8_length_from_utf16le(i));
                    // SAFETY: there is room for what it counted.
                    unsafe {
                        simdutf::convert_utf16le_to_utf8(i.as_ptr(), i.len(), out.as_mut_ptr())
                    }
                }),
            ]
        }),
        operation::<u8, ()>("utf8_to_utf16_vec", utf8, || {
            vec![
                implementation("std", |i, _| {
                    checked(i).map_or(0, |s| s.encode_utf16().collect::<Vec<u16>>().len())
                }),
                implementation("placemat", |i, _| {
                    placemat::utf8::to_utf16(i).map_or(0, |units| units.len())
                }),
                implementation("simdutf", |i, _| {
                    let mut out = Vec::<u16>::with_capacity(simdutf::utf16_length_from_utf8(i));
                    // SAFETY: there is room for what it counted.
                    unsafe {
                        simdutf::convert_utf8_to_utf16le(i.as_ptr(), i.len(), out.as_mut_ptr())
                    }
                }),
            ]
        }),
    ]
}

/// Text that an implementation has to check.
fn checked(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes).ok()
}

/// Text that it need not.
fn trusted(bytes: &[u8]) -> &str {
    // SAFETY: the operations that call this get their bytes from a `str`, unchanged.
    unsafe { str::from_utf8_unchecked(bytes) }
}

/// Scalar values of UTF-16, lone surrogates replaced.
fn scalars(units: &[u16]) -> impl Iterator<Item = char> {
    scalars_of(units.iter().copied())
}

fn scalars_of(units: impl Iterator<Item = u16>) -> impl Iterator<Item = char> {
    decode_utf16(units).map(|c| c.unwrap_or(REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Short;

    /// One paragraph with sequences of every length, and one of Latin-1.
    const SAMPLES: [(Repertoire, &str); 2] = [
        (
            Repertoire::Unicode,
            "Plain, Größe, право, حقوق, अधिकार, 人人生而自由 and 👩‍🚀🇩🇪 \u{10FFFF}\n",
        ),
        (Repertoire::Latin1, "Déclaration universelle; Erklärung für alle; direção ÿ\n"),
    ];

    #[test]
    fn every_implementation_agrees_with_the_standard_library() {
        for operation in all() {
            let (_, sample) =
                SAMPLES.into_iter().find(|(r, _)| *r == operation.repertoire).unwrap();
            let prose = [("prose/sample", sample.repeat(50))];
            let short = Short::new(&prose);
            let mut texts = vec![vec![prose[0].1.clone()]];
            texts.extend(
                [2, 3, 15, 16, 17, 63, 64, 65, 128]
                    .map(|length| short.strings(length, false).unwrap()),
            );
            for strings in texts {
                let mut case = operation.case(&Text { name: String::new(), strings });
                assert_eq!(case.implementations()[0], "std", "{}", operation.name);
                case.compare_outputs()
                    .unwrap_or_else(|error| panic!("{}: {error}", operation.name));
                case.read_into_buffer();
                for i in 0..case.implementations().len() {
                    case.time(i, 1).unwrap_or_else(|error| panic!("{}: {error}", operation.name));
                }
            }
        }
    }
}
