//! Malformed texts of few units, with U+FFFD in the place of what is malformed, by vectors that have no
//! masks: `by_masks.rs` is for those that have.
//!
//! Bits say what is malformed, as in longer texts, but how long the text is, and how many errors it has,
//! is asked as seldom as can be: nobody can foresee it. All goes to a buffer on the stack, which has
//! room behind it, and from there by moves that overlap.

use super::brief::BrieflyMended;
use super::utf8_to_utf16::units;
use crate::bytes::as_uninit;
use crate::output::{BLOCK, Few, Output, SLACK};
use crate::simd::dispatch::Operation;
use crate::simd::{Simd, choice};
use crate::transcode::utf16_to_utf8::Writer;
use crate::validate::subparts::Subparts;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// What mends a part of a text.
pub(crate) trait Mend {
    /// Mends all of `src`, if there is room.
    fn run<S: Simd>(s: S, src: &[u8], out: Output<'_>) -> BrieflyMended;
}

/// Does it, if there are vectors.
pub(crate) struct MendFew<'s, 'd, M> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
    pub(crate) mend: PhantomData<M>,
}

impl<M: Mend> Operation for MendFew<'_, '_, M> {
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

/// The malformed subparts of UTF-8.
#[inline(always)]
fn subparts<S: Simd>(s: S, src: &[u8]) -> Subparts {
    Subparts::of_whole(
        s,
        src.len(),
        #[inline(always)]
        |at| vectors(s, src, at),
    )
}

/// U+FFFD in UTF-8.
pub(super) static REPLACEMENT: Few = Few::new([0xEF, 0xBF, 0xBD, 0], 3);

/// UTF-8.
pub(crate) struct Utf8ToUtf8;

impl Utf8ToUtf8 {
    /// The most bytes of a part.
    const MOST: usize = 63;
}

impl Mend for Utf8ToUtf8 {
    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let Subparts { starts, bytes, .. } = subparts(s, src);
        if bytes == 0 {
            let done = out.write_short(s, src);
            return BrieflyMended::all(done, src.len(), 0, &out);
        }
        let (mut text, mut mended) = ([0; 2 * BLOCK], [MaybeUninit::uninit(); 5 * BLOCK]);
        let mut copy = Output::new(as_uninit(&mut text));
        for at in (0..src.len()).step_by(S::LANES) {
            copy.vectors(s, [vectors::<S, 1>(s, src, at)]);
        }
        let mut mended = Output::new(&mut mended);
        mended.splice::<S, { Self::MOST }, true>(s, &text, bytes, starts, |_| &REPLACEMENT);
        // The zeros behind the text are written, too.
        let mended = &mended.written_from(0)[..mended.written() - (Self::MOST - src.len())];
        let done = out.write_short(s, mended);
        BrieflyMended::all(done, src.len(), starts.count_ones(), &out)
    }
}

/// UTF-8 to UTF-16.
pub(crate) struct Utf8ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf8ToUtf16<SWAPPED> {
    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let subparts = subparts(s, src);
        let behind = u64::MAX.checked_shl(src.len() as u32).unwrap_or(0);
        let (four, dropped) = (subparts.four(), !subparts.units() | behind);
        let mut mended = [MaybeUninit::uninit(); 2 * 64 + SLACK];
        let mut mended = Output::new(&mut mended);
        for at in (0..src.len()).step_by(S::LANES) {
            let units = units(s, vectors(s, src, at), four >> at, subparts.bytes >> at);
            mended.units16::<S, SWAPPED, true, 1>(s, [s.lanes_of(dropped >> at)], false, |_| units);
        }
        let done = out.write_short(s, mended.written_from(0));
        BrieflyMended::all(done, src.len(), subparts.starts.count_ones(), &out)
    }
}

/// UTF-16 to UTF-8.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf16ToUtf8<SWAPPED> {
    #[inline(always)]
    fn run<S: Simd>(s: S, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        if !src.len().is_multiple_of(2) {
            // A surrogate before half a unit is malformed together with that.
            return BrieflyMended::default();
        }
        let mut malformed = 0;
        let rest = Writer::<S, SWAPPED> { s }.tail_mending::<true>(src, &mut out, &mut malformed);
        BrieflyMended::new(src.len() - rest.len(), malformed as u32, &out)
    }
}
