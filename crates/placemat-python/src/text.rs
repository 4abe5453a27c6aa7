//! `str` objects out of text.
//!
//! CPython decodes ASCII as fast as memory is, and other text code point by code point. For that this library
//! has kernels: which of them writes the units depends on the widest code point ([`Source`]).

use crate::blank::{self, Width};
use placemat::encoding::{
    Encoding, Label, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use placemat::{Converter, Error, Policy, utf8};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::mem::MaybeUninit;

/// UTF-16 and UTF-32 in the order of this machine, as bytes.
#[cfg(target_endian = "little")]
pub(crate) type NativeUtf16 = Utf16Le;
#[cfg(target_endian = "little")]
pub(crate) type NativeUtf32 = Utf32Le;
#[cfg(target_endian = "big")]
pub(crate) type NativeUtf16 = Utf16Be;
#[cfg(target_endian = "big")]
pub(crate) type NativeUtf32 = Utf32Be;

/// A `str`, or the first error.
pub(crate) type Decoded<'py> = Result<Bound<'py, PyString>, Error>;

/// What is shorter is decoded by CPython sooner.
const SHORT: usize = 64;

/// How many bytes are taken at once.
const BLOCK: usize = 1 << 14;

/// Something that a way in one pass is not for.
pub(crate) struct Unexpected;

/// An encoding that tells from its bytes how wide the code points are.
pub(crate) trait Source: Encoding<Unit = u8> {
    /// How many bytes a code unit has.
    const UNIT: usize;

    /// The width of well-formed text.
    fn width(text: &[u8]) -> Width;

    /// Text whose units are those of a `str` of two bytes.
    fn as_utf16(_: &[u8], _: &mut [MaybeUninit<u16>]) -> Result<usize, Unexpected> {
        Err(Unexpected)
    }

    /// Text whose units are those of a `str` of four bytes.
    fn as_utf32(_: &[u8], _: &mut [MaybeUninit<u32>]) -> Result<usize, Unexpected> {
        Err(Unexpected)
    }
}

impl Source for Utf8 {
    const UNIT: usize = 1;

    fn width(text: &[u8]) -> Width {
        if text.is_ascii() {
            return Width::Ascii;
        }
        // The lead byte of U+0100 is C4, that of U+10000 is F0. Bytes above F4 are in no text.
        let lead = |&byte: &u8| if byte > 0xF4 { 0x80 } else { byte };
        match text.iter().map(lead).fold(0, u8::max) {
            0..0xC4 => Width::One,
            0xC4..0xF0 => Width::Two,
            _ => Width::Four,
        }
    }
}

/// The width of code points that have these bits among them.
const fn of_bits(bits: u32) -> Width {
    match bits {
        0..0x80 => Width::Ascii,
        0x80..0x100 => Width::One,
        0x100..0x1_0000 => Width::Two,
        _ => Width::Four,
    }
}

fn of_utf16<F: Source>(text: &[u8], unit: fn([u8; 2]) -> u16) -> Width {
    let units = text.as_chunks().0.iter();
    let bits = units.fold(0, |bits, &bytes| bits | u16::from_ne_bytes(bytes));
    let bits = unit(bits.to_ne_bytes());
    match of_bits(bits.into()) {
        // No unit is a surrogate that lacks a bit which they all have.
        Width::Two if bits & 0xD800 == 0xD800 && 2 * code_points::<F>(text) < text.len() => {
            Width::Four
        }
        width => width,
    }
}

fn of_utf32(text: &[u8], unit: fn([u8; 4]) -> u32) -> Width {
    let units = text.as_chunks().0.iter();
    let bits = units.fold(0, |bits, &bytes| bits | u32::from_ne_bytes(bytes));
    of_bits(unit(bits.to_ne_bytes()))
}

/// UTF-16 and UTF-32 in one byte order.
macro_rules! source {
    ($utf16:ty, $utf32:ty, $from_bytes:ident) => {
        impl Source for $utf16 {
            const UNIT: usize = 2;

            fn width(text: &[u8]) -> Width {
                of_utf16::<Self>(text, u16::$from_bytes)
            }

            fn as_utf16(text: &[u8], out: &mut [MaybeUninit<u16>]) -> Result<usize, Unexpected> {
                same(text, out, u16::$from_bytes, |unit| unit & 0xF800 == 0xD800)
            }
        }

        impl Source for $utf32 {
            const UNIT: usize = 4;

            fn width(text: &[u8]) -> Width {
                of_utf32(text, u32::$from_bytes)
            }

            fn as_utf32(text: &[u8], out: &mut [MaybeUninit<u32>]) -> Result<usize, Unexpected> {
                let is_none = |unit| unit > 0x10_FFFF || unit & 0xFFFF_F800 == 0xD800;
                same(text, out, u32::$from_bytes, is_none)
            }
        }
    };
}
source!(Utf16Le, Utf32Le, from_le_bytes);
source!(Utf16Be, Utf32Be, from_be_bytes);

fn code_points<F: Source>(text: &[u8]) -> usize {
    Converter::<F, Utf32>::strict().output_len(text)
}

/// Bytes in the encoding `from` as a `str`; `None` for an encoding that is none of Unicode's own.
pub(crate) fn decoded<'py>(
    py: Python<'py>,
    from: Label,
    bytes: &[u8],
) -> Option<PyResult<Decoded<'py>>> {
    Some(match from {
        Label::Utf8 => of::<Utf8>(py, bytes),
        Label::Utf16Le => of::<Utf16Le>(py, bytes),
        Label::Utf16Be => of::<Utf16Be>(py, bytes),
        Label::Utf32Le => of::<Utf32Le>(py, bytes),
        Label::Utf32Be => of::<Utf32Be>(py, bytes),
        _ => return None,
    })
}

/// Text in `F` as a `str`, or its first error.
pub(crate) fn of<'py, F: Source>(py: Python<'py>, text: &[u8]) -> PyResult<Decoded<'py>> {
    if text.len() >= SHORT && blank::is_known(py) {
        let first = F::width(&text[..text.len().min(BLOCK)]);
        if let Some(string) = at_once::<F>(py, text, first) {
            return string.map(Ok);
        }
        let (width, len) = py.detach(|| {
            let width = if first == Width::Four { first } else { F::width(text) };
            (width, code_points::<F>(text))
        });
        if let Some(made) = filled::<F>(py, text, Policy::Strict, width, len) {
            return made;
        }
    }
    let checked = py.detach(|| Converter::<F, Utf8>::strict().convert(text));
    Ok(checked.map(|text| PyString::new(py, std::str::from_utf8(&text).expect("it is UTF-8"))))
}

/// The same in one pass, where each unit is a code point, and none is wider than the first ones.
fn at_once<'py, F: Source>(
    py: Python<'py>,
    text: &[u8],
    width: Width,
) -> Option<PyResult<Bound<'py, PyString>>> {
    let most = [Width::Ascii, Width::Two, Width::Four][F::UNIT / 2];
    if width > most || !text.len().is_multiple_of(F::UNIT) {
        return None;
    }
    let len = text.len() / F::UNIT;
    let made = match width {
        Width::Ascii | Width::One => {
            blank::filled(py, len, width, |out| by_blocks::<F>(text, width, out))
        }
        Width::Two => blank::filled(py, len, width, |out| F::as_utf16(text, out)),
        Width::Four => blank::filled(py, len, width, |out| F::as_utf32(text, out)),
    };
    made?.map(Result::ok).transpose()
}

/// Narrow text; a block is in the fastest cache when it is converted.
fn by_blocks<F: Source>(
    text: &[u8],
    width: Width,
    out: &mut [MaybeUninit<u8>],
) -> Result<usize, Unexpected> {
    for (block, out) in text.chunks(BLOCK).zip(out.chunks_mut(BLOCK / F::UNIT)) {
        if F::width(block) > width {
            return Err(Unexpected);
        }
        fill::<F, Latin1>(block, Policy::Strict, out).map_err(|_| Unexpected)?;
    }
    Ok(out.len())
}

/// Units that are code points, as they are but for the order of their bytes; unless one of them is not.
fn same<const N: usize, U: Copy>(
    text: &[u8],
    out: &mut [MaybeUninit<U>],
    unit: impl Fn([u8; N]) -> U,
    is_none: impl Fn(U) -> bool,
) -> Result<usize, Unexpected> {
    let units = text.as_chunks().0.iter().map(|&bytes| unit(bytes));
    let mut found = false;
    for (out, unit) in out.iter_mut().zip(units) {
        found |= is_none(unit);
        out.write(unit);
    }
    if found { Err(Unexpected) } else { Ok(out.len()) }
}

fn filled<'py, F: Source>(
    py: Python<'py>,
    text: &[u8],
    policy: Policy,
    width: Width,
    most: usize,
) -> Option<PyResult<Decoded<'py>>> {
    match width {
        Width::Ascii | Width::One => {
            blank::filled(py, most, width, |out| fill::<F, Latin1>(text, policy, out))
        }
        Width::Two => blank::filled(py, most, width, |out| fill::<F, Utf16>(text, policy, out)),
        Width::Four => blank::filled(py, most, width, |out| fill::<F, Utf32>(text, policy, out)),
    }
}

fn fill<F: Encoding, T: Encoding>(
    text: &[F::Unit],
    policy: Policy,
    out: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let converter = Converter::<F, T>::new(policy).expect("all is replaced, or nothing");
    let done = converter.convert_into_uninit(text, out).map_err(|stopped| stopped.error)?;
    Ok(done.written)
}

/// Well-formed UTF-8 as a `str`.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    if text.len() < SHORT {
        return Ok(PyString::new(py, text));
    }
    of::<Utf8>(py, text.as_bytes()).map(|made| made.expect("a str is well-formed"))
}

/// `bytes`, which are malformed UTF-8, with U+FFFD in the place of what is; `None` if kernels cannot make it here.
pub(crate) fn replaced<'py>(
    py: Python<'py>,
    bytes: &[u8],
) -> Option<PyResult<Bound<'py, PyString>>> {
    // To four bytes a unit there is a faster way, by UTF-8.
    if bytes.len() < SHORT || py.detach(|| Utf8::width(bytes)) == Width::Four {
        return None;
    }
    // Each item begins with a byte that is no continuation, but for continuation bytes that continue
    // nothing: there is room for some.
    let most = utf8::count_code_points(bytes);
    let replaced = |most| filled::<Utf8>(py, bytes, Policy::Replace, Width::Two, most);
    if let Ok(Ok(string)) = replaced(most + most / 32)? {
        return Some(Ok(string));
    }
    replaced(bytes.len()).map(|made| made.map(|made| made.expect("an item has a byte")))
}
