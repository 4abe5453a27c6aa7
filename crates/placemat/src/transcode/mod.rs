//! Bytes of one encoding to bytes of another, without a decision: kernels, one file for each, and
//! the ways in which they are used. Each is optional: without it every result is the same, only
//! later. `engine/table.rs` says which pair has which.

pub(crate) mod borrowed;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
pub(crate) mod brief;
pub(crate) mod expanding;
pub(crate) mod latin1_to_utf8;
pub(crate) mod mend;
pub(crate) mod one_to_one;
pub(crate) mod paired;
pub(crate) mod row;
pub(crate) mod scalar;
pub(crate) mod short;
pub(crate) mod utf16_to_utf32;
pub(crate) mod utf16_to_utf8;
pub(crate) mod utf32_to_utf16;
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8_to_latin1;
pub(crate) mod utf8_to_units;

#[cfg(all(test, target_arch = "x86_64", feature = "avx512"))]
mod brief_tests;
#[cfg(test)]
mod long_tests;
#[cfg(test)]
mod pairs_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod utf16_to_utf8_tests;

use core::mem::MaybeUninit;

/// How far a kernel got, in bytes. It may stop anywhere, for any reason, at a
/// boundary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Converted {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

impl Converted {
    /// With what `convert` makes of the rest.
    #[inline(always)]
    pub(crate) fn and(
        self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        convert: impl FnOnce(&[u8], &mut [MaybeUninit<u8>]) -> Self,
    ) -> Self {
        let rest = convert(&src[self.read..], &mut dst[self.written..]);
        Self { read: self.read + rest.read, written: self.written + rest.written }
    }
}
