//! Text that is nearly all ASCII: source code, markup, logs.
//!
//! Of such text each window that has something else is a branch that nobody can foresee, and what it costs
//! is more than what checking costs. So where ASCII ends often, text is taken by blocks of 64 vectors. First all of a
//! block is passed, without a branch: which of its vectors have a byte above 7F? Then those alone are checked, and how
//! many there are is the only thing that cannot be foreseen.
//!
//! A vector is checked, too, if the one before it may end with such a byte: a sequence may go on in it.

use super::utf8::{Checks, is_up_to_two};
use crate::simd::{BLOCK, Simd, Window};

/// How often ASCII ended lately: [`WEIGHT`] for each end, less one for each window of ASCII.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends(usize);

/// What an end counts: one behind every so many windows is often.
const WEIGHT: usize = 8;
/// Above what blocks are taken.
const OFTEN: usize = 3 * WEIGHT;
/// Where fewer vectors of a block are to be checked, windows are as good ...
const FEW: u32 = 5;
/// ... and where more are.
const MOST: u32 = 44;

impl Ends {
    /// Another one, behind `bytes` of ASCII. Were there many, lately? Counts from zero then.
    #[inline(always)]
    fn often<S: Simd>(&mut self, bytes: usize) -> bool {
        self.0 = (self.0 + WEIGHT).saturating_sub(bytes / Window::<S>::LEN);
        let often = self.0 > OFTEN;
        if often {
            self.0 = 0;
        }
        often
    }
}

/// The end of the windows of ASCII that begin at `at`, behind one of them, and of the blocks among them that are in
/// order, but for a sequence that may go on behind; where vectors have 64 bytes, also of the windows among them that have
/// sequences of two bytes. Of text that is nearly all ASCII each of these would else be two branches that nobody can
/// foresee: logs 1.41 times as fast, source code 1.20 (Zen 5). Of shorter vectors, .81 to 1.0 (AVX2).
#[inline(always)]
pub(super) fn skip<S: Simd>(s: S, text: &[u8], mut at: usize, ends: &mut Ends) -> usize {
    let mut start = at - Window::<S>::LEN;
    while let Some(window) = Window::new(s, text, at) {
        let [a, b, c, d] = window.load_all();
        if s.any_high_bit(s.or(s.or(a, b), s.or(c, d))) {
            if S::MASKS && ends.often::<S>(at - start) {
                let (end, few) = blocks(s, text, at);
                at = end;
                // A sequence may go on behind a block, and a window of ASCII does not look back.
                if !few || text[at - 1] >= 0x80 {
                    break;
                }
                start = at;
                continue;
            }
            if S::LANES < 64 {
                break;
            }
            // A window of ASCII does not look back.
            if !is_up_to_two(s, window) || text[at + Window::<S>::LEN - 1] >= 0x80 {
                break;
            }
            start = at + Window::<S>::LEN;
        }
        at += Window::<S>::LEN;
    }
    at
}

/// The end of the blocks that are in order, but for a sequence that may go on behind, as long as some of their vectors
/// are to be checked, and not most; and whether it was few of the last one.
#[inline(always)]
fn blocks<S: Simd>(s: S, text: &[u8], mut at: usize) -> (usize, bool) {
    while let Some(checked) = block(s, text, at) {
        at += BLOCK * S::LANES;
        if !(FEW..=MOST).contains(&checked) {
            return (at, checked < FEW);
        }
    }
    (at, false)
}

/// Of a block that begins at `at` and is in order, but for a sequence that may go on behind, how many vectors are
/// checked.
#[inline(always)]
fn block<S: Simd>(s: S, text: &[u8], at: usize) -> Option<u32> {
    // The last vector, too, begins a window.
    Window::new(s, text, at + (BLOCK - 1) * S::LANES)?;
    let [others, last] = s.not_ascii(&text[at..][..BLOCK * S::LANES])?;
    let mut left = others | last << 1 | u64::from(text[at - 1] >> 7);
    let count = left.count_ones();
    let (checks, mut errors) = (Checks::new(s), s.splat(0));
    while left != 0 {
        let window = Window::new(s, text, at + S::LANES * left.trailing_zeros() as usize)?;
        errors = s.or(errors, checks.of(window, 0));
        left &= left - 1;
    }
    (!s.any_nonzero(errors)).then_some(count)
}
