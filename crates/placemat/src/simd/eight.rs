//! Eight lanes of 16 bits that every processor has, without asking it: for texts
//! that are shorter than the call of a kernel. On x86-64 they are SSE2, as the
//! compiler makes worse of lanes that are also looked at as words; elsewhere they
//! are an array.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use self::array as lanes;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use self::sse2 as lanes;

/// Eight numbers of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Eight(lanes::V);

impl Eight {
    /// Numbers of 8 bits.
    #[inline(always)]
    pub(crate) fn from_8(bytes: [u8; 8]) -> Self {
        Self(lanes::from_8(bytes))
    }

    /// Numbers of 16 bits, in the byte order of the processor.
    #[inline(always)]
    pub(crate) fn from_16(bytes: [u8; 16]) -> Self {
        Self(lanes::from_16(bytes))
    }

    /// The low halves of numbers of 32 bits, and the high ones.
    #[inline(always)]
    pub(crate) fn from_32(bytes: [u8; 32]) -> [Self; 2] {
        let [low, high] = lanes::from_32(bytes);
        [Self(low), Self(high)]
    }

    /// The two bytes of each number change places.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        Self(lanes::swap(self.0))
    }

    /// Whether no number has a bit of `mask`.
    #[inline(always)]
    pub(crate) fn has_none(self, mask: u16) -> bool {
        lanes::all_equal(lanes::and(self.0, mask), 0)
    }

    /// Whether the bits of `mask` are `value` in any number.
    #[inline(always)]
    pub(crate) fn has(self, mask: u16, value: u16) -> bool {
        lanes::any_equal(lanes::and(self.0, mask), value)
    }

    /// As numbers of 8 bits; all are below 100.
    #[inline(always)]
    pub(crate) fn to_8(self) -> [u8; 8] {
        lanes::to_8(self.0)
    }

    /// As numbers of 16 bits.
    #[inline(always)]
    pub(crate) fn to_16(self) -> [u8; 16] {
        lanes::to_16(self.0)
    }

    /// As the halves of numbers of 32 bits that come first in memory, and `second`.
    #[inline(always)]
    pub(crate) fn zipped(self, second: Self) -> [u8; 32] {
        lanes::zip(self.0, second.0)
    }

    /// 0 in each lane.
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self::from_16([0; 16])
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use core::arch::x86_64::*;

    pub(super) type V = __m128i;

    /// An intrinsic that the target has.
    macro_rules! sse2 {
        ($intrinsic:expr) => {{
            // SAFETY: this module is compiled only where SSE2 is in the target, and
            // the intrinsic takes values only.
            unsafe { $intrinsic }
        }};
    }

    #[inline(always)]
    fn splat(value: u16) -> V {
        sse2!(_mm_set1_epi16(value.cast_signed()))
    }

    #[inline(always)]
    pub(super) fn from_8(bytes: [u8; 8]) -> V {
        let v = sse2!(_mm_cvtsi64_si128(i64::from_le_bytes(bytes)));
        sse2!(_mm_unpacklo_epi8(v, splat(0)))
    }

    #[inline(always)]
    pub(super) fn from_16(bytes: [u8; 16]) -> V {
        // SAFETY: as many bytes, and any make a vector.
        unsafe { core::mem::transmute(bytes) }
    }

    #[inline(always)]
    pub(super) fn from_32(bytes: [u8; 32]) -> [V; 2] {
        // SAFETY: as above.
        let [a, b]: [V; 2] = unsafe { core::mem::transmute(bytes) };
        let (low_a, low_b) = (sse2!(_mm_slli_epi32::<16>(a)), sse2!(_mm_slli_epi32::<16>(b)));
        [pack_high(low_a, low_b), pack_high(a, b)]
    }

    /// The upper halves of all numbers of 32 bits. Packing saturates, so they are
    /// shifted down with their signs.
    #[inline(always)]
    fn pack_high(a: V, b: V) -> V {
        let (a, b) = (sse2!(_mm_srai_epi32::<16>(a)), sse2!(_mm_srai_epi32::<16>(b)));
        sse2!(_mm_packs_epi32(a, b))
    }

    #[inline(always)]
    pub(super) fn swap(v: V) -> V {
        let (up, down) = (sse2!(_mm_slli_epi16::<8>(v)), sse2!(_mm_srli_epi16::<8>(v)));
        sse2!(_mm_or_si128(up, down))
    }

    #[inline(always)]
    pub(super) fn and(v: V, mask: u16) -> V {
        sse2!(_mm_and_si128(v, splat(mask)))
    }

    #[inline(always)]
    pub(super) fn all_equal(v: V, value: u16) -> bool {
        equal(v, value) == 0xFFFF
    }

    #[inline(always)]
    pub(super) fn any_equal(v: V, value: u16) -> bool {
        equal(v, value) != 0
    }

    #[inline(always)]
    fn equal(v: V, value: u16) -> i32 {
        let equal = sse2!(_mm_cmpeq_epi16(v, splat(value)));
        sse2!(_mm_movemask_epi8(equal))
    }

    #[inline(always)]
    pub(super) fn to_8(v: V) -> [u8; 8] {
        let bytes = sse2!(_mm_packus_epi16(v, v));
        sse2!(_mm_cvtsi128_si64(bytes)).to_le_bytes()
    }

    #[inline(always)]
    pub(super) fn to_16(v: V) -> [u8; 16] {
        // SAFETY: as many bytes.
        unsafe { core::mem::transmute(v) }
    }

    #[inline(always)]
    pub(super) fn zip(first: V, second: V) -> [u8; 32] {
        let low = sse2!(_mm_unpacklo_epi16(first, second));
        let high = sse2!(_mm_unpackhi_epi16(first, second));
        // SAFETY: as many bytes.
        unsafe { core::mem::transmute([low, high]) }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod array {
    pub(super) type V = [u16; 8];

    #[inline(always)]
    pub(super) fn from_8(bytes: [u8; 8]) -> V {
        bytes.map(u16::from)
    }

    #[inline(always)]
    pub(super) fn from_16(bytes: [u8; 16]) -> V {
        let mut v = [0; 8];
        for (lane, &unit) in v.iter_mut().zip(bytes.as_chunks().0) {
            *lane = u16::from_ne_bytes(unit);
        }
        v
    }

    #[inline(always)]
    pub(super) fn from_32(bytes: [u8; 32]) -> [V; 2] {
        let (mut low, mut high) = ([0; 8], [0; 8]);
        for ((low, high), &unit) in low.iter_mut().zip(&mut high).zip(bytes.as_chunks().0) {
            let unit = u32::from_ne_bytes(unit);
            (*low, *high) = (unit as u16, (unit >> 16) as u16);
        }
        [low, high]
    }

    #[inline(always)]
    pub(super) fn swap(v: V) -> V {
        v.map(u16::swap_bytes)
    }

    #[inline(always)]
    pub(super) fn and(v: V, mask: u16) -> V {
        v.map(|lane| lane & mask)
    }

    #[inline(always)]
    pub(super) fn all_equal(v: V, value: u16) -> bool {
        v.iter().fold(0, |different, lane| different | (lane ^ value)) == 0
    }

    #[inline(always)]
    pub(super) fn any_equal(v: V, value: u16) -> bool {
        v.iter().fold(false, |any, &lane| any | (lane == value))
    }

    #[inline(always)]
    pub(super) fn to_8(v: V) -> [u8; 8] {
        v.map(|lane| lane as u8)
    }

    #[inline(always)]
    pub(super) fn to_16(v: V) -> [u8; 16] {
        let mut bytes = [0; 16];
        for (to, lane) in bytes.as_chunks_mut().0.iter_mut().zip(v) {
            *to = lane.to_ne_bytes();
        }
        bytes
    }

    #[inline(always)]
    pub(super) fn zip(first: V, second: V) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (to, (first, second)) in
            bytes.as_chunks_mut().0.iter_mut().zip(first.iter().zip(second))
        {
            let ([a, b], [c, d]) = (first.to_ne_bytes(), second.to_ne_bytes());
            *to = [a, b, c, d];
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{Eight, array};

    /// Both agree, whichever is in use.
    #[test]
    fn lanes_are_those_of_the_array() {
        let mut random = 0x2152_u32;
        for round in 0..4000_u32 {
            let mut bytes = [0; 32];
            for byte in &mut bytes {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Few bits in some rounds: so that what is rare occurs.
                *byte = (random >> 24) as u8 & [0xFF, 0x81, 0xD8, 0][round as usize % 4];
            }
            let (eight, rest) = bytes.split_first_chunk().unwrap();
            let (sixteen, _) = bytes.split_first_chunk().unwrap();
            let (v, expected) = (Eight::from_16(*sixteen), array::from_16(*sixteen));
            assert_eq!(v.to_16(), array::to_16(expected));
            assert_eq!(v.swapped().to_16(), array::to_16(array::swap(expected)));
            let [second, ..] = rest.as_chunks().0 else { unreachable!() };
            let (w, other) = (Eight::from_8(*second), array::from_8(*second));
            assert_eq!(w.to_16(), array::to_16(other));
            assert_eq!(w.to_8(), *second);
            assert_eq!(Eight::from_8(*eight).to_8(), array::to_8(array::from_8(*eight)));
            assert_eq!(v.zipped(w), array::zip(expected, other));
            let [low, high] = Eight::from_32(bytes);
            assert_eq!([low, high].map(Eight::to_16), array::from_32(bytes).map(array::to_16));
            for mask in [0xFFFF, 0x00FF, 0xFF80, 0xF800, 1 << (round % 16)] {
                let masked = array::and(expected, mask);
                assert_eq!(v.has_none(mask), array::all_equal(masked, 0));
                for value in [0, 0xD800, 0x80] {
                    assert_eq!(v.has(mask, value), array::any_equal(masked, value));
                }
            }
        }
    }
}
