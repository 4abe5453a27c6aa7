//! Malformed texts of few units, with U+FFFD in the place of what is malformed, by vectors that have no
//! masks: `mend_brief.rs` is for those that have. The loop of the engine, which goes item by item, takes two
//! to four times as long for a word with an error.
//!
//! Bits say what is malformed, as in longer texts, but how long the text is, and how many errors it has,
//! is asked as seldom as can be: nobody can foresee it. All goes to a buffer on the stack, which has
//! room behind it, and from there by moves that overlap.

use super::mend::BrieflyMended;
use super::mend_utf8_to_utf16::units;
use super::utf16_to_utf8::Writer;
use crate::boundary;
use crate::bytes::as_uninit;
use crate::output::{BLOCK, Few, Output, SLACK};
use crate::simd::dispatch::{self, Operation};
use crate::simd::{Simd, choice};
use crate::validate::subparts::Subparts;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// What mends a text, part by part.
pub(crate) trait Mend {
    /// The most bytes that the text may have: more are quicker by the kernels for long text.
    const MOST: usize;

    /// How many bytes are the first part of `src`, up to a boundary.
    fn part(src: &[u8]) -> usize;

    /// Mends `src`, a part, or as much of it as there is room for.
    fn run<S: Simd>(s: S, src: &[u8], out: Output<'_>) -> BrieflyMended;
}

/// Does it, if there are vectors, and `src` is not too long.
pub(crate) fn run<M: Mend>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
    let mut all = BrieflyMended::default();
    if src.len() > M::MOST {
        return all;
    }
    // Each turn but the last reads something.
    loop {
        let rest = &src[all.read()..];
        let dst = &mut dst[all.written..];
        let part = Part::<M> { src: &rest[..M::part(rest)], dst, mend: PhantomData };
        let mended = dispatch::run(part);
        all = all.and(mended);
        if mended.read() == 0 || all.read() == src.len() {
            return all;
        }
    }
}

struct Part<'s, 'd, M> {
    src: &'s [u8],
    dst: &'d mut [MaybeUninit<u8>],
    mend: PhantomData<M>,
}

impl<M: Mend> Operation for Part<'_, '_, M> {
    type Output = BrieflyMended;
    const AVX512: choice::Lengths = choice::NEVER;

    #[inline(always)]
    fn len(&self) -> usize {
        self.src.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> BrieflyMended {
        M::run(s, self.src, Output::new(self.dst))
    }

    fn scalar(self) -> BrieflyMended {
        BrieflyMended::default()
    }
}

/// The most bytes of a part of UTF-8, and of so many parts.
const PART: usize = 63;
const MOST: usize = 4 * PART;

/// The first part of UTF-8.
#[inline(always)]
fn part(src: &[u8]) -> usize {
    if src.len() <= PART { src.len() } else { boundary::item_start(src, PART) }
}

/// The vector from `at` on, with zeros behind the text, and those that begin up to N - 1 bytes before.
#[inline(always)]
fn vectors<S: Simd, const N: usize>(s: S, src: &[u8], at: usize) -> [S::V; N] {
    let mut vectors = [s.load_partial(&src[at..]); N];
    for (back, v) in vectors.iter_mut().enumerate().skip(1) {
        *v = match back {
            _ if at > 0 => s.load_partial(&src[at - back..]),
            1 => s.shift_up::<1>(*v),
            _ => s.shift_up::<2>(*v),
        };
    }
    vectors
}

/// All of `mended`, if there is room.
#[inline(always)]
fn all<S: Simd>(
    s: S,
    read: usize,
    malformed: u32,
    mended: &[u8],
    mut out: Output<'_>,
) -> BrieflyMended {
    if out.write_short(s, mended) {
        BrieflyMended::new(read, malformed, &out)
    } else {
        BrieflyMended::default()
    }
}

/// U+FFFD in UTF-8.
static REPLACEMENT: Few = Few::new([0xEF, 0xBF, 0xBD, 0], 3);

/// UTF-8.
pub(crate) struct Utf8ToUtf8;

impl Mend for Utf8ToUtf8 {
    const MOST: usize = MOST;

    #[inline(always)]
    fn part(src: &[u8]) -> usize {
        part(src)
    }

    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], out: Output<'_>) -> BrieflyMended {
        let vectors = |at| vectors::<S, 2>(s, src, at);
        let Subparts { starts, bytes, .. } = Subparts::of_whole(s, src.len(), vectors);
        if bytes == 0 {
            return all(s, src.len(), 0, src, out);
        }
        let (mut text, mut mended) = ([0; 2 * BLOCK], [MaybeUninit::uninit(); 5 * BLOCK]);
        let mut copy = Output::new(as_uninit(&mut text));
        for at in (0..src.len()).step_by(S::LANES) {
            copy.vectors(s, [[vectors(at)[0]]]);
        }
        let mut mended = Output::new(&mut mended);
        mended.splice::<S, PART, true>(s, &text, bytes, starts, |_| &REPLACEMENT);
        // The zeros behind the text are written, too.
        let mended = &mended.written_from(0)[..mended.written() - (PART - src.len())];
        all(s, src.len(), starts.count_ones(), mended, out)
    }
}

/// UTF-8 to UTF-16.
pub(crate) struct Utf8ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf8ToUtf16<SWAPPED> {
    const MOST: usize = MOST;

    #[inline(always)]
    fn part(src: &[u8]) -> usize {
        part(src)
    }

    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], out: Output<'_>) -> BrieflyMended {
        let subparts = Subparts::of_whole(s, src.len(), |at| vectors(s, src, at));
        let behind = u64::MAX.checked_shl(src.len() as u32).unwrap_or(0);
        let (four, dropped) = (subparts.four(), !subparts.units() | behind);
        let mut mended = [MaybeUninit::uninit(); 2 * 64 + SLACK];
        let mut mended = Output::new(&mut mended);
        for at in (0..src.len()).step_by(S::LANES) {
            let units = units(s, vectors(s, src, at), four >> at, subparts.bytes >> at);
            mended.units16::<S, SWAPPED, 1>(s, [s.lanes_of(dropped >> at)], false, |_| units);
        }
        all(s, src.len(), subparts.starts.count_ones(), mended.written_from(0), out)
    }
}

/// UTF-16 to UTF-8.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf16ToUtf8<SWAPPED> {
    const MOST: usize = 2 * MOST;

    #[inline(always)]
    fn part(src: &[u8]) -> usize {
        src.len()
    }

    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let mut malformed = 0;
        let rest = Writer::<S, SWAPPED> { s }.tail_mending::<true>(src, &mut out, &mut malformed);
        BrieflyMended::new(src.len() - rest.len(), malformed as u32, &out)
    }
}
