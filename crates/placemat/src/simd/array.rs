//! The executable meaning of every vector operation: sixteen bytes in an array.
//! Slow, safe, and what all other implementors are compared with.

use super::Simd;
use core::array::from_fn;

/// The token; any processor has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array<const N: usize>;

/// 80 for true, 0 for false: a flag.
fn flag(on: bool) -> u8 {
    if on { 0x80 } else { 0 }
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
        v.map(|b| flag((0x80..0xC0).contains(&b)))
    }
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        from_fn(|i| flag((a[i] as i8) < (b[i] as i8)))
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
}
