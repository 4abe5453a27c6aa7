//! Python's codecs as oracles for policies: `replace`, `ignore` (`remove` here), `backslashreplace` and
//! `surrogateescape` (`utf8b`), every direction among the encodings that both know.
//!
//! What stands for one malformed item is compared too, for Python has the same units: maximal subparts
//! of UTF-8, single surrogates of UTF-16, units of UTF-32, and one item for all that the end of the
//! input cuts off. Left out is what `utf8b` refuses: Python's `surrogateescape` also takes the bytes
//! that Windows-1252 leaves undefined, and gives back UTF-8 that is malformed.

use crate::common::levels::at_every_level;
use crate::common::python::{ask, hex};
use crate::common::random::Random;
use placemat::encoding::{
    Encoding, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, Windows1252, Wtf8,
};
use placemat::{Converter, Policy};

/// How many inputs each source has.
const INPUTS: usize = 300;

/// For each input a line for each policy and target: what it becomes.
const SCRIPT: &str = r#"
import sys
source = sys.argv[1]
for line in sys.stdin.read().splitlines():
    data = bytes.fromhex(line)
    for errors in "strict", "replace", "ignore", "backslashreplace":
        for target in "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "latin-1", "cp1252":
            try:
                print(data.decode(source, errors).encode(target, errors).hex())
            except UnicodeError:
                print("error")
"#;

/// The policies of the script, in its order.
const POLICIES: [Policy; 4] =
    [Policy::Strict, Policy::Replace, Policy::Remove, Policy::BackslashReplace];

/// Converts to one target: digits, or "error".
type Convert = fn(Policy, &[u8]) -> String;

fn convert<F, T>(policy: Policy, text: &[u8]) -> String
where
    F: Encoding<Unit = u8>,
    T: Encoding<Unit = u8>,
{
    let converter = Converter::<F, T>::new(policy).expect("for all pairs");
    converter.convert(text).map_or_else(|_| "error".to_owned(), |text| hex(&text))
}

/// From `F` to every target of the script.
fn compare<F: Encoding<Unit = u8>>(codec: &str, inputs: &[Vec<u8>]) {
    let targets: [(&str, Convert); 7] = [
        ("UTF-8", convert::<F, Utf8>),
        ("UTF-16LE", convert::<F, Utf16Le>),
        ("UTF-16BE", convert::<F, Utf16Be>),
        ("UTF-32LE", convert::<F, Utf32Le>),
        ("UTF-32BE", convert::<F, Utf32Be>),
        ("Latin-1", convert::<F, Latin1>),
        ("Windows-1252", convert::<F, Windows1252>),
    ];
    let lines: Vec<String> = inputs.iter().map(|input| hex(input)).collect();
    let Some(answers) = ask(SCRIPT, codec, &lines) else { return };
    assert_eq!(answers.len(), inputs.len() * POLICIES.len() * targets.len());
    let malformed = answers.iter().step_by(POLICIES.len() * targets.len());
    let malformed = malformed.filter(|answer| *answer == "error").count();
    let expected = if codec == "latin-1" { 0..1 } else { INPUTS / 4..INPUTS };
    assert!(expected.contains(&malformed), "{codec}: {malformed} inputs are malformed");
    at_every_level(|level| {
        let mut answers = answers.iter();
        for input in inputs {
            for policy in POLICIES {
                for (target, convert) in targets {
                    let answer = answers.next().expect("one for each");
                    let found = convert(policy, input);
                    assert_eq!(
                        found, *answer,
                        "{level}: {codec} to {target}, {policy} {input:02x?}"
                    );
                }
            }
        }
    });
}

/// As many inputs as there are to be: short and long ones.
fn inputs(seed: u64, mut input: impl FnMut(usize, usize, &mut Random) -> Vec<u8>) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let len = |i: usize, random: &mut Random| random.below([6, 30, 150, 700][i % 4]);
    (0..INPUTS)
        .map(|i| {
            let len = len(i, &mut random);
            input(i, len, &mut random)
        })
        .collect()
}

/// Text, in which units stand that are none, and the end may be missing.
fn units<U: Copy>(
    seed: u64,
    encode: fn(char, &mut Vec<U>),
    wrong: &[U],
    bytes: fn(&U) -> Vec<u8>,
) -> Vec<Vec<u8>> {
    inputs(seed, |_, len, random| {
        let text = String::from_utf8(random.well_formed(len)).expect("well-formed");
        let mut units = Vec::new();
        text.chars().for_each(|c| encode(c, &mut units));
        for _ in 0..random.one_of(&[0, 1, 1, 3, 20]).min(units.len()) {
            let at = random.below(units.len());
            units[at] = random.one_of(wrong);
        }
        let mut bytes: Vec<u8> = units.iter().flat_map(bytes).collect();
        let cut = random.one_of(&[0, 0, 1, 2, 3]);
        bytes.truncate(bytes.len().saturating_sub(cut));
        bytes
    })
}

const SURROGATES: [u16; 6] = [0xD800, 0xDBFF, 0xDC00, 0xDC80, 0xDCFF, 0xDFFF];
const NO_SCALARS: [u32; 7] = [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x11_0000, 0x8000_0000, u32::MAX];

fn push_utf16(c: char, units: &mut Vec<u16>) {
    units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
}

fn push_utf32(c: char, units: &mut Vec<u32>) {
    units.push(c.into());
}

#[test]
fn from_utf8() {
    compare::<Utf8>(
        "utf-8",
        &inputs(1, |i, len, random| match i % 5 {
            0 => (0..len).map(|_| random.byte()).collect(),
            1 => (0..len).map(|_| random.edge_byte()).collect(),
            _ => random.malformed(len),
        }),
    );
}

#[test]
fn from_utf16() {
    let le = units(2, push_utf16, &SURROGATES, |unit| unit.to_le_bytes().into());
    compare::<Utf16Le>("utf-16-le", &le);
    let be = units(3, push_utf16, &SURROGATES, |unit| unit.to_be_bytes().into());
    compare::<Utf16Be>("utf-16-be", &be);
}

#[test]
fn from_utf32() {
    let le = units(4, push_utf32, &NO_SCALARS, |unit| unit.to_le_bytes().into());
    compare::<Utf32Le>("utf-32-le", &le);
    let be = units(5, push_utf32, &NO_SCALARS, |unit| unit.to_be_bytes().into());
    compare::<Utf32Be>("utf-32-be", &be);
}

#[test]
fn from_single_bytes() {
    let any = inputs(6, |_, len, random| (0..len).map(|_| random.byte()).collect());
    compare::<Latin1>("latin-1", &any);
    compare::<Windows1252>("cp1252", &any);
}

/// `surrogateescape` towards surrogates, and back: the bytes, or where a surrogate stands that is
/// none of a byte.
const SCRIPT_UTF8B: &str = r#"
import sys
codec = sys.argv[1]
for line in sys.stdin.read().splitlines():
    direction, digits = line.split(" ")
    data = bytes.fromhex(digits)
    if direction == "there":
        print(data.decode("utf-8", "surrogateescape").encode(codec, "surrogatepass").hex())
        continue
    text = data.decode(codec, "surrogatepass")
    try:
        print(text.encode("utf-8", "surrogateescape").hex())
    except UnicodeEncodeError as error:
        print("error", len(text[:error.start].encode(codec, "surrogatepass")))
"#;

fn utf8b<E: Encoding<Unit = u8>>(codec: &str, with_surrogates: &[Vec<u8>]) {
    let there = inputs(7, |i, len, random| match i % 4 {
        0 => (0..len).map(|_| random.edge_byte()).collect(),
        _ => random.malformed(len),
    });
    let lines = there.iter().map(|input| format!("there {}", hex(input)));
    let back = with_surrogates.iter().map(|input| format!("back {}", hex(input)));
    let lines: Vec<String> = lines.chain(back).collect();
    let Some(answers) = ask(SCRIPT_UTF8B, codec, &lines) else { return };
    assert_eq!(answers.len(), lines.len());
    let refused = answers.iter().filter(|answer| answer.starts_with("error")).count();
    assert!((INPUTS / 10..INPUTS).contains(&refused), "{codec}: {refused} inputs are refused");
    let to = Converter::<Utf8, E>::new(Policy::Utf8b).expect("from UTF-8");
    let from = Converter::<E, Utf8>::new(Policy::Utf8b).expect("to UTF-8");
    at_every_level(|level| {
        let (of_there, of_back) = answers.split_at(there.len());
        for (input, answer) in there.iter().zip(of_there) {
            let units = to.convert(input).expect("no error is left");
            assert_eq!(hex(&units), *answer, "{level}: to {codec} {input:02x?}");
            assert_eq!(from.convert(&units).as_ref(), Ok(input), "{level}: {codec}, and back");
        }
        for (input, answer) in with_surrogates.iter().zip(of_back) {
            let found = match from.convert(input) {
                Ok(bytes) => hex(&bytes),
                Err(error) => format!("error {}", error.offset().expect("it has a place")),
            };
            assert_eq!(found, *answer, "{level}: from {codec} {input:02x?}");
        }
    });
}

/// Text with low surrogates, most of which stand for bytes.
fn with_surrogates(encode: fn(u32) -> Vec<u8>) -> Vec<Vec<u8>> {
    inputs(8, |i, len, random| {
        let text = String::from_utf8(random.well_formed(len)).expect("well-formed");
        let mut values: Vec<u32> = text.chars().map(u32::from).collect();
        for _ in 0..random.one_of(&[1, 2, 20]).min(values.len()) {
            let at = random.below(values.len());
            values[at] = match random.below(if i % 2 == 0 { 6 } else { 1 << 30 }) {
                0 => random.one_of(&[0xDC00, 0xDC7F, 0xDD00, 0xDFFF]),
                _ => 0xDC80 + random.below(0x80) as u32,
            };
        }
        values.into_iter().flat_map(encode).collect()
    })
}

/// Generalised UTF-8: a surrogate has three bytes, as other values of its size.
fn wtf8(value: u32) -> Vec<u8> {
    match char::from_u32(value) {
        Some(c) => c.to_string().into_bytes(),
        None => vec![0xED, 0x80 | (value >> 6) as u8 & 0x3F, 0x80 | value as u8 & 0x3F],
    }
}

fn utf16(value: u32) -> Vec<u16> {
    match char::from_u32(value) {
        Some(c) => c.encode_utf16(&mut [0; 2]).to_vec(),
        None => vec![value as u16],
    }
}

#[test]
fn utf8b_is_surrogateescape() {
    let le = |value| utf16(value).into_iter().flat_map(u16::to_le_bytes).collect();
    utf8b::<Utf16Le>("utf-16-le", &with_surrogates(le));
    let be = |value| utf16(value).into_iter().flat_map(u16::to_be_bytes).collect();
    utf8b::<Utf16Be>("utf-16-be", &with_surrogates(be));
    utf8b::<Utf32Le>("utf-32-le", &with_surrogates(|value| value.to_le_bytes().into()));
    utf8b::<Utf32Be>("utf-32-be", &with_surrogates(|value| value.to_be_bytes().into()));
    utf8b::<Wtf8>("utf-8", &with_surrogates(wtf8));
}
