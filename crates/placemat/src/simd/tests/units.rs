//! The operations on lanes of 16 bits, and the stores of UTF-8, UTF-16 and
//! UTF-32, against the array.

use super::all_bytes;
use super::{Binary, Compare, Unary, every_token, lanes};
use crate::common::guarded::Guarded;
use crate::common::levels::emulated;
use crate::common::random::Random;
use crate::simd::Vector;
use crate::simd::array::Array;
use crate::simd::{Simd, Wide};
use std::array::from_fn;
use std::vec::Vec;

/// Units at the edges of the classes of UTF-16, and of signed and unsigned
/// numbers.
pub(super) const EDGES: [u16; 32] = [
    0, 1, 2, 0x3F, 0x40, 0x41, 0x7E, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0xFE, 0xFF, 0x100, 0x101, 0x7FE,
    0x7FF, 0x800, 0x801, 0x7FFF, 0x8000, 0x8001, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000,
    0xFFFD, 0xFFFE, 0xFFFF,
];

/// A vector of these units.
fn vector<const N: usize>(mut unit: impl FnMut(usize) -> u16) -> [u8; N] {
    let mut v = [0; N];
    let (units, _) = v.as_chunks_mut::<2>();
    units.iter_mut().enumerate().for_each(|(i, place)| *place = unit(i).to_ne_bytes());
    v
}

/// Every pair of edges, each in every lane; then pairs at random.
fn pairs<const N: usize>() -> impl Iterator<Item = ([u8; N], [u8; N])> {
    let edges = (0..EDGES.len() * EDGES.len()).map(|first| {
        let pair = |lane: usize| (first + lane) % (EDGES.len() * EDGES.len());
        let a = vector(|lane| EDGES[pair(lane) / EDGES.len()]);
        (a, vector(|lane| EDGES[pair(lane) % EDGES.len()]))
    });
    let mut random = Random::new(6);
    edges.chain((0..5000).map(move |_| {
        let mut unit =
            |_| if random.below(3) == 0 { random.one_of(&EDGES) } else { random.next() as u16 };
        (vector(&mut unit), vector(&mut unit))
    }))
}

#[derive(Clone, Copy)]
struct Lanes16;

impl Compare for Lanes16 {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let unary: [(&str, Unary<S>, Unary<Array<N>>); 12] = [
            ("swap16", S::swap16, Array::swap16),
            ("repeat_low_byte16", S::repeat_low_byte16, Array::repeat_low_byte16),
            ("shl16 1", S::shl16::<1>, Array::shl16::<1>),
            ("shl16 2", S::shl16::<2>, Array::shl16::<2>),
            ("shl16 6", S::shl16::<6>, Array::shl16::<6>),
            ("shl16 8", S::shl16::<8>, Array::shl16::<8>),
            ("shl16 15", S::shl16::<15>, Array::shl16::<15>),
            ("shr16 1", S::shr16::<1>, Array::shr16::<1>),
            ("shr16 4", S::shr16::<4>, Array::shr16::<4>),
            ("shr16 6", S::shr16::<6>, Array::shr16::<6>),
            ("shr16 12", S::shr16::<12>, Array::shr16::<12>),
            ("shr16 15", S::shr16::<15>, Array::shr16::<15>),
        ];
        let binary: [(&str, Binary<S>, Binary<Array<N>>); 6] = [
            ("add16", S::add16, Array::add16),
            ("sub16", S::sub16, Array::sub16),
            ("min_u16", S::min_u16, Array::min_u16),
            ("equal16", S::equal16, Array::equal16),
            ("saturating_add16", S::saturating_add16, Array::saturating_add16),
            ("shift_in16", S::shift_in16, Array::shift_in16),
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
            assert_eq!(s.sum16(v), Array.sum16(a), "{a:02x?}");
            for limit in [1, 0x80, 0x800, 0xFFFF] {
                let any = a.as_chunks().0.iter().any(|&unit| u16::from_ne_bytes(unit) < limit);
                assert_eq!(s.any_below16(limit, v), any, "{limit:x}: {a:02x?}");
            }
            for limit in [0x7F, 0x7FF, 0xFFFF] {
                // Small numbers, too: few lanes of these bytes are below a limit.
                for mask in [u32::MAX, 0xFFFF, 0x7FF, 0x7F] {
                    let a = Array.and(a, Array.splat32(mask));
                    let any = a.as_chunks().0.iter().any(|&n| u32::from_ne_bytes(n) > limit);
                    assert_eq!(s.any_above32(limit, s.load(&a, 0)), any, "{limit:x}: {a:02x?}");
                }
            }
            // The order of the lanes is that of the instruction set.
            let [ours, surrogates] = s.add_missing_utf8(s.splat(1), [v, w]);
            let [meant, meant_surrogates] = Array.add_missing_utf8([1; N], [a, b]);
            let count = |lanes: [u8; N]| lanes.into_iter().filter(|&lane| lane >= 0xF0).count();
            let ours = (s.sum_u8(ours), count(lanes::<S, N>(surrogates)));
            let meant = (Array.sum_u8(meant), count(meant_surrogates));
            assert_eq!(ours, meant, "add_missing_utf8 of {a:02x?} and {b:02x?}");
            if let Some(sets) = s.surrogates(surrogates) {
                let units =
                    [a.as_chunks().0, b.as_chunks().0].concat().into_iter().map(u16::from_ne_bytes);
                let set = |first| {
                    let bits = units.clone().enumerate();
                    bits.map(|(i, unit)| u64::from(unit & 0xFC00 == first) << i).sum::<u64>()
                };
                assert_eq!(sets, [set(0xD800), set(0xDC00)], "surrogates of {a:02x?} and {b:02x?}");
            }
            // Contract: all are below 100.
            let [c, d] = [a, b].map(|v| Array.and(v, Array.splat16(0x00FF)));
            let [e, f] = [a, b].map(|v| Array.shr16::<8>(v));
            let narrow = lanes::<S, N>(s.narrow16(s.load(&c, 0), s.load(&f, 0)));
            assert_eq!(narrow, Array.narrow16(c, f), "{c:02x?} and {f:02x?}");
            // The order of the lanes shows nowhere else.
            let low = s.pack16([s.load(&c, 0), s.load(&d, 0)]);
            let high = s.pack16([s.load(&e, 0), s.load(&f, 0)]);
            let ours = s.unpack16(low, high).map(|v| lanes::<S, N>(v));
            let meant = Array.unpack16(Array.pack16([c, d]), Array.pack16([e, f]));
            assert_eq!(ours, meant, "{c:02x?}, {d:02x?} and {e:02x?}, {f:02x?}");
        }
        assert_eq!(s.sum16(s.splat16(0xFFFF)), 0xFFFF * N / 2);
        for unit in EDGES {
            assert_eq!(lanes::<S, N>(s.splat16(unit)), Array::<N>.splat16(unit));
        }
    }
}

#[test]
fn lanes_of_16_bits() {
    every_token(Lanes16);
}

/// Checks a store of `len` bytes that may overwrite `more`: the memory ends
/// there, at a guard page.
fn stored<const N: usize>(
    memory: &mut Guarded,
    len: usize,
    more: usize,
    store: impl FnOnce(*mut u8),
) -> Vec<u8> {
    assert!(len <= 4 * N);
    let room = memory.room_at_end(len + more);
    room.fill(0x55);
    store(room.as_mut_ptr());
    Vec::from(&room[..len])
}

#[derive(Clone, Copy)]
struct Utf8Stores;

impl Compare for Utf8Stores {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut memory = Guarded::new(4 * N + Array::<N>::OVERSHOOT);
        let (mut random, a) = (Random::new(8), Array::<N>);
        for round in 0..if emulated() { 1000 } else { 20_000 } {
            let mut bytes = || from_fn::<u8, N, _>(|_| random.byte());
            let (first, last) = ([bytes(), bytes()], [bytes(), bytes()]);
            let often = [0, 1, 2, 7, 8][round % 5];
            let mut mask = |implied_by: Option<[u8; N]>| -> [u8; N] {
                vector(|i| match implied_by {
                    Some(two) if two[2 * i] == 0 => 0,
                    _ if random.below(8) < often => 0xFFFF,
                    _ => 0,
                })
            };
            let two = [mask(None), mask(None)];
            let three = two.map(|two| mask(Some(two)));
            let load = |v: [[u8; N]; 2]| v.map(|v| s.load(&v, 0));

            // Contract: below 800; where two bytes are not wanted, below 80.
            let units: [[u8; N]; 2] = from_fn(|i| {
                let below = a.or(a.and(two[i], a.splat16(0x7FF)), a.splat16(0x7F));
                a.and(first[i], below)
            });
            let (bytes, meant) = (s.one_or_two(load(units)), a.one_or_two(units));
            let all_one = s.all_one(units.map(|v| s.load(&v, 0)), bytes);
            assert_eq!(all_one, a.all_one(units, meant), "{units:02x?}");
            let kept = [s.len_one_or_two(s.keep_one_or_two(bytes)), {
                a.len_one_or_two(a.keep_one_or_two(meant))
            }];
            let len = kept[1];
            assert_eq!(kept[0], len, "{units:02x?}");
            // SAFETY: room for the kept bytes and the overshoot.
            let store = |dst| unsafe { s.store_one_or_two(bytes, s.keep_one_or_two(bytes), dst) };
            let more = if S::MASKS { 0 } else { S::OVERSHOOT };
            let ours = stored::<N>(&mut memory, len, more, store);
            // SAFETY: the same.
            let store = |dst| unsafe { a.store_one_or_two(meant, a.keep_one_or_two(meant), dst) };
            let meant = stored::<N>(&mut memory, len, Array::<N>::OVERSHOOT, store);
            assert_eq!(ours, meant, "{units:02x?}");

            // Any bytes at all, of which a half are ASCII every other time.
            let text: [u8; N] =
                from_fn(|i| first[0][i] & if round % 2 == 0 { 0xFF } else { last[0][i] | 0x7F });
            let len = N + text.iter().filter(|byte| !byte.is_ascii()).count();
            assert_eq!(s.len_pairs8(s.load(&text, 0)), len);
            // SAFETY: the same.
            let store = |dst| _ = unsafe { s.store_latin1(s.load(&text, 0), dst) };
            let ours = stored::<N>(&mut memory, len, S::OVERSHOOT, store);
            let meant: std::string::String = text.iter().map(|&byte| char::from(byte)).collect();
            assert_eq!(ours, meant.as_bytes(), "{text:02x?}");

            let kept = s.keep_one_to_three(load(two), load(three));
            let meant = a.keep_one_to_three(two, three);
            let len = a.len_one_to_three(meant);
            assert_eq!(s.len_one_to_three(kept), len);
            assert_eq!(s.keeps_three(kept), a.keeps_three(meant));
            // SAFETY: the same.
            let store = |dst| unsafe { s.store_one_to_three(load(first), load(last), kept, dst) };
            let ours = stored::<N>(&mut memory, len, S::OVERSHOOT, store);
            // SAFETY: the same.
            let store = |dst| unsafe { a.store_one_to_three(first, last, meant, dst) };
            let meant = stored::<N>(&mut memory, len, Array::<N>::OVERSHOOT, store);
            assert_eq!(ours, meant, "{two:02x?} {three:02x?}");

            // SAFETY: room for three bytes a lane and the overshoot.
            let store = |dst| unsafe { s.store_three(load(first), load(last), dst) };
            let ours = stored::<N>(&mut memory, 3 * N, S::OVERSHOOT, store);
            // SAFETY: the same.
            let store = |dst| unsafe { a.store_three(first, last, dst) };
            assert_eq!(ours, stored::<N>(&mut memory, 3 * N, Array::<N>::OVERSHOOT, store));
        }
        for v in all_bytes::<N>() {
            // SAFETY: room for the vector.
            let store = |dst| unsafe { s.store_unaligned(s.load(&v, 0), dst) };
            assert_eq!(stored::<N>(&mut memory, N, 0, store), v);
        }
    }
}

#[test]
fn stores_of_utf8_beside_guard_pages() {
    every_token(Utf8Stores);
}

#[derive(Clone, Copy)]
struct UnitStores;

impl UnitStores {
    /// What `store_kept` and `store_kept_32` store for a set of `dropped` lanes
    /// whose first lanes of eight are those of `round`.
    fn kept<S: Simd, const N: usize, const SWAPPED: bool>(
        memory: &mut Guarded,
        s: S,
        round: usize,
        random: &mut Random,
    ) {
        // Every field with all of its values; every set of eight lanes.
        let middle: [u8; N] = from_fn(|_| random.byte() & random.one_of(&[0x3F, 0]));
        let low: [u8; N] = from_fn(|i| random.byte() & if middle[i] == 0 { 0x7F } else { 0x3F });
        let high: [u8; N] = from_fn(|_| random.byte() & 0xF0);
        let upper: [u8; N] = from_fn(|_| random.byte() & 0x1F);
        let dropped: [u8; N] = match round {
            0..8192 => {
                let sets = (round & 0xFF, round / 32);
                let set = |lane: usize| if lane & 8 == 0 { sets.0 } else { sets.1 };
                from_fn(|i| if set(i) >> (i % 8) & 1 == 0 { 0 } else { 0xFF })
            }
            _ => from_fn(|_| random.one_of(&[0, 0xFF])),
        };
        let (a, meant_dropped) = (Array::<N>, Array::<N>.flagged(dropped));
        let meant = a.units(low, middle, high);
        let units = s.units(s.load(&low, 0), s.load(&middle, 0), s.load(&high, 0));
        let flags = s.load(&dropped, 0);
        assert_eq!(lanes::<S, N>(s.mask_of(s.bits(flags))), dropped);
        // Two ways to the same set.
        let dropped =
            if round.is_multiple_of(2) { s.flagged(flags) } else { s.lanes_of(s.bits(flags)) };
        assert_eq!(s.count(dropped), a.count(meant_dropped));
        let kept = N - s.count(dropped);

        // SAFETY: room for the units kept and the slack.
        let store = |dst| unsafe { s.store_kept::<SWAPPED, false>(units, dropped, dst) };
        let ours = stored::<N>(memory, 2 * kept, S::OVERSHOOT, store);
        // SAFETY: room for the units kept, and 16 bytes.
        let store = |dst| unsafe { s.store_kept::<SWAPPED, true>(units, dropped, dst) };
        assert_eq!(ours, stored::<N>(memory, 2 * kept, 16, store), "few");
        // SAFETY: room for the units kept and the slack.
        let store = |dst| unsafe { a.store_kept::<SWAPPED, false>(meant, meant_dropped, dst) };
        assert_eq!(ours, stored::<N>(memory, 2 * kept, Array::<N>::OVERSHOOT, store));

        for upper in [None, Some(upper)] {
            let loaded = upper.map(|upper| s.load(&upper, 0));
            // SAFETY: room for the units kept and the slack.
            let store = |dst| unsafe { s.store_kept_32::<SWAPPED>(units, loaded, dropped, dst) };
            let ours = stored::<N>(memory, 4 * kept, S::OVERSHOOT_32, store);
            // SAFETY: the same.
            let store =
                |dst| unsafe { a.store_kept_32::<SWAPPED>(meant, upper, meant_dropped, dst) };
            assert_eq!(ours, stored::<N>(memory, 4 * kept, Array::<N>::OVERSHOOT_32, store));
        }
    }

    fn widened<S: Simd, const N: usize, const SWAPPED: bool>(
        memory: &mut Guarded,
        s: S,
        v: [u8; N],
    ) {
        // SAFETY: room for a unit a lane.
        let store = |dst| unsafe { s.store_widened::<SWAPPED>(s.load(&v, 0), dst) };
        let ours = stored::<N>(memory, 2 * N, 0, store);
        // SAFETY: the same.
        let store = |dst| unsafe { Array.store_widened::<SWAPPED>(v, dst) };
        assert_eq!(ours, stored::<N>(memory, 2 * N, 0, store));
        // SAFETY: the same.
        let store = |dst| unsafe { s.store_widened_32::<SWAPPED>(s.load(&v, 0), dst) };
        let ours = stored::<N>(memory, 4 * N, 0, store);
        // SAFETY: the same.
        let store = |dst| unsafe { Array.store_widened_32::<SWAPPED>(v, dst) };
        assert_eq!(ours, stored::<N>(memory, 4 * N, 0, store));
    }
}

impl Compare for UnitStores {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut memory = Guarded::new(4 * N + Array::<N>::OVERSHOOT_32);
        let mut random = Random::new(4);
        for round in (0..12_000).step_by(if emulated() { 17 } else { 1 }) {
            Self::kept::<S, N, false>(&mut memory, s, round, &mut random);
            Self::kept::<S, N, true>(&mut memory, s, round, &mut random);
        }
        for v in all_bytes::<N>() {
            Self::widened::<S, N, false>(&mut memory, s, v);
            Self::widened::<S, N, true>(&mut memory, s, v);
        }
    }
}

#[test]
fn stores_of_units_beside_guard_pages() {
    every_token(UnitStores);
}
