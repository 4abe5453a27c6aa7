//! UTF-16 as The Unicode Standard defines it (D91): validation, errors,
//! iteration, counts, repair, and conversion.
//!
//! | to | strict | with replacement | into a buffer | of this length |
//! |---|---|---|---|---|
//! | UTF-8 | [`to_string`] | [`to_string_lossy`] | [`to_utf8_into`] | [`utf8_len`] |
//! | UTF-32 | [`to_utf32`] | [`to_utf32_lossy`] | [`to_utf32_into`] | [`utf32_len`] |
//! | Latin-1 | [`to_latin1`] | [`to_latin1_lossy`] | [`to_latin1_into`] | [`latin1_len`] |
//!
//! From a `&str`, which cannot fail: [`from_str`]. Well-formed units need no check:
//! [`to_string_unchecked`], [`to_utf32_unchecked`].
//!
//! Offsets and lengths are in units of 16 bits, from 0, and units are in the byte
//! order of the processor. Every function takes any units.

mod boundary;
mod code_points;
#[cfg(feature = "convert")]
mod convert;
mod errors;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod repair;
#[cfg(test)]
mod tests;

pub use crate::fragment::Fragment;
pub use crate::split::Pieces;
pub use boundary::{
    ceil_boundary, floor_boundary, fragment, is_boundary, keep_both_ends, keep_end, keep_start,
    split_at_boundaries,
};
pub use code_points::{CodePoints, code_points};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use convert::{
    from_str, to_latin1, to_latin1_lossy, to_string, to_string_lossy, to_string_unchecked,
    to_utf32, to_utf32_lossy, to_utf32_unchecked,
};
#[cfg(feature = "convert")]
pub use convert::{
    to_latin1_into, to_latin1_lossy_into, to_utf8_into, to_utf8_lossy_into, to_utf32_into,
    to_utf32_lossy_into,
};
pub use errors::{Errors, errors};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use repair::{repair, repair_with_changes};

use crate::bytes::bytes_of;
use crate::count::utf16::{CountUtf16, Utf8Len};
use crate::error::Malformed;
use crate::simd::{Simd, choice, dispatch};
use crate::validate::short;
use crate::validate::utf16::WellFormedUtf16Prefix;

/// Whether `units` are well-formed UTF-16: every surrogate is half of a pair.
///
/// # Examples
/// ```
/// assert!(placemat::utf16::is_valid(&[0x61, 0xD83D, 0xDE00]));
/// assert!(!placemat::utf16::is_valid(&[0x61, 0xDE00, 0xD83D]));
/// ```
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
#[must_use]
pub fn is_valid(units: &[u16]) -> bool {
    well_formed_prefix(units) == units.len()
}

/// Nothing, or the first error.
///
/// # Examples
/// ```
/// use placemat::{MalformedKind, utf16};
///
/// assert_eq!(utf16::validate(&[0x61, 0xD83D, 0xDE00]), Ok(()));
/// let bad = utf16::validate(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!((bad.offset, bad.len, bad.kind), (1, 1, MalformedKind::LoneLowSurrogate));
/// ```
///
/// # Errors
/// The first lone surrogate.
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
pub fn validate(units: &[u16]) -> Result<(), Malformed> {
    let prefix = well_formed_prefix(units);
    if prefix == units.len() {
        return Ok(());
    }
    match errors::scalar(units, prefix, units.len()) {
        Ok(bad) => Err(bad),
        Err(_) => unreachable!("the kernel stopped at {prefix}, and the codec finds nothing wrong"),
    }
}

/// The length of a prefix that is well-formed.
#[inline(always)]
fn well_formed_prefix(units: &[u16]) -> usize {
    if short::has_no_surrogates(units) {
        return units.len();
    }
    dispatch::run(WellFormedUtf16Prefix::<false>(bytes_of(units))) / 2
}

/// The number of code points of well-formed text.
///
/// In any other text it is the number of units that are no low surrogates.
///
/// # Examples
/// ```
/// let units: Vec<u16> = "née 😀".encode_utf16().collect();
/// assert_eq!(placemat::utf16::count_code_points(&units), 5);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn count_code_points(units: &[u16]) -> usize {
    dispatch::run_unless_few(CountUtf16::<false>(bytes_of(units)), units.len())
}

/// The number of bytes of UTF-8 that `units` become: exactly, for well-formed
/// text, and for any other text if every lone surrogate becomes U+FFFD.
///
/// # Examples
/// ```
/// let units: Vec<u16> = "née 😀".encode_utf16().collect();
/// assert_eq!(placemat::utf16::utf8_len(&units), "née 😀".len());
/// assert_eq!(placemat::utf16::utf8_len(&[0xD800]), "\u{FFFD}".len());
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf8_len(units: &[u16]) -> usize {
    if short::is_ascii(units) {
        return units.len();
    }
    dispatch::run_unless_few(Utf8Len::<false>(bytes_of(units)), units.len())
}

/// The number of units of UTF-32 that well-formed text becomes: one for each code
/// point, as [`count_code_points`] counts them.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::utf32_len(&[0xE9, 0xD83D, 0xDE00]), 2);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf32_len(units: &[u16]) -> usize {
    count_code_points(units)
}

/// The number of bytes of Latin-1 that well-formed text becomes: one for each code
/// point, as [`count_code_points`] counts them, also where it becomes `?`.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::latin1_len(&[0x41, 0xE9]), 2);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn latin1_len(units: &[u16]) -> usize {
    count_code_points(units)
}

/// Makes every lone surrogate U+FFFD, in place, and returns how many there were.
///
/// # Examples
/// ```
/// let mut units = [0x61, 0xD800, 0xD83D, 0xDE00];
/// assert_eq!(placemat::utf16::make_well_formed(&mut units), 1);
/// assert_eq!(units, [0x61, 0xFFFD, 0xD83D, 0xDE00]);
/// ```
///
/// # Complexity
/// Linear, however many errors there are.
pub fn make_well_formed(units: &mut [u16]) -> usize {
    let mut count = 0;
    let mut at = errors::Position::default();
    while let Some(bad) = at.next(units) {
        units[bad.offset] = 0xFFFD;
        count += 1;
    }
    count
}

/// Changes the byte order of every unit, in place.
///
/// # Examples
/// ```
/// let mut units = [0x0061, 0x20AC];
/// placemat::utf16::swap_bytes(&mut units);
/// assert_eq!(units, [0x6100, 0xAC20]);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
pub fn swap_bytes(units: &mut [u16]) {
    dispatch::run(SwapBytes(units));
}

/// The operation: the two bytes of each unit change places.
struct SwapBytes<'a>(&'a mut [u16]);

impl dispatch::Operation for SwapBytes<'_> {
    type Output = ();
    const AVX512: choice::Lengths = choice::SWAP_BYTES;

    #[inline(always)]
    fn len(&self) -> usize {
        size_of_val(self.0)
    }

    /// Nothing for the compiler to miss: it makes vectors of a plain loop, those
    /// of the instruction set that it is inlined into.
    #[inline(always)]
    fn with_vectors<S: Simd>(self, _: S) {
        self.scalar();
    }

    #[inline(always)]
    fn scalar(self) {
        for unit in self.0 {
            *unit = unit.swap_bytes();
        }
    }
}
