//! The operations on lanes of 32 bits, and the stores of parts of lanes,
//! against the array.

use super::units::EDGES;
use super::{Binary, Compare, Unary, all_pairs, every_token, lanes};
use crate::common::guarded::Guarded;
use crate::common::levels::emulated;
use crate::common::random::Random;
use crate::simd::array::Array;
use crate::simd::{Simd, Vector, Wide};
use std::array::from_fn;
use std::vec::Vec;

/// A vector of units of 32 bits.
fn vector<const N: usize>(mut unit: impl FnMut() -> u32) -> [u8; N] {
    let mut v = [0; N];
    let (units, _) = v.as_chunks_mut::<4>();
    units.iter_mut().for_each(|place| *place = unit().to_ne_bytes());
    v
}

/// Vectors of units at the edges of code points and of numbers, and of any.
fn pairs<const N: usize>() -> impl Iterator<Item = ([u8; N], [u8; N])> {
    let mut random = Random::new(12);
    (0..6000).map(move |_| {
        let mut unit = || match random.below(4) {
            0 => random.next() as u32,
            1 => u32::from(random.one_of(&EDGES)) << 16 | u32::from(random.one_of(&EDGES)),
            2 => u32::from(random.one_of(&EDGES)),
            _ => random.one_of(&[0xFFFF, 0x1_0000, 0x10_FFFF, 0x11_0000, 0x7FFF_FFFF, 1 << 31]),
        };
        let a = vector(&mut unit);
        // Some lanes are equal.
        let b: [u8; N] = vector(&mut unit);
        let same = random.below(N);
        (a, from_fn(|i| if i / 4 == same / 4 { a[i] } else { b[i] }))
    })
}

#[derive(Clone, Copy)]
struct Lanes32;

impl Compare for Lanes32 {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let unary: [(&str, Unary<S>, Unary<Array<N>>); 9] = [
            ("swap32", S::swap32, Array::swap32),
            ("shl32 1", S::shl32::<1>, Array::shl32::<1>),
            ("shl32 6", S::shl32::<6>, Array::shl32::<6>),
            ("shl32 16", S::shl32::<16>, Array::shl32::<16>),
            ("shl32 31", S::shl32::<31>, Array::shl32::<31>),
            ("shr32 1", S::shr32::<1>, Array::shr32::<1>),
            ("shr32 10", S::shr32::<10>, Array::shr32::<10>),
            ("shr32 16", S::shr32::<16>, Array::shr32::<16>),
            ("shr32 31", S::shr32::<31>, Array::shr32::<31>),
        ];
        let binary: [(&str, Binary<S>, Binary<Array<N>>); 3] = [
            ("add32", S::add32, Array::add32),
            ("max_u32", S::max_u32, Array::max_u32),
            ("greater_i32", S::greater_i32, Array::greater_i32),
        ];
        for (a, b) in pairs::<N>() {
            let (v, w) = (s.load(&a, 0), s.load(&b, 0));
            for (name, ours, meant) in unary {
                assert_eq!(lanes::<S, N>(ours(s, v)), meant(Array, a), "{name} of {a:02x?}");
            }
            for (name, ours, meant) in binary {
                let (ours, meant) = (lanes::<S, N>(ours(s, v, w)), meant(Array, a, b));
                assert_eq!(ours, meant, "{name} of {a:02x?} and {b:02x?}");
            }
            assert_eq!(s.zip8(v, w).map(lanes::<S, N>), Array.zip8(a, b));
            assert_eq!(s.zip16(v, w).map(lanes::<S, N>), Array.zip16(a, b));
            assert_eq!(s.count_flags(v), Array.count_flags(a), "{a:02x?}");
            let unit = u32::from_ne_bytes([a[0], a[1], a[2], a[3]]);
            assert_eq!(lanes::<S, N>(s.splat32(unit)), Array::<N>.splat32(unit));
            // Contract: all are below 1_0000.
            let [a, b] = [a, b].map(|v| Array.shr32::<16>(v));
            let narrow = lanes::<S, N>(s.narrow32(s.load(&a, 0), s.load(&b, 0)));
            assert_eq!(narrow, Array.narrow32(a, b), "{a:02x?} and {b:02x?}");
        }
        for (a, b) in all_pairs::<N>().step_by(7) {
            let (v, w) = (s.load(&a, 0), s.load(&b, 0));
            assert_eq!(s.zip8(v, w).map(lanes::<S, N>), Array.zip8(a, b));
            assert_eq!(s.count_flags(v), Array.count_flags(a), "{a:02x?}");
        }
    }
}

#[test]
fn lanes_of_32_bits() {
    every_token(Lanes32);
}

/// What `ours` stores, `len` bytes, is what `meant` does, into memory that ends
/// `overshoot` bytes behind it, at a guard page.
fn same<const N: usize>(
    memory: &mut Guarded,
    [len, meant_len]: [usize; 2],
    overshoot: usize,
    meant: impl FnOnce(*mut u8) -> *mut u8,
    ours: impl FnOnce(*mut u8) -> *mut u8,
) {
    assert_eq!(len, meant_len);
    let room = memory.room_at_end(meant_len + Array::<N>::OVERSHOOT_32);
    let start = room.as_mut_ptr();
    assert_eq!(meant(start).addr() - start.addr(), len);
    let meant = Vec::from(&room[..len]);
    let room = memory.room_at_end(len + overshoot);
    room.fill(0x55);
    let start = room.as_mut_ptr();
    assert_eq!(ours(start).addr() - start.addr(), len);
    assert_eq!(room[..len], meant);
}

#[derive(Clone, Copy)]
struct Stores;

impl Compare for Stores {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut memory = Guarded::new(4 * N + 32);
        let (mut random, a) = (Random::new(13), Array::<N>);
        for round in 0..if emulated() { 1000 } else { 20_000 } {
            let mut bytes = || from_fn::<u8, N, _>(|_| random.byte());
            let (first, second, flags, more) = (bytes(), bytes(), bytes(), bytes());
            // Every set of eight lanes; then sets at random, few to many.
            let often = random.below(9);
            let flags = match round {
                0..256 => from_fn(|i| if round >> (i % 8) & 1 == 0 { 0 } else { 0xFF }),
                _ => flags
                    .map(|flag| if random.below(8) < often { flag | 0x80 } else { flag & 0x7F }),
            };
            let mask = a.greater_i32(a.splat32(0), flags);
            let load = |v: [u8; N]| s.load(&v, 0);

            let [v, w, flagged, masked] = [first, second, flags, mask].map(load);
            // SAFETY: room for what is kept and the overshoot; as `same` gives it.
            let meant = |dst| unsafe { a.store_kept8(first, flags, dst) };
            // SAFETY: the same.
            let ours = |dst| unsafe { s.store_kept8(v, flagged, dst) };
            let len = [s.len_kept8(flagged), a.len_kept8(flags)];
            same::<N>(&mut memory, len, S::OVERSHOOT, meant, ours);

            // SAFETY: the same.
            let meant = |dst| unsafe { a.store_kept32([first, second], flags, dst) };
            // SAFETY: the same.
            let ours = |dst| unsafe { s.store_kept32([v, w], flagged, dst) };
            let len = [s.len_kept32(flagged), a.len_kept32(flags)];
            same::<N>(&mut memory, len, S::OVERSHOOT_32, meant, ours);

            // SAFETY: the same.
            let meant = |dst| unsafe { a.store_pairs8(first, second, flags, dst) };
            // SAFETY: the same.
            let ours = |dst| unsafe { s.store_pairs8(v, w, flagged, dst) };
            let len = [s.len_pairs8(flagged), a.len_pairs8(flags)];
            same::<N>(&mut memory, len, S::OVERSHOOT, meant, ours);

            // SAFETY: the same.
            let meant = |dst| unsafe { a.store_pairs16(first, mask, dst) };
            // SAFETY: the same.
            let ours = |dst| unsafe { s.store_pairs16(v, masked, dst) };
            let len = [s.len_pairs16(masked), a.len_pairs16(mask)];
            same::<N>(&mut memory, len, S::OVERSHOOT, meant, ours);

            let sizes = [flags, more];
            let loaded = sizes.map(load);
            // SAFETY: the same.
            let meant = |dst| unsafe { a.store_ends([first, second], sizes, dst) };
            // SAFETY: the same.
            let ours = |dst| unsafe { s.store_ends([v, w], loaded, dst) };
            let len = [s.len_ends(loaded), a.len_ends(sizes)];
            same::<N>(&mut memory, len, S::OVERSHOOT, meant, ours);
        }
    }
}

#[test]
fn stores_of_parts_of_lanes_beside_guard_pages() {
    every_token(Stores);
}
