//! Operations on lanes of 32 bits, and stores of which every lane decides how
//! much it stores: what Latin-1 and UTF-32 need beside [`Simd`](super::Simd).

use super::Vector;

/// What a token can do with lanes of 32 bits, and with parts of lanes.
///
/// Lane i of 32 bits is the bytes 4i to 4i + 3, in the byte order of the
/// processor. A *mask* has all bits of a lane set, or none.
///
/// # Safety
/// Implementors promise the same as those of [`Simd`](super::Simd).
pub(crate) unsafe trait Wide: Vector {
    fn splat32(self, unit: u32) -> Self::V;
    /// Turns the four bytes of each lane of 32 bits around.
    fn swap32(self, v: Self::V) -> Self::V;
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V;
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V;
    /// Addition that wraps.
    fn add32(self, a: Self::V, b: Self::V) -> Self::V;
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Mask: the lane of `a` is greater than that of `b`, as signed numbers.
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V;

    /// `a0 b0 a1 b1 ..`: two vectors, of lanes of 8 bits.
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2];
    /// `a0 b0 a1 b1 ..`: two vectors, of lanes of 16 bits.
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2];
    /// The lanes of 32 bits of `a`, then of `b`, as lanes of 16. All are below 1_0000.
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V;

    /// How many lanes have bit 7 set.
    fn count_flags(self, v: Self::V) -> usize;

    /// How many bytes [`store_kept8`](Self::store_kept8) keeps.
    #[inline(always)]
    fn len_kept8(self, dropped: Self::V) -> usize {
        Self::LANES - self.count_flags(dropped)
    }
    /// Stores the lanes that are not flagged in `dropped`, in their order and
    /// without gaps, and returns where they end.
    ///
    /// # Safety
    /// `dst` is valid for writes of the bytes kept, and of `OVERSHOOT` more.
    unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8;

    /// How many bytes [`store_kept32`](Self::store_kept32) keeps.
    fn len_kept32(self, dropped: Self::V) -> usize;
    /// Stores the lanes of 32 bits of two vectors, but for those that belong to lanes of 16
    /// bits for which the mask `dropped` is set. Returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of the bytes kept, and of `OVERSHOOT_32` more.
    unsafe fn store_kept32(self, v: [Self::V; 2], dropped: Self::V, dst: *mut u8) -> *mut u8;

    /// How many bytes [`store_pairs8`](Self::store_pairs8) keeps.
    #[inline(always)]
    fn len_pairs8(self, both: Self::V) -> usize {
        Self::LANES + self.count_flags(both)
    }
    /// Stores the lanes of `second`, and before each the one of `first` where
    /// `both` is flagged. Returns the end.
    ///
    /// # Safety
    /// As [`store_kept8`](Self::store_kept8).
    unsafe fn store_pairs8(
        self,
        first: Self::V,
        second: Self::V,
        both: Self::V,
        dst: *mut u8,
    ) -> *mut u8;

    /// How many bytes [`store_pairs16`](Self::store_pairs16) keeps.
    fn len_pairs16(self, both: Self::V) -> usize;
    /// Stores, of every lane of 32 bits, the upper 16 bits in memory, and before
    /// them the lower where the mask `both` is set. Returns the end.
    ///
    /// # Safety
    /// As [`store_kept8`](Self::store_kept8).
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8;

    /// How many bytes [`store_ends`](Self::store_ends) keeps.
    fn len_ends(self, sizes: [Self::V; 2]) -> usize;
    /// Of every four bytes, stores the last one to four: one, two more if bit 15
    /// of the lane of 32 bits in `sizes` is set, and one more if bit 31 is.
    /// Returns the end.
    ///
    /// # Safety
    /// As [`store_kept8`](Self::store_kept8).
    unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], dst: *mut u8) -> *mut u8;
}
