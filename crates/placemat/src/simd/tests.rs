//! Every vector operation of every token against the array, which says what it
//! means: all bytes, all pairs of bytes, in all lanes; loads at all alignments
//! and beside pages that nobody may touch.

mod units;
mod wide;

use super::array::Array;
use super::dispatch::{self, Operation};
use super::{BLOCK, Simd, Vector, Window, choice};
use crate::common::filler::Aligned;
use crate::common::guarded::Guarded;
use crate::common::levels;
use crate::common::random::Random;
use crate::level::Level;
use std::array::from_fn;
use std::mem::transmute_copy;
use std::vec::Vec;

/// A comparison with the array of as many lanes.
trait Compare: Copy {
    fn compare<S: Simd, const N: usize>(self, s: S);
}

/// Runs a comparison with the token of a level.
#[derive(Clone, Copy)]
struct WithToken<C>(C);

impl<C: Compare> Operation for WithToken<C> {
    type Output = ();
    const AVX512: choice::Lengths = choice::ALWAYS;

    #[inline(always)]
    fn len(&self) -> usize {
        0
    }

    fn with_vectors<S: Simd>(self, s: S) {
        match S::LANES {
            16 => self.0.compare::<S, 16>(s),
            32 => self.0.compare::<S, 32>(s),
            64 => self.0.compare::<S, 64>(s),
            lanes => panic!("no array of {lanes} lanes is compared"),
        }
    }

    fn scalar(self) {}
}

/// Compares every token that the processor allows.
fn every_token(comparison: impl Compare) {
    for &level in Level::all() {
        if level.is_available() {
            // SAFETY: the level is available.
            unsafe { dispatch::run_at(level, WithToken(comparison)) };
        } else {
            assert!(!levels::expected_levels().contains(&level), "expected {level}");
            levels::report_skipped(&std::format!("level {level}"));
        }
    }
    // The comparisons themselves.
    comparison.compare::<_, 16>(Array::<16>);
}

/// The lanes of a vector.
fn lanes<S: Simd, const N: usize>(v: S::V) -> [u8; N] {
    assert_eq!((size_of::<S::V>(), S::LANES), (N, N));
    // SAFETY: both have N bytes, and any bytes are an array of bytes.
    unsafe { transmute_copy(&v) }
}

/// Vectors in whose lanes every byte appears, each of them in each lane.
fn all_bytes<const N: usize>() -> impl Iterator<Item = [u8; N]> {
    (0..=255_u8).map(|first| from_fn(|lane| first.wrapping_add(lane as u8)))
}

/// Pairs of vectors in which every pair of bytes appears, each in each lane.
fn all_pairs<const N: usize>() -> impl Iterator<Item = ([u8; N], [u8; N])> {
    // In an emulator, pairs 17 apart: each still in many lanes.
    (0..=0xFFFF_u16).step_by(if levels::emulated() { 17 } else { 1 }).map(|first| {
        let pair = |lane: usize| first.wrapping_add(lane as u16).to_le_bytes();
        (from_fn(|lane| pair(lane)[0]), from_fn(|lane| pair(lane)[1]))
    })
}

type Unary<S> = fn(S, <S as Vector>::V) -> <S as Vector>::V;
type Binary<S> = fn(S, <S as Vector>::V, <S as Vector>::V) -> <S as Vector>::V;

#[derive(Clone, Copy)]
struct OneVector;

impl Compare for OneVector {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let unary: [(&str, Unary<S>, Unary<Array<N>>); 9] = [
            ("high_nibble", S::high_nibble, Array::high_nibble),
            ("low_nibble", S::low_nibble, Array::low_nibble),
            ("shift_up 1", S::shift_up::<1>, Array::shift_up::<1>),
            ("shift_up 2", S::shift_up::<2>, Array::shift_up::<2>),
            ("shift_up 3", S::shift_up::<3>, Array::shift_up::<3>),
            ("shift_up 4", S::shift_up::<4>, Array::shift_up::<4>),
            ("is_continuation", S::is_continuation, Array::is_continuation),
            ("shift_left_2", S::shift_left_2, Array::shift_left_2),
            ("shift_left_4", S::shift_left_4, Array::shift_left_4),
        ];
        for a in all_bytes::<N>() {
            let v = s.load(&a, 0);
            assert_eq!(lanes::<S, N>(v), a);
            for (name, ours, meant) in unary {
                assert_eq!(lanes::<S, N>(ours(s, v)), meant(Array, a), "{name} of {a:02x?}");
            }
            assert_eq!(s.sum_u8(v), Array.sum_u8(a), "{a:02x?}");
            assert_eq!(s.any_nonzero(v), Array.any_nonzero(a), "{a:02x?}");
            assert_eq!(s.any_high_bit(v), Array.any_high_bit(a), "{a:02x?}");
            assert_eq!(lanes::<S, N>(s.splat(a[0])), [a[0]; N]);
        }
    }
}

#[test]
fn operations_on_one_vector() {
    every_token(OneVector);
}

#[derive(Clone, Copy)]
struct TwoVectors;

impl Compare for TwoVectors {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let binary: [(&str, Binary<S>, Binary<Array<N>>); 11] = [
            ("and", S::and, Array::and),
            ("or", S::or, Array::or),
            ("xor", S::xor, Array::xor),
            ("and_not", S::and_not, Array::and_not),
            ("sub", S::sub, Array::sub),
            ("saturating_sub", S::saturating_sub, Array::saturating_sub),
            ("min_u8", S::min_u8, Array::min_u8),
            ("max_u8", S::max_u8, Array::max_u8),
            ("min_i8", S::min_i8, Array::min_i8),
            ("less_than_i8", S::less_than_i8, Array::less_than_i8),
            ("add_continuations", S::add_continuations, Array::add_continuations),
        ];
        for (a, b) in all_pairs::<N>() {
            let (v, w) = (s.load(&a, 0), s.load(&b, 0));
            for (name, ours, meant) in binary {
                let (ours, meant) = (lanes::<S, N>(ours(s, v, w)), meant(Array, a, b));
                assert_eq!(ours, meant, "{name} of {a:02x?} and {b:02x?}");
            }
            let mask: [u8; N] = from_fn(|i| if (a[i] ^ b[i]) & 1 == 0 { 0 } else { 0xFF });
            let selected = lanes::<S, N>(s.select(v, w, s.load(&mask, 0)));
            assert_eq!(selected, Array.select(a, b, mask), "{a:02x?} and {b:02x?}");
            let flags = Array.xor(a, Array.shift_left_4(b));
            let selected = lanes::<S, N>(s.select_flagged(v, w, s.load(&flags, 0)));
            assert_eq!(selected, Array.select_flagged(a, b, flags), "{a:02x?} and {b:02x?}");
        }
    }
}

#[test]
fn operations_on_two_vectors() {
    every_token(TwoVectors);
}

#[derive(Clone, Copy)]
struct Lookups;

impl Compare for Lookups {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut random = Random::new(1);
        for round in 0..64 {
            let entries: [u8; 16] = match round {
                0 => from_fn(|i| i as u8),
                1 => [0xFF; 16],
                2 => [0x80; 16],
                _ => from_fn(|_| random.byte()),
            };
            let (table, meant) = (s.table(entries), Array::<N>.table(entries));
            assert_eq!(lanes::<S, N>(table), meant);
            // Contract: below 16, and below 128.
            for a in all_bytes::<N>() {
                let index = a.map(|byte| byte % 16);
                let found = lanes::<S, N>(s.lookup(table, s.load(&index, 0)));
                assert_eq!(found, Array.lookup(meant, index), "{entries:02x?} at {index:02x?}");
                let index = a.map(|byte| byte % 128);
                let found = lanes::<S, N>(s.lookup_low(table, s.load(&index, 0)));
                assert_eq!(found, Array.lookup_low(meant, index), "{entries:02x?} at {index:02x?}");
            }
        }
    }
}

#[test]
fn lookups() {
    every_token(Lookups);
}

#[derive(Clone, Copy)]
struct Reductions;

impl Compare for Reductions {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        // Every bit of every lane is seen, alone and in company.
        for lane in 0..N {
            for bit in 0..8 {
                let mut a = [0; N];
                a[lane] = 1 << bit;
                for a in [a, a.map(|byte| !byte), a.map(|byte| byte | 0x7F)] {
                    let v = s.load(&a, 0);
                    assert_eq!(s.any_nonzero(v), Array.any_nonzero(a), "{a:02x?}");
                    assert_eq!(s.any_high_bit(v), Array.any_high_bit(a), "{a:02x?}");
                    assert_eq!(s.sum_u8(v), Array.sum_u8(a), "{a:02x?}");
                }
            }
        }
        for from in 0..=N {
            for to in 0..=N {
                let mask = Array::<N>.lanes(from, to);
                let v = s.lanes(from, to);
                assert_eq!(lanes::<S, N>(v), mask, "{from} to {to}");
                let members = to.saturating_sub(from);
                assert_eq!(s.count(s.flagged(v)), members, "{from} to {to}");
            }
        }
        assert!(!s.any_nonzero(s.splat(0)));
        assert!(!s.any_high_bit(s.splat(0x7F)));
        assert_eq!(s.sum_u8(s.splat(0xFF)), 255 * N);
        // Totals hold 255 additions.
        let mut continuations = s.splat(0);
        for _ in 0..255 {
            continuations = s.add_continuations(continuations, s.splat(0xBF));
        }
        assert_eq!(s.sum_u8(continuations), 255 * N);
    }
}

#[test]
fn reductions() {
    every_token(Reductions);
}

/// Bytes that differ from their neighbours.
fn numbered(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + 1) as u8).collect()
}

#[derive(Clone, Copy)]
struct Loads;

impl Compare for Loads {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let bytes = numbered(N + 64);
        let mut room = Aligned::new(bytes.len());
        for alignment in 0..128 {
            let text = room.place(&bytes, alignment);
            for at in 0..=64 {
                assert_eq!(lanes::<S, N>(s.load(text, at)), bytes[at..at + N]);
            }
            for len in 0..=N + 3 {
                let part = &text[..len];
                let loaded = lanes::<S, N>(s.load_partial(part));
                assert_eq!(loaded, Array::<N>.load_partial(part), "{len} bytes");
                assert_eq!(loaded[..len.min(N)], part[..len.min(N)]);
                assert!(loaded[len.min(N)..].iter().all(|&lane| lane == 0));
            }
        }
    }
}

#[test]
fn loads_at_every_alignment() {
    every_token(Loads);
}

#[derive(Clone, Copy)]
struct GuardedLoads;

impl Compare for GuardedLoads {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut memory = Guarded::new(4 * N);
        for len in 0..=N {
            let bytes = numbered(len);
            let meant = Array::<N>.load_partial(&bytes);
            assert_eq!(lanes::<S, N>(s.load_partial(memory.at_end(&bytes))), meant);
            assert_eq!(lanes::<S, N>(s.load_partial(memory.at_start(&bytes))), meant);
        }
        let bytes = numbered(N);
        assert_eq!(lanes::<S, N>(s.load(memory.at_end(&bytes), 0)), bytes[..]);
        assert_eq!(lanes::<S, N>(s.load(memory.at_start(&bytes), 0)), bytes[..]);
    }
}

#[test]
fn loads_beside_guard_pages() {
    every_token(GuardedLoads);
}

#[cfg(panic = "unwind")]
#[derive(Clone, Copy)]
struct LoadOutside;

#[cfg(panic = "unwind")]
impl Compare for LoadOutside {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        let bytes = numbered(N + 3);
        for at in [4, N, N + 3, N + 4, usize::MAX - N, usize::MAX] {
            let loaded = catch_unwind(AssertUnwindSafe(|| _ = s.load(&bytes, at)));
            assert!(loaded.is_err(), "{N} bytes from {at} of {} were loaded", bytes.len());
        }
    }
}

#[cfg(panic = "unwind")]
#[test]
fn a_load_outside_of_the_text_panics() {
    every_token(LoadOutside);
}

#[derive(Clone, Copy)]
struct Windows;

impl Compare for Windows {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let len = Window::<S>::LEN;
        assert_eq!(len, 4 * N);
        let bytes = numbered(len + 16);
        for end in 0..bytes.len() {
            let text = &bytes[..end];
            for at in (0..end + 4).chain([usize::MAX - 2, usize::MAX]) {
                let fits = at >= 4 && at.checked_add(len).is_some_and(|behind| behind <= end);
                let Some(window) = Window::new(s, text, at) else {
                    assert!(!fits, "no window at {at} of {end}");
                    continue;
                };
                assert!(fits, "a window at {at} of {end}");
                for vector in 0..4 {
                    let start = at + vector * N;
                    let loaded = [
                        window.load::<0>(vector),
                        window.load::<1>(vector),
                        window.load::<2>(vector),
                        window.load::<3>(vector),
                        window.load::<4>(vector),
                    ];
                    for (back, v) in loaded.into_iter().enumerate() {
                        assert_eq!(lanes::<S, N>(v), text[start - back..][..N]);
                    }
                    let before = [
                        window.before::<1>(vector),
                        window.before::<2>(vector),
                        window.before::<3>(vector),
                        window.before::<4>(vector),
                    ];
                    for (i, v) in before.into_iter().enumerate() {
                        assert_eq!(lanes::<S, N>(v), text[start - i - 1..][..N]);
                    }
                }
                let highest = from_fn(|lane| (0..4).map(|i| text[at + i * N + lane]).max());
                assert_eq!(lanes::<S, N>(window.highest()).map(Some), highest);
            }
        }
    }
}

#[test]
fn windows_lie_inside_the_text() {
    every_token(Windows);
}

#[derive(Clone, Copy)]
struct NotAscii;

impl Compare for NotAscii {
    fn compare<S: Simd, const N: usize>(self, s: S) {
        let mut random = Random::new(5);
        for round in 0..400 {
            let mut block = std::vec![b'a'; BLOCK * N];
            for _ in 0..round / 4 {
                block[random.below(BLOCK * N)] = 0x80 + random.below(0x80) as u8;
            }
            let Some([found, last]) = s.not_ascii(&block) else { return };
            for (i, vector) in block.chunks(N).enumerate() {
                let [found, last] = [found, last].map(|set| set >> i & 1 == 1);
                assert_eq!(found, !vector.is_ascii());
                assert!(last || vector[N - 1] < 0x80);
                assert!(found || !last);
            }
        }
    }
}

#[test]
fn vectors_of_a_block_that_are_not_ascii() {
    every_token(NotAscii);
}
