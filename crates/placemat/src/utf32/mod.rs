//! UTF-32 as The Unicode Standard defines it (D90): validation, errors, lengths,
//! and conversion.
//!
//! | to | strict | with replacement | into a buffer | of this length |
//! |---|---|---|---|---|
//! | UTF-8 | [`to_string`] | [`to_string_lossy`] | [`to_utf8_into`] | [`utf8_len`] |
//! | UTF-16 | [`to_utf16`] | [`to_utf16_lossy`] | [`to_utf16_into`] | [`utf16_len`] |
//! | Latin-1 | [`to_latin1`] | [`to_latin1_lossy`] | [`to_latin1_into`] | [`latin1_len`] |
//!
//! From a `&str`, which cannot fail: [`from_str`]. Well-formed units need no check:
//! [`to_string_unchecked`], [`to_utf16_unchecked`].
//!
//! Offsets and lengths are in units of 32 bits, from 0, and units are in the byte
//! order of the processor. Every function takes any units.

#[cfg(feature = "convert")]
mod convert;

#[cfg(all(feature = "convert", feature = "alloc"))]
pub use convert::{
    from_str, to_latin1, to_latin1_lossy, to_string, to_string_lossy, to_string_unchecked,
    to_utf16, to_utf16_lossy, to_utf16_unchecked,
};
#[cfg(feature = "convert")]
pub use convert::{
    to_latin1_into, to_latin1_lossy_into, to_utf8_into, to_utf8_lossy_into, to_utf16_into,
    to_utf16_lossy_into,
};

use crate::bytes::bytes_of;
use crate::count::utf32::Utf32Len;
use crate::encoding::{Encoding, Step, Utf32};
use crate::error::Malformed;
use crate::simd::{Simd, choice, dispatch};
use crate::validate::prefix::Prefix;
use crate::validate::short;
use crate::validate::utf32::WellFormedUtf32;
use core::iter::FusedIterator;

/// Whether `units` are well-formed UTF-32: no surrogate, and none above 10FFFF.
///
/// # Examples
/// ```
/// assert!(placemat::utf32::is_valid(&[0x61, 0x1F600]));
/// assert!(!placemat::utf32::is_valid(&[0x61, 0xD83D, 0xDE00]));
/// ```
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
#[must_use]
pub fn is_valid(units: &[u32]) -> bool {
    short::are_scalar_values(units) || well_formed_prefix(units) == units.len()
}

/// Nothing, or the first error.
///
/// # Examples
/// ```
/// use placemat::{MalformedKind, utf32};
///
/// assert_eq!(utf32::validate(&[0x61, 0x1F600]), Ok(()));
/// let bad = utf32::validate(&[0x61, 0x11_0000]).unwrap_err();
/// assert_eq!((bad.offset, bad.len, bad.kind), (1, 1, MalformedKind::TooLarge));
/// ```
///
/// # Errors
/// The first unit that is a surrogate, or above 10FFFF.
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
pub fn validate(units: &[u32]) -> Result<(), Malformed> {
    if short::are_scalar_values(units) {
        return Ok(());
    }
    errors(units).next().map_or(Ok(()), Err)
}

/// Every unit that is a surrogate, or above 10FFFF, in order.
///
/// # Examples
/// ```
/// let bad: Vec<String> =
///     placemat::utf32::errors(&[0xD800, 0x61, u32::MAX]).map(|bad| bad.to_string()).collect();
/// assert_eq!(bad, ["encoded surrogate at offset 0", "value above U+10FFFF at offset 2"]);
/// ```
///
/// # Complexity
/// Linear in the units passed over, however many errors they have.
#[must_use]
pub fn errors(units: &[u32]) -> Errors<'_> {
    Errors { units, at: 0, scalar_until: 0 }
}

/// Iterator over the errors of a text: see [`errors`].
#[derive(Clone, Debug)]
pub struct Errors<'a> {
    units: &'a [u32],
    /// Everything before it has been reported.
    at: usize,
    /// Where the kernel is asked again.
    scalar_until: usize,
}

/// How many units behind an error are left to the codec: errors come in clusters.
const CLUSTER: usize = 32;

impl Iterator for Errors<'_> {
    type Item = Malformed;

    fn next(&mut self) -> Option<Malformed> {
        while self.at < self.units.len() {
            if self.at >= self.scalar_until {
                self.at += well_formed_prefix(&self.units[self.at..]);
                // The error is near; the codec finds it.
                self.scalar_until = usize::MAX;
                continue;
            }
            let offset = self.at;
            self.at += 1;
            if let Step::Malformed { len, kind } =
                <Utf32>::decode(&mut (), &self.units[offset..], true)
            {
                self.scalar_until = self.at + CLUSTER;
                return Some(Malformed { offset, len, kind });
            }
        }
        None
    }
}

impl FusedIterator for Errors<'_> {}

/// The length of a prefix that is well-formed.
#[inline(always)]
fn well_formed_prefix(units: &[u32]) -> usize {
    dispatch::run(Prefix { text: bytes_of(units), check: WellFormedUtf32::<false> }) / 4
}

/// The number of bytes of UTF-8 that `units` become: exactly, for well-formed
/// text.
///
/// In any other text a surrogate counts as three bytes, and what is above 10FFFF
/// as four.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::utf8_len(&[0x61, 0xE9, 0x20AC, 0x1F600]), 1 + 2 + 3 + 4);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf8_len(units: &[u32]) -> usize {
    dispatch::run_unless_few(Utf32Len::<false, false>(bytes_of(units)), units.len())
}

/// The number of units of UTF-16 that `units` become: exactly, for well-formed
/// text.
///
/// In any other text a surrogate counts as one unit, and what is above 10FFFF as
/// two.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::utf16_len(&[0x61, 0x1F600]), 3);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf16_len(units: &[u32]) -> usize {
    dispatch::run_unless_few(Utf32Len::<false, true>(bytes_of(units)), units.len())
}

/// The number of bytes of Latin-1 that `units` become: one for each, also where it
/// becomes `?`.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::latin1_len(&[0x41, 0xE9]), 2);
/// ```
///
/// # Complexity
/// Constant.
#[inline]
#[must_use]
pub const fn latin1_len(units: &[u32]) -> usize {
    units.len()
}

/// Changes the byte order of every unit, in place.
///
/// # Examples
/// ```
/// let mut units = [0x0000_0061, 0x0001_F600];
/// placemat::utf32::swap_bytes(&mut units);
/// assert_eq!(units, [0x6100_0000, 0x00F6_0100]);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
pub fn swap_bytes(units: &mut [u32]) {
    dispatch::run(SwapBytes(units));
}

/// The operation: the bytes of each unit are turned around.
struct SwapBytes<'a>(&'a mut [u32]);

impl dispatch::Operation for SwapBytes<'_> {
    type Output = ();
    const AVX512: choice::Lengths = choice::SWAP_BYTES;

    #[inline(always)]
    fn len(&self) -> usize {
        size_of_val(self.0)
    }

    /// A plain loop, of which the compiler makes vectors, those of the instruction
    /// set that it is inlined into.
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
