//! The executable meaning of every vector operation: sixteen bytes in an array.
//! Slow, safe, and what all other implementors are compared with.

use super::dispatch::{Conversion, Operation};
use super::{Simd, Vector};
use core::array::from_fn;
use core::mem::MaybeUninit;

mod wide;

/// The token; any processor has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array<const N: usize>;

/// Whether whole operations run over arrays. What the answer is does not depend on the
/// processor, so `cargo xtask test-targets` does without, and compiles half as much.
pub(crate) const RUNS: bool = !cfg!(placemat_targets);

/// Runs `operation` over arrays.
#[cfg(not(placemat_targets))]
pub(crate) fn run<const N: usize, O: Operation>(operation: O) -> O::Output {
    operation.with_vectors(Array::<N>)
}

#[cfg(placemat_targets)]
pub(crate) fn run<const N: usize, O: Operation>(_: O) -> O::Output {
    unreachable!("RUNS says so")
}

/// The same of a conversion.
#[cfg(not(placemat_targets))]
pub(crate) fn convert<const N: usize, C: Conversion>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> C::Output {
    C::with_vectors(Array::<N>, src, dst)
}

#[cfg(placemat_targets)]
pub(crate) fn convert<const N: usize, C: Conversion>(
    _: &[u8],
    _: &mut [MaybeUninit<u8>],
) -> C::Output {
    unreachable!("RUNS says so")
}

/// FF for true, 0 for false.
fn mask(on: bool) -> u8 {
    if on { 0xFF } else { 0 }
}

impl<const N: usize> Vector for Array<N> {
    type V = [u8; N];
    const LANES: usize = N;
    const OVERSHOOT: usize = 16;
    const OVERSHOOT_32: usize = 32;
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl<const N: usize> Simd for Array<N> {
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for LANES bytes, by contract; bytes need no alignment.
        unsafe { src.cast::<[u8; N]>().read() }
    }

    fn load_partial(self, bytes: &[u8]) -> Self::V {
        from_fn(|i| bytes.get(i).copied().unwrap_or(0))
    }

    fn splat(self, byte: u8) -> Self::V {
        [byte; N]
    }
    fn table(self, entries: [u8; 16]) -> Self::V {
        from_fn(|i| entries[i % 16])
    }
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        index.map(|i| {
            assert!(i < 16, "an index above 15 means something else on each processor");
            table[i as usize]
        })
    }
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        index.map(|i| {
            assert!(i < 128, "an index above 127 means something else on each processor");
            table[i as usize % 16]
        })
    }

    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i] & b[i])
    }
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i] | b[i])
    }
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i] ^ b[i])
    }
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i].saturating_sub(b[i]))
    }
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i].min(b[i]))
    }
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i].max(b[i]))
    }
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| (a[i] as i8).min(b[i] as i8) as u8)
    }
    fn high_nibble(self, v: Self::V) -> Self::V {
        v.map(|b| b >> 4)
    }
    fn is_continuation(self, v: Self::V) -> Self::V {
        v.map(|b| mask((0x80..0xC0).contains(&b)))
    }
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| mask((a[i] as i8) < (b[i] as i8)))
    }

    fn shift_up<const BY: usize>(self, v: Self::V) -> Self::V {
        from_fn(|i| if i < BY { 0 } else { v[i - BY] })
    }

    fn any_nonzero(self, v: Self::V) -> bool {
        v.iter().any(|&b| b != 0)
    }
    fn any_high_bit(self, v: Self::V) -> bool {
        v.iter().any(|b| b & 0x80 != 0)
    }
    fn bits(self, v: Self::V) -> u64 {
        v.iter().rev().fold(0, |bits, b| bits << 1 | u64::from(b >> 7))
    }

    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        from_fn(|i| totals[i].wrapping_add((0x80..0xC0).contains(&v[i]) as u8))
    }
    fn sum_u8(self, v: Self::V) -> usize {
        v.iter().map(|&b| b as usize).sum()
    }

    type Units = [u16; N];

    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        from_fn(|i| {
            assert!(low[i] < if middle[i] == 0 { 0x80 } else { 0x40 });
            assert!(middle[i] < 0x40 && high[i] & 0x0F == 0);
            u16::from(low[i]) | u16::from(middle[i]) << 6 | u16::from(high[i]) << 8
        })
    }
    type Lanes = [bool; N];
    fn flagged(self, flags: Self::V) -> Self::Lanes {
        flags.map(|b| b & 0x80 != 0)
    }
    fn lanes_of(self, bits: u64) -> Self::Lanes {
        core::array::from_fn(|i| bits >> i & 1 == 1)
    }
    fn count(self, lanes: Self::Lanes) -> usize {
        lanes.iter().filter(|&&on| on).count()
    }
    unsafe fn store_kept<const SWAPPED: bool, const FEW: bool>(
        self,
        units: Self::Units,
        dropped: Self::Lanes,
        dst: *mut u8,
    ) {
        let mut kept = 0;
        for i in (0..N).filter(|&i| !dropped[i]) {
            let unit = if SWAPPED { units[i].swap_bytes() } else { units[i] };
            // SAFETY: valid for two bytes for each unit, by contract.
            let place = unsafe { dst.add(2 * kept) };
            // SAFETY: the same.
            unsafe { place.cast::<u16>().write_unaligned(unit) };
            kept += 1;
        }
        // SAFETY: there is room for the overshoot; others write there too.
        let behind = unsafe { dst.add(2 * kept) };
        // SAFETY: the same.
        unsafe { behind.write_bytes(0xAA, Self::OVERSHOOT) };
    }
    unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        for (i, &byte) in v.iter().enumerate() {
            let unit = u16::from(byte);
            let unit = if SWAPPED { unit.swap_bytes() } else { unit };
            // SAFETY: valid for two bytes for each lane, by contract.
            let place = unsafe { dst.add(2 * i) };
            // SAFETY: the same.
            unsafe { place.cast::<u16>().write_unaligned(unit) };
        }
    }
    unsafe fn store_kept_32<const SWAPPED: bool>(
        self,
        units: Self::Units,
        upper: Option<Self::V>,
        dropped: Self::Lanes,
        dst: *mut u8,
    ) {
        let mut kept = 0;
        for i in (0..N).filter(|&i| !dropped[i]) {
            let unit = u32::from(units[i]) | upper.map_or(0, |upper| u32::from(upper[i]) << 16);
            let unit = if SWAPPED { unit.swap_bytes() } else { unit };
            // SAFETY: valid for four bytes for each unit, by contract.
            let place = unsafe { dst.add(4 * kept) };
            // SAFETY: the same.
            unsafe { place.cast::<u32>().write_unaligned(unit) };
            kept += 1;
        }
        // SAFETY: there is room for the overshoot; others write there too.
        let behind = unsafe { dst.add(4 * kept) };
        // SAFETY: the same.
        unsafe { behind.write_bytes(0xAA, Self::OVERSHOOT_32) };
    }
    unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        for (i, &byte) in v.iter().enumerate() {
            let unit = u32::from(byte);
            let unit = if SWAPPED { unit.swap_bytes() } else { unit };
            // SAFETY: valid for four bytes for each lane, by contract.
            let place = unsafe { dst.add(4 * i) };
            // SAFETY: the same.
            unsafe { place.cast::<u32>().write_unaligned(unit) };
        }
    }
    fn lanes(self, from: usize, to: usize) -> Self::V {
        assert!(from <= N && to <= N);
        from_fn(|i| mask((from..to).contains(&i)))
    }
    fn shift_left_2(self, v: Self::V) -> Self::V {
        v.map(|b| b << 2)
    }
    fn shift_left_4(self, v: Self::V) -> Self::V {
        v.map(|b| b << 4)
    }
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        from_fn(|i| match mask[i] {
            0 => a[i],
            0xFF => b[i],
            _ => panic!("a mask is 0 or FF"),
        })
    }
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        from_fn(|i| if flags[i] < 0x80 { a[i] } else { b[i] })
    }
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| !a[i] & b[i])
    }
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    type KeptPairs = [[u8; N]; 2];
    type Kept = [[u8; N]; 2];

    fn splat16(self, unit: u16) -> Self::V {
        lanes(|_| unit)
    }
    fn swap16(self, v: Self::V) -> Self::V {
        lanes(|i| lane(v, i).swap_bytes())
    }
    fn repeat_low_byte16(self, v: Self::V) -> Self::V {
        from_fn(|i| v[i / 2 * 2])
    }
    fn shl16<const BY: i32>(self, v: Self::V) -> Self::V {
        lanes(|i| lane(v, i) << BY)
    }
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        lanes(|i| lane(v, i) >> BY)
    }
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        lanes(|i| lane(a, i).wrapping_add(lane(b, i)))
    }
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        lanes(|i| lane(a, i).wrapping_sub(lane(b, i)))
    }
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        lanes(|i| lane(a, i).saturating_add(lane(b, i)))
    }
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        lanes(|i| lane(a, i).min(lane(b, i)))
    }
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        lanes(|i| mask16(lane(a, i) == lane(b, i)))
    }
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        from_fn(|i| if i < 2 { before[N - 2 + i] } else { v[i - 2] })
    }
    fn sum16(self, v: Self::V) -> usize {
        (0..N / 2).map(|i| usize::from(lane(v, i))).sum()
    }
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| {
            let unit = lane(if i < N / 2 { a } else { b }, i % (N / 2));
            u8::try_from(unit).expect("it means something else on each processor")
        })
    }
    fn pack16(self, v: [Self::V; 2]) -> Self::V {
        from_fn(|i| {
            let unit = lane(v[2 * i / N], i % (N / 2));
            u8::try_from(unit).expect("it means something else on each processor")
        })
    }
    fn unpack16(self, low: Self::V, high: Self::V) -> [Self::V; 2] {
        from_fn(|half| {
            lanes(|i| u16::from_le_bytes([low[half * N / 2 + i], high[half * N / 2 + i]]))
        })
    }
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        let unit = |i| lane(v[2 * i / N], i % (N / 2));
        let missing = |i| (unit(i) < 0x80) as u8 + (unit(i) < 0x800) as u8;
        let surrogate = |i| if (0xD800..0xE000).contains(&unit(i)) { 0xF0 } else { 0xEF };
        [from_fn(|i| totals[i].wrapping_add(missing(i))), from_fn(surrogate)]
    }
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for LANES bytes, by contract; bytes need no alignment.
        unsafe { dst.cast::<[u8; N]>().write(v) }
    }

    fn one_or_two(self, units: [Self::V; 2]) -> [Self::V; 2] {
        let bytes = |i| {
            let c = char::from_u32(lane(units[2 * i / N], i % (N / 2)).into());
            let (c, mut bytes) = (c.expect("no surrogate"), [0; 2]);
            // It means something else on each processor where there is one byte.
            if c.encode_utf8(&mut bytes).len() == 1 { [0xC0, bytes[0]] } else { bytes }
        };
        [from_fn(|i| bytes(i)[0]), from_fn(|i| bytes(i)[1])]
    }
    fn keep_one_or_two(self, [_, two]: [Self::V; 2]) -> Self::Kept {
        self.keep_one_to_three(self.unpack16(two, two), [self.splat(0); 2])
    }
    fn len_one_or_two(self, kept: Self::Kept) -> usize {
        self.len_one_to_three(kept)
    }
    unsafe fn store_one_or_two(
        self,
        [lead, last]: [Self::V; 2],
        kept: Self::Kept,
        mut dst: *mut u8,
    ) {
        for (i, bytes) in self.unpack16(lead, last).as_flattened().chunks_exact(2).enumerate() {
            // SAFETY: valid for the kept bytes, by contract.
            dst = unsafe { write(dst, &bytes[2 - kept_in(kept, i)..]) };
        }
        // SAFETY: valid for the overshoot, by contract; others write there too.
        unsafe { dst.write_bytes(0xAA, Self::OVERSHOOT) };
    }

    fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> Self::Kept {
        // The number of bytes, in the first byte of each lane.
        from_fn(|half| lanes(|i| 1 + (lane(two[half], i) >> 15) + (lane(three[half], i) >> 15)))
    }
    fn len_one_to_three(self, kept: Self::Kept) -> usize {
        (0..N).map(|i| kept_in(kept, i)).sum()
    }
    fn keeps_three(self, kept: Self::Kept) -> bool {
        self.len_one_to_three(kept) == 3 * N
    }
    unsafe fn store_one_to_three(
        self,
        first: [Self::V; 2],
        last: [Self::V; 2],
        kept: Self::Kept,
        mut dst: *mut u8,
    ) {
        let last = last.as_flattened();
        for (i, first) in first.as_flattened().chunks_exact(2).enumerate() {
            let three = [first[0], first[1], last[2 * i]];
            let bytes = match kept_in(kept, i) {
                1 => &last[2 * i + 1..][..1],
                n => &three[3 - n..],
            };
            // SAFETY: valid for the kept bytes, by contract.
            dst = unsafe { write(dst, bytes) };
        }
        // SAFETY: valid for the overshoot, by contract; others write there too.
        unsafe { dst.write_bytes(0xAA, Self::OVERSHOOT) };
    }
    unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], dst: *mut u8) {
        let all = [self.splat(0xFF); 2];
        // SAFETY: valid for the kept bytes, by contract.
        unsafe { self.store_one_to_three(first, last, self.keep_one_to_three(all, all), dst) }
    }
}

/// Lane `i` of 16 bits.
fn lane<const N: usize>(v: [u8; N], i: usize) -> u16 {
    u16::from_ne_bytes([v[2 * i], v[2 * i + 1]])
}

/// A vector of lanes of 16 bits.
fn lanes<const N: usize>(unit: impl Fn(usize) -> u16) -> [u8; N] {
    from_fn(|i| unit(i / 2).to_ne_bytes()[i % 2])
}

/// All ones for true.
fn mask16(on: bool) -> u16 {
    if on { 0xFFFF } else { 0 }
}

/// How many bytes lane `i` of two vectors keeps.
fn kept_in<const N: usize>(kept: [[u8; N]; 2], i: usize) -> usize {
    usize::from(lane(kept[2 * i / N], i % (N / 2)))
}

/// Writes `bytes`, and says where the next ones belong.
///
/// # Safety
/// `dst` is valid for writes of that many bytes.
unsafe fn write(dst: *mut u8, bytes: &[u8]) -> *mut u8 {
    // SAFETY: valid, by contract, and new memory is never what is written.
    unsafe { dst.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: the end of those bytes.
    unsafe { dst.add(bytes.len()) }
}
