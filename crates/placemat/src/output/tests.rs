//! Every store, at every level, beside guard pages and canaries; and what safe code could
//! do to break a slot.

use super::{BLOCK, Few, Output, SLACK, slack};
use crate::bytes::as_uninit;
use crate::common::guarded::Guarded;
use crate::common::random::Random;
use crate::simd::Simd;
use crate::simd::array;
use crate::simd::choice;
use crate::simd::dispatch::testing::at_every_level;
use crate::simd::dispatch::{self, Operation};
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::x86_64::avx512::Avx512;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use std::vec;
use std::vec::Vec;

/// What lies in a buffer before.
const CANARY: u8 = 0x55;

/// Whether `f` panics. Not tried where a panic ends the program: WebAssembly.
fn panics(f: impl FnOnce()) -> bool {
    cfg!(not(panic = "unwind")) || catch_unwind(AssertUnwindSafe(f)).is_err()
}

/// What `store` writes, with room for more.
fn whole(store: &impl Fn(&mut Output<'_>) -> bool) -> Vec<u8> {
    let mut buffer = [CANARY; 2048];
    let mut out = Output::new(as_uninit(&mut buffer));
    assert!(store(&mut out), "there is room");
    out.written_from(0).to_vec()
}

/// Calls `store` on buffers of every length, up to enough, that end at a guard page: it does
/// all, or nothing, and nothing behind `written` is changed.
fn at_every_room<S: Simd>(
    _: S,
    memory: &mut Guarded,
    what: &str,
    store: impl Fn(&mut Output<'_>) -> bool,
) {
    let meant = whole(&store);
    for room in 0..=meant.len() + slack::<S>() + 2 {
        let buffer = memory.room_at_end(room);
        buffer.fill(CANARY);
        let mut out = Output::new(as_uninit(buffer));
        let stored = store(&mut out);
        out.restore::<S>();
        let written = out.written();
        if stored {
            assert_eq!(out.written_from(0), meant, "{what}, room for {room}");
        } else {
            assert_eq!(written, 0, "{what}, room for {room}");
            assert!(room < meant.len() + slack::<S>(), "{what}, room for {room}");
        }
        let behind = &memory.room_at_end(room)[written..];
        assert!(behind.iter().all(|&byte| byte == CANARY), "{what}, room for {room}");
    }
}

/// Takes back the last two bytes.
fn but_two(out: &mut Output<'_>, stored: bool) -> bool {
    out.take_back(if stored { 2 } else { 0 });
    stored
}

/// All of them, with vectors of any bytes: masks that are none, three bytes where two are not
/// flagged. Bounds must not depend on what a kernel gives.
struct EveryStore;

impl Operation for EveryStore {
    type Output = ();
    const AVX512: choice::Lengths = choice::ALWAYS;

    #[inline(always)]
    fn len(&self) -> usize {
        0
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) {
        let mut memory = Guarded::new(4 * 4 * 64 + SLACK + 2);
        let mut random = Random::new(21);
        for round in 0..12 {
            let mut v = || {
                let mut bytes = [0; 64];
                // First all lanes, then none, then any.
                bytes.fill_with(|| match round {
                    0 => 0,
                    1 => 0xFF,
                    _ => random.byte(),
                });
                s.load(&bytes, 0)
            };
            let (a, b, c, d) = ([v(), v()], [v(), v()], [v(), v()], [v(), v()]);
            let lanes = [s.flagged(a[0]), s.flagged(a[1])];
            let units = |i: usize| s.units(s.and(b[i], s.splat(0x7F)), s.splat(0), s.splat(0));
            let m = &mut memory;
            at_every_room(s, m, "vectors", |out| out.vectors(s, [a, b]));
            at_every_room(s, m, "halves", |out| out.halves(s, [a, b]));
            let [[a0, a1], [b0, b1]] = [s.widen16(a[0]), s.widen16(b[0])];
            let four = [a0, a1, b0, b1];
            at_every_room(s, m, "narrowed32", |out| out.narrowed32::<S, false>(s, four));
            at_every_room(s, m, "narrowed32, swapped", |out| out.narrowed32::<S, true>(s, four));
            at_every_room(s, m, "vectors_but", |out| out.vectors_but(s, [a, b], 12));
            at_every_room(s, m, "widened16", |out| out.widened16::<S, false, 2>(s, a));
            at_every_room(s, m, "widened16, swapped", |out| out.widened16::<S, true, 2>(s, a));
            at_every_room(s, m, "widened32", |out| out.widened32::<S, false, 2>(s, a));
            at_every_room(s, m, "widened32, swapped", |out| out.widened32::<S, true, 2>(s, a));
            at_every_room(s, m, "units16", |out| {
                out.units16::<S, false, false, 2>(s, lanes, false, units)
            });
            at_every_room(s, m, "units16, few", |out| {
                out.units16::<S, false, true, 2>(s, lanes, false, units)
            });
            if round != 1 {
                at_every_room(s, m, "units16, split", |out| {
                    let stored = out.units16::<S, true, false, 2>(s, lanes, true, units);
                    but_two(out, stored)
                });
            }
            at_every_room(s, m, "units32", |out| {
                out.units32::<S, false, 2>(s, lanes, |i| (units(i), None))
            });
            at_every_room(s, m, "units32, upper", |out| {
                out.units32::<S, true, 2>(s, lanes, |i| (units(i), Some(c[i])))
            });
            at_every_room(s, m, "kept8", |out| out.kept8(s, a, |i| b[i]));
            at_every_room(s, m, "kept32", |out| out.kept32(s, a, |i| [b[i], c[i]]));
            at_every_room(s, m, "latin1", |out| out.latin1(s, a));
            at_every_room(s, m, "pairs16", |out| out.pairs16(s, a, |i| b[i]));
            at_every_room(s, m, "ends", |out| out.ends(s, [a, b], |i| [c[i], d[i]]));
            at_every_room(s, m, "one_or_two", |out| out.one_or_two(s, a));
            at_every_room(s, m, "one_to_three", |out| out.one_to_three(s, [a, b], [c, d]));
            for waits in [false, true] {
                at_every_room(s, m, "one_to_three_until", |out| {
                    out.one_to_three_until(s, [a, b], [c, d], waits)
                });
            }
        }
        misused(s);
    }

    fn scalar(self) {}
}

/// What safe code can do to a slot: panic while it is filled.
fn misused<S: Simd>(s: S) {
    let mut buffer = [CANARY; 1024];
    let mut out = Output::new(as_uninit(&mut buffer));
    assert!(out.write(b"before"));
    assert!(panics(|| {
        out.kept8(s, [s.splat(0); 3], |i| if i < 2 { s.splat(b'x') } else { panic!("between") });
    }));
    assert_eq!(out.written_from(0), b"before", "nothing of the slot counts");
    assert!(out.vectors(s, [[s.splat(b'y')]]), "and the output goes on");
    assert_eq!(out.written(), 6 + S::LANES);
    assert!(out.written_from(6).iter().all(|&byte| byte == b'y'));
}

#[test]
fn every_store_beside_guard_pages() {
    at_every_level(|_| dispatch::run(EveryStore));
    if array::RUNS {
        array::run::<16, _>(EveryStore);
        array::run::<32, _>(EveryStore);
        array::run::<64, _>(EveryStore);
    }
}

/// Text without holes, of holes only, and with any.
struct Splices;

const LEN: usize = 58;
static FEW: [Few; 2] = [Few::new(*b"<..>", 4), Few::new(*b"?___", 1)];

impl Operation for Splices {
    type Output = ();
    const AVX512: choice::Lengths = choice::ALWAYS;

    #[inline(always)]
    fn len(&self) -> usize {
        0
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) {
        let mut memory = Guarded::new(4 * LEN + BLOCK);
        let mut random = Random::new(22);
        for round in 0..300 {
            let text: Vec<u8> = (0..LEN + BLOCK).map(|_| random.byte()).collect();
            let (holes, counted) = match round {
                0 => (0, 0),
                1 => (u64::MAX, u64::MAX),
                2 => (u64::MAX, 0),
                _ => (random.next() & random.next(), random.next()),
            };
            let meant = |few: fn(u8) -> &'static [u8]| {
                let mut meant = Vec::new();
                for (i, &byte) in text[..LEN].iter().enumerate() {
                    match (holes >> i & 1, counted >> i & 1) {
                        (0, _) => meant.push(byte),
                        (_, 0) => {}
                        _ => meant.extend(few(byte)),
                    }
                }
                meant
            };
            let buffer = memory.room_at_end(4 * LEN + BLOCK);
            let few = |byte: u8| &FEW[usize::from(byte & 1)];
            let with_few = meant(|byte| FEW[usize::from(byte & 1)].as_slice());
            let mut out = Output::new(as_uninit(buffer));
            out.splice::<S, LEN, false>(s, &text, holes, counted, few);
            assert_eq!(out.written_from(0), with_few);
            let mut out = Output::new(as_uninit(buffer));
            out.splice::<S, LEN, true>(s, &text, holes, counted, few);
            assert_eq!(out.written_from(0), with_few);
            #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
            if let Some(s) = s.avx512() {
                let mut out = Output::new(as_uninit(buffer));
                out.splice_replacements::<LEN>(s, &text, holes, counted);
                assert_eq!(out.written_from(0), meant(|_| "\u{FFFD}".as_bytes()));
            }
        }
        let buffer = memory.room_at_end(4 * LEN + BLOCK - 1);
        let mut out = Output::new(as_uninit(buffer));
        let text = [0; LEN + BLOCK];
        assert!(panics(|| out.splice::<S, LEN, false>(s, &text, 0, 0, |_| &FEW[0])), "no room");
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if let Some(s) = s.avx512() {
            let mut out = Output::new(as_uninit(buffer));
            assert!(panics(|| out.splice_replacements::<LEN>(s, &text, 0, 0)), "no room");
        }
    }

    fn scalar(self) {}
}

#[test]
fn splices_beside_guard_pages() {
    at_every_level(|_| dispatch::run(Splices));
}

#[test]
fn what_is_taken_back_comes_back_only_as_it_was_written() {
    let mut buffer = [CANARY; 200];
    let mut out = Output::new(as_uninit(&mut buffer));
    assert!(out.write(b"abcdef"));
    out.take_back(4);
    assert_eq!(out.written_from(0), b"ab");
    out.undo_take_back();
    assert_eq!(out.written_from(0), b"abcdef");
    out.take_back(3);
    out.write(b"xy");
    assert_eq!(out.written_from(0), b"abcxy");
    assert!(panics(|| out.take_back(6)));
    assert!(panics(|| _ = out.written_from(6)));
}

#[test]
#[should_panic(expected = "len <= 4")]
fn few_bytes_are_at_most_four() {
    let _ = Few::new([0; 4], 5);
}

/// Writes what it is given, if it is not to write elsewhere.
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
struct Copies;

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
impl dispatch::Apart for Copies {
    type State = bool;

    #[inline(always)]
    fn run(_: Avx512, src: &[u8], out: &mut Output<'_>, elsewhere: &mut bool) -> usize {
        if *elsewhere {
            *out = Output::new(as_uninit(Vec::leak(vec![0; src.len()])));
        }
        if out.write(src) { src.len() } else { 0 }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
struct InTheRest;

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
impl Operation for InTheRest {
    type Output = ();
    const AVX512: choice::Lengths = choice::ALWAYS;

    fn len(&self) -> usize {
        0
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) {
        let Some(s) = s.avx512() else { return };
        let mut buffer = [CANARY; 8];
        let mut out = Output::new(as_uninit(&mut buffer));
        assert!(out.write(b"abcd"));
        out.take_back(2);
        assert_eq!(dispatch::apart::<Copies>(s, b"xyz", &mut out, &mut false), 3);
        out.undo_take_back();
        assert_eq!(out.written_from(0), b"abxyz");
        assert_eq!(dispatch::apart::<Copies>(s, b"four", &mut out, &mut false), 0, "no room");
        assert!(panics(|| _ = dispatch::apart::<Copies>(s, b"xyz", &mut out, &mut true)));
        assert_eq!(out.written_from(0), b"abxyz");
        assert_eq!(buffer, *b"abxyzUUU");
    }

    fn scalar(self) {}
}

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
#[test]
fn what_another_output_writes_to_the_rest_is_counted() {
    at_every_level(|_| dispatch::run(InTheRest));
}
