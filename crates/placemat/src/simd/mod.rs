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
//!   dear): a kernel asks [`Simd::any_high_bit`]; only where text is malformed
//!   does it ask for [`Simd::bits`];
//! - a lane is a *mask* when it is FF or 0, and a *flag* when only its bit 7
//!   counts;
//! - [`Simd::lookup`] is defined for indexes below 16 only: above that pshufb,
//!   tbl and swizzle differ.
//!
//! [`array`] is the executable meaning of every operation; the tests compare
//! all others with it.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub(crate) mod aarch64;
#[cfg(test)]
pub(crate) mod array;
pub(crate) mod choice;
pub(crate) mod dispatch;
mod eight;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
mod sixteen;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm32;
mod wide;
mod window;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

#[cfg(test)]
mod tests;

/// An intrinsic, called where a token proves that the processor has it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! proved {
    ($intrinsic:expr) => {{
        // SAFETY: `self` is a token, and those are made only where the
        // processor has the instruction set; the intrinsic takes values only.
        unsafe { $intrinsic }
    }};
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use proved;

pub(crate) use eight::Eight;
pub(crate) use wide::Wide;
pub(crate) use window::Window;

/// What is missing where the halves of a pair are added up, the high one shifted to the left by
/// ten: (high - D800) << 10, and low - DC00, and 10000.
const PAIR: u32 = 0x1_0000_u32.wrapping_sub((0xD800 << 10) + 0xDC00);

/// How many vectors a block has.
pub(crate) const BLOCK: usize = 64;

/// What a token stands for.
pub(crate) trait Vector: Copy {
    /// A vector of `LANES` bytes.
    type V: Copy;

    /// How many bytes a vector has: 16 to 64.
    const LANES: usize;

    /// Whether a set of lanes is a mask register: then part of a vector is loaded without a
    /// branch, and lanes are sooner counted as a set, by its bits, than added up.
    const MASKS: bool = false;

    /// How many bytes behind those that it keeps a store may write: of bytes, and of
    /// units of 16 bits.
    const OVERSHOOT: usize;
    /// The same for units of 32 bits.
    const OVERSHOOT_32: usize;

    /// Itself, if it is that: for what only AVX-512 does in another way.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn avx512(self) -> Option<x86_64::avx512::Avx512> {
        None
    }
}

/// A token for an instruction set with vectors of bytes.
///
/// # Safety
/// Implementors promise what [`Output`](crate::output::Output) relies on. Every store
/// that keeps a part of its vectors has a function that says how many bytes that are,
/// from the same arguments: it writes all of them, close together, and behind them
/// [`OVERSHOOT`](Vector::OVERSHOOT) bytes at most.
pub(crate) unsafe trait Simd: Wide {
    /// Loads `LANES` bytes.
    ///
    /// # Safety
    /// `src` is valid for reads of `LANES` bytes; it need not be aligned.
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V;

    /// Loads the first `bytes.len()` lanes, at most `LANES` of them, and
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
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V;
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

    /// What stands `N` bytes before each lane of `v`, where `before` is the vector before it. N is 1 to 4. Nothing
    /// where a load is as fast.
    #[inline(always)]
    fn shift_in<const N: usize>(self, _before: Self::V, _v: Self::V) -> Option<Self::V> {
        None
    }

    /// Whether any bit of any lane is set.
    fn any_nonzero(self, v: Self::V) -> bool;
    /// Whether any lane has its bit 7 set.
    fn any_high_bit(self, v: Self::V) -> bool;
    /// Whether any lane is `limit`, 80 or more, or above.
    #[inline(always)]
    fn any_from(self, limit: u8, v: Self::V) -> bool {
        self.any_high_bit(self.saturating_sub(v, self.splat(limit - 0x80)))
    }
    /// Bit 7 of every lane, that of the first one as bit 0.
    fn bits(self, v: Self::V) -> u64;

    /// The vectors of a block that have a byte above 7F, that of the first one as bit 0; and of those such that all
    /// which end with such a byte are among them. Nothing where that is not faster than to ask window by window.
    ///
    /// # Panics
    /// If `block` has not [`BLOCK`] vectors.
    #[inline(always)]
    fn not_ascii(self, _block: &[u8]) -> Option<[u64; 2]> {
        None
    }

    /// How many of the lanes are continuation bytes, 80..BF, added to lane-wise
    /// totals that overflow after 255 additions.
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V;
    /// The sum of all lanes.
    fn sum_u8(self, v: Self::V) -> usize;

    // UTF-8 to wider units.

    /// `LANES` units of 16 bits, in an order of its own.
    type Units: Copy;

    /// The units `low | middle << 6 | high << 8`, lane by lane: `low` is below
    /// 40, or below 80 where `middle` is 0; `middle` is below 40, and of `high`
    /// only the upper four bits are set.
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units;
    /// The units of sequences of up to two bytes that end in `b1`. `b2` are the bytes before those: lane i + 1 of it is
    /// lane i of `b1`.
    #[inline(always)]
    fn units_up_to_two(self, b1: Self::V, b2: Self::V) -> Self::Units {
        let low = self.and(b1, self.splat(0x7F));
        let middle = self.and(b2, self.and(self.is_continuation(b1), self.splat(0x3F)));
        self.units(low, middle, self.splat(0))
    }
    /// The same for up to three bytes; `b3` are those before `b2`.
    #[inline(always)]
    fn units_up_to_three(self, b1: Self::V, b2: Self::V, b3: Self::V) -> Self::Units {
        let [low, middle, high] = self.fields(b1, b2, b3);
        self.units(low, middle, high)
    }
    /// What [`units`](Self::units) makes those of.
    #[inline(always)]
    fn fields(self, b1: Self::V, b2: Self::V, b3: Self::V) -> [Self::V; 3] {
        let continues1 = self.is_continuation(b1);
        let continues2 = self.and(continues1, self.is_continuation(b2));
        let low = self.and(b1, self.splat(0x7F));
        let middle = self.and(b2, self.and(continues1, self.splat(0x3F)));
        [low, middle, self.and(self.shift_left_4(b3), continues2)]
    }
    /// A set of lanes.
    type Lanes: Copy;
    /// The lanes whose flag is set.
    fn flagged(self, flags: Self::V) -> Self::Lanes;
    /// The same for four vectors, which may share the work.
    #[inline(always)]
    fn flagged_4(self, flags: [Self::V; 4]) -> [Self::Lanes; 4] {
        let [a, b, c, d] = flags;
        [self.flagged(a), self.flagged(b), self.flagged(c), self.flagged(d)]
    }
    /// The lanes whose bit is set, that of the first one as bit 0.
    fn lanes_of(self, bits: u64) -> Self::Lanes;
    /// How many lanes are in the set.
    fn count(self, lanes: Self::Lanes) -> usize;
    /// Stores the units of the lanes that are not `dropped`, close together, and
    /// with their bytes swapped if `SWAPPED`; if there may be `FEW`, at most 16 bytes are
    /// written behind them.
    ///
    /// # Safety
    /// `dst` is valid for writes of two bytes for every lane that is kept, and of
    /// `OVERSHOOT` more.
    unsafe fn store_kept<const SWAPPED: bool, const FEW: bool>(
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
    /// if `SWAPPED`.
    ///
    /// # Safety
    /// `dst` is valid for writes of four bytes for every lane that is kept, and of
    /// `OVERSHOOT_32` more.
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
    /// at most `LANES`.
    fn lanes(self, from: usize, to: usize) -> Self::V;
    /// Each lane shifted to the left by two.
    fn shift_left_2(self, v: Self::V) -> Self::V;
    /// Each lane shifted to the left by four.
    fn shift_left_4(self, v: Self::V) -> Self::V;
    /// Lane-wise `b` where the mask is FF, `a` where it is 0.
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V;
    /// Lane-wise `b` where the flag is set, `a` where it is not.
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V;
    /// `!a & b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;

    // UTF-16 to UTF-8: lanes of 16 bits.
    //
    // Lane i is the bytes 2i and 2i + 1, in the byte order of the processor. A
    // *mask* has all bits of a lane set, or none.

    /// Which bytes of the lanes of two vectors are to be stored: one or two of each.
    type KeptPairs: Copy;
    /// The same for one to three.
    type Kept: Copy;

    /// All lanes `unit`.
    fn splat16(self, unit: u16) -> Self::V;
    /// The two bytes of each lane change places.
    fn swap16(self, v: Self::V) -> Self::V;
    /// Both bytes of each lane become its low one.
    fn repeat_low_byte16(self, v: Self::V) -> Self::V;
    /// Shifts each lane left by `BY`, 1 to 15.
    fn shl16<const BY: i32>(self, v: Self::V) -> Self::V;
    /// Shifts each lane right by `BY`, 1 to 15, filling with zeros.
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V;
    /// Addition modulo 2^16.
    fn add16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Subtraction modulo 2^16; of a mask, it counts.
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned addition that stops at FFFF.
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned minimum.
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Mask: the lane of `a` is that of `b`.
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane i becomes lane i - 1; the first one the last one of `before`.
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V;
    /// The sum of all lanes of 16 bits.
    fn sum16(self, v: Self::V) -> usize;
    /// The lanes of 16 bits of `a`, then of `b`, as lanes of 8. All are below 100.
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V;

    /// The lanes of 16 bits of both, all below 100, as lanes of 8 in an order of its
    /// own.
    fn pack16(self, v: [Self::V; 2]) -> Self::V;
    /// Undoes [`pack16`](Self::pack16): lanes `low | high << 8`.
    fn unpack16(self, low: Self::V, high: Self::V) -> [Self::V; 2];

    /// For all lanes of 16 bits of two vectors, the number of bytes of UTF-8 that
    /// they are short of three: two below 80, one below 800. Added to lane-wise
    /// totals, of 8 bits, that overflow after 127 additions. With them lanes, in an order
    /// of their own, which are F0 or above where the unit is a surrogate, and only there.
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2];
    /// Which units are high surrogates, and which low ones, by those lanes, the first unit as bit 0. Nothing where lanes
    /// are sooner counted than sets.
    #[inline(always)]
    fn surrogates(self, _lanes: Self::V) -> Option<[u64; 2]> {
        None
    }

    /// Stores `LANES` bytes.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes; it need not be aligned.
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8);

    /// The same, by stores of at most 32 bytes: of text that comes from memory and goes there, UTF-16 becomes
    /// UTF-32 in .93 of the time (Zen 4).
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    unsafe fn store_in_halves(self, v: Self::V, dst: *mut u8) {
        // SAFETY: the same.
        unsafe { self.store_unaligned(v, dst) }
    }

    /// Stores lanes of 32 bits, which are at most FFFF, as units of 16 bits: `LANES` bytes.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    unsafe fn store_narrowed32<const SWAPPED: bool>(self, v: [Self::V; 2], dst: *mut u8) {
        let units = self.narrow32(v[0], v[1]);
        // SAFETY: the same.
        unsafe { self.store_unaligned(if SWAPPED { self.swap16(units) } else { units }, dst) }
    }

    /// Units below 800 as UTF-8, on the way to be stored: `110bbbbb` and, apart,
    /// `10cccccc` of `00000bbbbbcccccc`, packed; instead of the latter `0ccccccc` where b
    /// is less than 2, that is, of ASCII.
    #[inline(always)]
    fn one_or_two(self, units: [Self::V; 2]) -> [Self::V; 2] {
        let b = self.pack16([self.shr16::<6>(units[0]), self.shr16::<6>(units[1])]);
        let low = self.splat16(0x003F);
        let c = self.pack16([self.and(units[0], low), self.and(units[1], low)]);
        // 0 and 1 are the bit 6 of ASCII; 2 is the mark of a continuation byte.
        let mark = self.shl16::<6>(self.min_u8(b, self.splat(2)));
        [self.or(b, self.splat(0xC0)), self.or(c, mark)]
    }
    /// Whether these, `v`, are one byte of each of the units.
    #[inline(always)]
    fn all_one(self, _units: [Self::V; 2], v: [Self::V; 2]) -> bool {
        !self.any_high_bit(v[1])
    }
    /// Whether a lane of 16 bits is below `limit`, which is 1 or more.
    #[inline(always)]
    fn any_below16(self, limit: u16, v: Self::V) -> bool {
        self.any_high_bit(self.equal16(self.min_u16(v, self.splat16(limit - 1)), v))
    }
    /// Whether no lane of 16 bits has one of `bits`: some, and all above.
    #[inline(always)]
    fn none_of_upper16(self, bits: u16, v: Self::V) -> bool {
        !self.any_nonzero(self.and(v, self.splat16(bits)))
    }
    /// Whether a lane of 32 bits has a bit that no number up to `limit` has, of which all bits are set up to the highest. (Of
    /// several limits NEON asks once.)
    #[inline(always)]
    fn any_above32(self, limit: u32, v: Self::V) -> bool {
        self.any_nonzero(self.and(v, self.splat32(!limit)))
    }
    /// Of each lane of [`one_or_two`](Self::one_or_two) its last byte, and the one before
    /// it where that is no ASCII.
    fn keep_one_or_two(self, v: [Self::V; 2]) -> Self::KeptPairs;
    /// How many bytes [`store_one_or_two`](Self::store_one_or_two) keeps.
    fn len_one_or_two(self, kept: Self::KeptPairs) -> usize;
    /// Stores them, and nothing behind them if the token has [`MASKS`](Vector::MASKS).
    ///
    /// # Safety
    /// `dst` is valid for writes of the kept bytes and `OVERSHOOT` more.
    unsafe fn store_one_or_two(self, v: [Self::V; 2], kept: Self::KeptPairs, dst: *mut u8);

    /// Of each lane one byte; one more if bit 15 of `two` is set, and one more if
    /// that of `three`, which implies the other, is.
    fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> Self::Kept;
    /// How many bytes [`store_one_to_three`](Self::store_one_to_three) keeps.
    fn len_one_to_three(self, kept: Self::Kept) -> usize;
    /// Whether those are three of each lane.
    fn keeps_three(self, kept: Self::Kept) -> bool;
    /// Stores of each lane, if one byte is kept, the high byte of `last`; if two,
    /// the high byte of `first` and the low one of `last`; if three, both bytes of
    /// `first` and the low one of `last`.
    ///
    /// # Safety
    /// `dst` is valid for writes of the kept bytes and `OVERSHOOT` more.
    unsafe fn store_one_to_three(
        self,
        first: [Self::V; 2],
        last: [Self::V; 2],
        kept: Self::Kept,
        dst: *mut u8,
    );
    /// The same where all three are kept.
    ///
    /// # Safety
    /// `dst` is valid for writes of three bytes a lane and `OVERSHOOT` more.
    unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], dst: *mut u8);

    /// Stores bytes of Latin-1 as UTF-8, [`len_pairs8`](Wide::len_pairs8) of them, and returns
    /// the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of those and `OVERSHOOT` more.
    #[inline(always)]
    unsafe fn store_latin1(self, v: Self::V, dst: *mut u8) -> *mut u8 {
        let high = self.and(v, self.splat(0x80));
        // Bit 6 of what is not ASCII goes into the lead byte.
        let last = self.xor(v, self.and(v, self.shr16::<1>(high)));
        let lead = self.and(self.shr16::<6>(v), self.splat(0x03));
        // SAFETY: the same contract.
        unsafe { self.store_pairs8(self.or(lead, self.splat(0xC0)), last, v, dst) }
    }

    // UTF-16 to UTF-32.

    /// Every lane of 16 bits as one of 32.
    #[inline(always)]
    fn widen16(self, v: Self::V) -> [Self::V; 2] {
        self.zip16(v, self.splat(0))
    }
    /// The values of units, each with the one before it: of a low surrogate, for which the mask
    /// `low` is set, that of the pair; of any other, itself.
    #[inline(always)]
    fn values16(self, units: Self::V, before: Self::V, low: Self::V) -> [Self::V; 2] {
        let (units, befores) = (self.widen16(units), self.widen16(before));
        let (lows, offset) = (self.zip16(low, low), self.splat32(PAIR));
        let value = |unit, before, low| {
            self.add32(unit, self.and(low, self.add32(self.shl32::<10>(before), offset)))
        };
        [value(units[0], befores[0], lows[0]), value(units[1], befores[1], lows[1])]
    }

    /// Values as units of 16 bits, if all are scalar values up to FFFF.
    #[inline(always)]
    fn units_of_bmp(self, v: [Self::V; 4]) -> Option<[Self::V; 2]> {
        let units = [self.narrow32(v[0], v[1]), self.narrow32(v[2], v[3])];
        let any = self.or(self.or(v[0], v[1]), self.or(v[2], v[3]));
        let above = self.and(any, self.splat32(0xFFFF_0000));
        // Surrogates are the smallest, D800 less.
        let [a, b] = units.map(
            #[inline(always)]
            |v| self.sub16(v, self.splat16(0xD800)),
        );
        let least = self.min_u16(a, b);
        let surrogate = self.equal16(self.min_u16(least, self.splat16(0x7FF)), least);
        let wrong = self.any_nonzero(self.or(above, surrogate));
        if wrong { None } else { Some(units) }
    }
    /// Whether all lanes of 32 bits are at most `limit`.
    #[inline(always)]
    fn all_up_to_32(self, limit: u32, v: Self::V) -> bool {
        let limit = self.splat32(limit);
        !self.any_nonzero(self.xor(self.max_u32(v, limit), limit))
    }

    // Derived operations.

    /// Loads `LANES` bytes of `text`, from `at` on.
    ///
    /// # Panics
    /// If they are not all there.
    #[inline(always)]
    fn load(self, text: &[u8], at: usize) -> Self::V {
        let lanes = &text[at..at + Self::LANES];
        // SAFETY: the slice has LANES bytes.
        unsafe { self.load_unaligned(lanes.as_ptr()) }
    }

    /// The same, with zeros behind the text: nothing but zeros, where it ends before `at`.
    #[inline(always)]
    fn load_to_end(self, text: &[u8], at: usize) -> Self::V {
        let rest = &text[at.min(text.len())..];
        self.load_partial(&rest[..rest.len().min(Self::LANES)])
    }

    /// The lanes, and zeros behind them.
    #[inline(always)]
    fn bytes(self, v: Self::V) -> [u8; 64] {
        const { assert!(Self::LANES <= 64) }
        let mut bytes = [0; 64];
        // SAFETY: there are LANES bytes.
        unsafe { self.store_unaligned(v, bytes.as_mut_ptr()) };
        bytes
    }

    /// The low four bits of each lane.
    #[inline(always)]
    fn low_nibble(self, v: Self::V) -> Self::V {
        self.and(v, self.splat(0x0F))
    }

    /// FF in the lanes whose bit is set, that of the first one as bit 0; 0 in the
    /// others.
    #[inline(always)]
    fn mask_of(self, bits: u64) -> Self::V {
        const BYTE: [u8; 64] = {
            let mut byte = [0; 64];
            let mut i = 0;
            while i < 64 {
                byte[i] = i as u8 / 8;
                i += 1;
            }
            byte
        };
        const BIT: [u8; 64] = {
            let mut bit = [0; 64];
            let mut i = 0;
            while i < 64 {
                bit[i] = 1 << (i % 8);
                i += 1;
            }
            bit
        };
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&bits.to_le_bytes());
        let byte = self.lookup(self.table(bytes), self.load(&BYTE, 0));
        let bit = self.and(byte, self.load(&BIT, 0));
        self.sub(self.splat(0), self.min_u8(bit, self.splat(1)))
    }
}
