//! The executable meaning of every vector operation: sixteen bytes in an array.
//! Slow, safe, and what all other implementors are compared with.

use super::Simd;
use core::array::from_fn;

/// The token; any processor has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array<const N: usize>;

/// FF for true, 0 for false.
fn mask(on: bool) -> u8 {
    if on { 0xFF } else { 0 }
}

impl<const N: usize> Simd for Array<N> {
    type V = [u8; N];
    const LANES: usize = N;

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

    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        from_fn(|i| totals[i].wrapping_add((0x80..0xC0).contains(&v[i]) as u8))
    }
    fn add_four_byte_leads(self, totals: Self::V, v: Self::V) -> Self::V {
        from_fn(|i| totals[i].wrapping_add((v[i] >= 0xF0) as u8))
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
    fn count(self, lanes: Self::Lanes) -> usize {
        lanes.iter().filter(|&&on| on).count()
    }
    unsafe fn store_kept<const SWAPPED: bool>(
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
        // SAFETY: there is room for the slack; it is written to, as others do.
        let slack = unsafe { dst.add(2 * kept) };
        // SAFETY: the same.
        unsafe { slack.write_bytes(0xAA, 16) };
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
        // SAFETY: there is room for the slack; it is written to, as others do.
        let slack = unsafe { dst.add(4 * kept) };
        // SAFETY: the same.
        unsafe { slack.write_bytes(0xAA, 32) };
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
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| !a[i] & b[i])
    }
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| a[i].wrapping_sub(b[i]))
    }
}
