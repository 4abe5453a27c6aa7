//! Vectors: all intrinsics of this library, and nearly all of its `unsafe`.
//!
//! A kernel is written once, over [`Simd`]. An implementor is a *token*: a
//! value that can only be had where the processor has the instructions, so
//! that holding it is the proof that they may be used. All methods are safe
//! for every argument, and `#[inline(always)]`: only the thin entry points of
//! [`dispatch`] carry `#[target_feature]`.
//!
//! The operations are chosen so that every instruction set has them:
//! - no bit mask of all lanes is ever an operand (NEON has none, wasm's is
//!   dear): a kernel asks [`Simd::any_high_bit`];
//! - a lane is a *mask* when it is FF or 0, and a *flag* when only its bit 7
//!   counts;
//! - [`Simd::lookup`] is defined for indexes below 16 only: above that pshufb,
//!   tbl and swizzle differ.
//!
//! [`array`] is the executable meaning of every operation; the tests compare
//! all others with it.

#[cfg(test)]
pub(crate) mod array;
pub(crate) mod dispatch;
mod window;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

#[cfg(test)]
mod tests;

pub(crate) use window::Window;

/// A token for an instruction set with vectors of bytes.
pub(crate) trait Simd: Copy {
    /// A vector of [`Self::LANES`] bytes.
    type V: Copy;

    /// How many bytes a vector has: at least 16.
    const LANES: usize;

    /// Loads [`Self::LANES`] bytes.
    ///
    /// # Safety
    /// `src` is valid for reads of [`Self::LANES`] bytes; it need not be aligned.
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V;

    /// Loads the first `bytes.len()` lanes, at most [`Self::LANES`] of them, and
    /// sets the rest to zero. Reads nothing outside the slice.
    fn load_partial(self, bytes: &[u8]) -> Self::V;

    /// All lanes `byte`.
    fn splat(self, byte: u8) -> Self::V;
    /// The table for [`Self::lookup`].
    fn table(self, entries: [u8; 16]) -> Self::V;
    /// Lane-wise `table[index]`; every index is below 16.
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V;
    /// Lane-wise `table[index & 0x0F]`; every index is below 128.
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V;

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned subtraction that stops at 0.
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Minimum of the lanes as signed numbers.
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V;
    /// The high four bits of each lane, as a number below 16.
    fn high_nibble(self, v: Self::V) -> Self::V;
    /// Mask: the lane is a continuation byte, 80..BF.
    fn is_continuation(self, v: Self::V) -> Self::V;
    /// Mask: the lane of `a` is less than that of `b`, as signed numbers.
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V;

    /// Lane i becomes lane i - N; the first N lanes become zero. N is 1 to 4.
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V;

    /// Whether any bit of any lane is set.
    fn any_nonzero(self, v: Self::V) -> bool;
    /// Whether any lane has its bit 7 set.
    fn any_high_bit(self, v: Self::V) -> bool;

    /// How many of the lanes are continuation bytes, 80..BF, added to lane-wise
    /// totals that overflow after 255 additions.
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V;
    /// The same for bytes F0..FF.
    fn add_four_byte_leads(self, totals: Self::V, v: Self::V) -> Self::V;
    /// The sum of all lanes.
    fn sum_u8(self, v: Self::V) -> usize;

    // UTF-8 to wider units.

    /// [`Self::LANES`] units of 16 bits, in an order of its own.
    type Units: Copy;

    /// The units `low | middle << 6 | high << 8`, lane by lane: `low` is below
    /// 40, or below 80 where `middle` is 0; `middle` is below 40, and of `high`
    /// only the upper four bits are set.
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units;
    /// A set of lanes.
    type Lanes: Copy;
    /// The lanes whose flag is set.
    fn flagged(self, flags: Self::V) -> Self::Lanes;
    /// How many lanes are in the set.
    fn count(self, lanes: Self::Lanes) -> usize;
    /// Stores the units of the lanes that are not `dropped`, close together, and
    /// with their bytes swapped if `SWAPPED`. Up to eight units behind them are
    /// overwritten too.
    ///
    /// # Safety
    /// `dst` is valid for writes of two bytes for every lane, and of 16 more.
    unsafe fn store_kept<const SWAPPED: bool>(
        self,
        units: Self::Units,
        dropped: Self::Lanes,
        dst: *mut u8,
    );
    /// Stores every lane as a unit of 16 bits.
    ///
    /// # Safety
    /// `dst` is valid for writes of `2 * LANES` bytes.
    unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8);
    /// Stores the units of the lanes that are not `dropped` as 32 bits each, with
    /// bits 16 to 20 out of `upper`, close together, and with their bytes swapped
    /// if `SWAPPED`. Up to 32 bytes behind them are overwritten too.
    ///
    /// # Safety
    /// `dst` is valid for writes of four bytes for every lane, and of 32 more.
    unsafe fn store_kept_32<const SWAPPED: bool>(
        self,
        units: Self::Units,
        upper: Option<Self::V>,
        dropped: Self::Lanes,
        dst: *mut u8,
    );
    /// Stores every lane as a unit of 32 bits.
    ///
    /// # Safety
    /// `dst` is valid for writes of `4 * LANES` bytes.
    unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8);
    /// FF in the lanes from `from` to `to`, without `to`; 0 elsewhere. Both are
    /// at most [`Self::LANES`].
    fn lanes(self, from: usize, to: usize) -> Self::V;
    /// Each lane shifted to the left by two.
    fn shift_left_2(self, v: Self::V) -> Self::V;
    /// Each lane shifted to the left by four.
    fn shift_left_4(self, v: Self::V) -> Self::V;
    /// Lane-wise `b` where the mask is FF, `a` where it is 0.
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V;
    /// `!a & b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;

    // Derived operations.

    /// Loads [`Self::LANES`] bytes of `text`, from `at` on.
    ///
    /// # Panics
    /// If they are not all there.
    #[inline(always)]
    fn load(self, text: &[u8], at: usize) -> Self::V {
        let lanes = &text[at..at + Self::LANES];
        // SAFETY: the slice has LANES bytes.
        unsafe { self.load_unaligned(lanes.as_ptr()) }
    }

    /// The low four bits of each lane.
    #[inline(always)]
    fn low_nibble(self, v: Self::V) -> Self::V {
        self.and(v, self.splat(0x0F))
    }
}
