//! UTF-8 to UTF-8, with what a policy says in the place of malformed bytes.
//!
//! Text that is in order is copied by windows, as validation goes through it.
//! From a window that is not in order on, [`Subparts`] say where the malformed
//! bytes are, 58 bytes at a time, until nothing has been wrong for a while:
//!
//! ```text
//! src     a b ? c d e f ? ? g h ...
//! copied  a b ...................    always 64 bytes: what is too much is
//!             EF BF BD               overwritten by what comes next
//!                      c d e f ...
//!                              EF BF BD EF BF BD g h ...
//! ```
//!
//! Stores reach up to [`BLOCK`] bytes behind what counts, in ASCII up to a window of it. Nothing is kept to be
//! put back: more than that many bytes of the source are left, and every byte
//! becomes at least one, but for a few ([`SILENT`]). Where that is not so, at the end of the text and for a
//! policy that removes, the way is through a buffer on the stack.

use super::ascii;
use super::substitutes::Substitutes;
use crate::boundary;
use crate::encoding::{Step, utf8 as codec};
use crate::error::Malformed;
use crate::observer::{Nobody, Relay};
use crate::output::{BLOCK, Output};
use crate::simd::{Simd, Window, choice, dispatch::Operation};
use crate::validate::subparts::{BACK, DECIDED, Subparts};
use crate::validate::utf8::{Class, errors_in};
use core::mem::MaybeUninit;

/// The operation: mends `src` from `at` on, a boundary.
pub(crate) struct MendUtf8<'a, 'd, R> {
    pub(crate) src: &'a [u8],
    pub(crate) at: usize,
    /// Whether nothing follows `src`.
    pub(crate) last: bool,
    pub(crate) out: Output<'d>,
    pub(crate) substitutes: Substitutes,
    /// Who is told.
    pub(crate) relay: R,
}

/// How far it got.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mended {
    /// A boundary of the source.
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// Maximal subparts.
    pub(crate) malformed: usize,
}

impl<R: Relay> Operation for MendUtf8<'_, '_, R> {
    type Output = Mended;
    const AVX512: choice::Lengths = choice::MEND_UTF8;

    #[inline(always)]
    fn len(&self) -> usize {
        self.src.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Mended {
        let Self { src, at, last, out, substitutes, relay } = self;
        if at < BACK {
            return Mended { read: at, ..Mended::default() };
        }
        let mut mender = Mender { s, src, out, substitutes, relay, malformed: 0 };
        let at = mender.windows(at, src.len());
        let at = mender.settle(at);
        let read = mender.tail(at, last);
        Mended { read, written: mender.out.written(), malformed: mender.malformed }
    }

    fn scalar(self) -> Mended {
        Mended { read: self.at, ..Mended::default() }
    }
}

/// How many bytes from a window on must be there.
const AHEAD: usize = DECIDED + BLOCK + SILENT;

/// How many bytes behind a window may become none: two of a subpart that began in it, and three of a sequence that
/// the end of a part of a text cuts.
const SILENT: usize = 2 + 3;

/// The room that a window needs: four bytes for each of its own, and what a
/// store writes behind them. As much again may not be filled in the end.
const ROOM: usize = 4 * DECIDED + BLOCK + 16;

/// A bit for every window that must be without an error before text is thought
/// to be in order: where that has proved wrong, and where it has not.
pub(crate) const LONG_CALM: u64 = 0b11_1111;
pub(crate) const SHORT_CALM: u64 = 0b1;

/// Up to how many malformed bytes of a window are few.
const FEW: u32 = 3;
/// Up to how many of a window of ASCII, which is twice as long: the masks copy less for each.
const FEW_OF_ASCII: usize = 8;

/// Up to how many bytes go through a buffer at the end.
const TAIL: usize = 384;

/// Whether to try ASCII: where it was in vain, less and less.
#[derive(Default)]
struct Trials {
    /// How many to leave out next time.
    doubt: u32,
    left: u32,
}

impl Trials {
    /// At most so many are left out.
    const MOST: u32 = 31;

    #[inline(always)]
    fn is_due(&mut self) -> bool {
        let due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        due
    }

    #[inline(always)]
    fn was(&mut self, of_use: bool) {
        self.doubt = if of_use { 0 } else { (2 * self.doubt + 1).min(Self::MOST) };
        self.left = self.doubt;
    }
}

struct Mender<'a, 'd, S, R> {
    s: S,
    src: &'a [u8],
    out: Output<'d>,
    substitutes: Substitutes,
    relay: R,
    malformed: usize,
}

impl<S: Simd, R: Relay> Mender<'_, '_, S, R> {
    /// Mends from `at` on, as far as `end` or somewhat further, if there are
    /// room and bytes enough for it. Returns how far: any place.
    #[inline(always)]
    fn windows(&mut self, mut at: usize, end: usize) -> usize {
        // Malformed bytes before a window can deceive validation, but no masks: the first window, and the last one before
        // validation, is for them. Only where ASCII ends in a sequence can none deceive it (`ascii`).
        let (mut until, mut calm) = (at + 1, SHORT_CALM);
        let mut trials = Trials::default();
        loop {
            // Whether what is behind the last window may be ASCII; and whether it is, as no sequence goes on there, with few errors.
            let (mut plain, mut clear) = (true, false);
            let mut recent = 0;
            while at < until && recent == 0 || recent & calm != 0 {
                if at >= end || self.src.len() - at < AHEAD || self.out.room() < ROOM {
                    return at;
                }
                if !R::LISTENS && clear && trials.is_due() {
                    clear = false;
                    let (reached, before_sequence) = self.ascii(at, end);
                    trials.was(reached - at >= ascii::window_len::<S>());
                    if reached > at {
                        at = reached;
                        // Else masks come first.
                        recent = u64::from(!before_sequence);
                        continue;
                    }
                }
                if plain && self.copy_ascii(at) {
                    at += BLOCK;
                    recent <<= 1;
                    continue;
                }
                let subparts = Subparts::new(self.s, self.src, at);
                clear = plain && subparts.plain && subparts.bytes.count_ones() <= FEW;
                plain = subparts.plain;
                // No branch: nothing predicts it.
                recent = recent << 1 | u64::from(subparts.starts != 0);
                if R::LISTENS && subparts.starts != 0 {
                    at = self.mend_and_tell(at, subparts.starts);
                } else {
                    self.mend(at, subparts);
                    at += DECIDED;
                }
            }
            let start = at;
            let settled;
            (at, settled) = self.in_order(at, end);
            // Where errors are near to each other it does not pay to leave.
            calm = if at == start { LONG_CALM } else { SHORT_CALM };
            // A sequence that begins in the last window may be what is wrong.
            let back = (at - settled).min(3);
            self.out.take_back(back);
            at -= back;
            until = at + Window::<S>::LEN + back;
        }
    }

    /// Copies [`BLOCK`] bytes, and counts them if they are ASCII.
    ///
    /// # Panics
    /// If they, or the room for them, are missing.
    #[inline(always)]
    fn copy_ascii(&mut self, at: usize) -> bool {
        let (s, block) = (self.s, block(&self.src[at..]));
        let mut any = s.splat(0);
        for i in (0..BLOCK).step_by(S::LANES) {
            any = s.or(any, s.load(block, i));
        }
        let ascii = !s.any_high_bit(any);
        self.out.block(s, block, ascii);
        ascii
    }

    /// Copies windows that are in order, and ASCII with single malformed bytes among it. Returns the start of the first
    /// that is not, or for which there are not enough bytes, or not enough room; and up to where all was settled before
    /// windows were copied: what they end with may be wrong.
    #[inline(always)]
    fn in_order(&mut self, mut at: usize, end: usize) -> (usize, usize) {
        let (s, mut settled) = (self.s, at);
        while at < end && self.src.len() - at >= Window::<S>::LEN + AHEAD {
            let Some(window) = Window::new(s, self.src, at) else { break };
            let class = Class::of::<S, 3>(s, window);
            if errors_in(s, window, class) || self.out.room() < Window::<S>::LEN + ROOM {
                break;
            }
            self.out.vectors(s, [window.load_all()]);
            at += Window::<S>::LEN;
            if class == Class::Ascii && !R::LISTENS {
                let before_sequence;
                (at, before_sequence) = self.ascii(at, end);
                settled = at;
                if !before_sequence {
                    break;
                }
            }
        }
        (at, settled)
    }

    /// Goes on in ASCII, as far as there are only malformed bytes among it that are each by itself, and few. Returns how
    /// far, and whether a sequence begins there, which a window may tell. Anywhere else the malformed bytes before it can
    /// deceive it: of F0, ASCII, 80 and, in the window, 80 it sees the last two as those of a sequence.
    #[inline(always)]
    fn ascii(&mut self, mut at: usize, end: usize) -> (usize, bool) {
        let Self { s, src, substitutes, .. } = *self;
        let len = ascii::window_len::<S>();
        while at < end && src.len() - at >= 2 * len + AHEAD && self.out.room() >= 5 * len + ROOM {
            let before = self.malformed;
            let few = |byte| {
                self.malformed += 1;
                substitutes.entry(byte)
            };
            if let Some(bad) = ascii::window(s, src, at, &mut self.out, few) {
                return (bad, true);
            }
            at += len;
            if self.malformed - before > FEW_OF_ASCII {
                break;
            }
        }
        (at, false)
    }

    /// Mends [`DECIDED`] bytes.
    ///
    /// # Panics
    /// If [`AHEAD`] or [`ROOM`] is missing.
    #[inline(always)]
    fn mend(&mut self, at: usize, Subparts { starts, bytes, .. }: Subparts) {
        let src = &self.src[at..at + AHEAD];
        let counted = if self.substitutes.per_byte { bytes } else { starts };
        let substitutes = self.substitutes;
        self.malformed += starts.count_ones() as usize;
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if !R::LISTENS
            && substitutes.replaces
            && let Some(s) = self.s.avx512()
        {
            self.out.splice_replacements::<DECIDED>(s, src, bytes, counted);
            return;
        }
        let few = |byte| substitutes.entry(byte);
        // Where there are many, they are near to each other. A block is one store with AVX-512.
        if S::LANES < BLOCK && bytes.count_ones() > FEW {
            self.out.splice::<S, DECIDED, true>(self.s, src, bytes, counted, few);
        } else {
            self.out.splice::<S, DECIDED, false>(self.s, src, bytes, counted, few);
        }
    }

    /// The same, subpart by subpart, each with all of its bytes. Returns where
    /// the last one ends, or the window.
    #[inline(always)]
    fn mend_and_tell(&mut self, at: usize, mut starts: u64) -> usize {
        let mut from = at;
        while starts != 0 {
            let start = at + starts.trailing_zeros() as usize;
            starts &= starts - 1;
            self.out.write(&self.src[from..start]);
            from = start + self.one(start, start);
        }
        let end = from.max(at + DECIDED);
        self.out.write(&self.src[from..end]);
        end
    }

    /// Writes what stands for the subpart at `start`, as far as its bytes from
    /// `from` on go, and tells that. Returns its length.
    #[inline(always)]
    fn one(&mut self, start: usize, from: usize) -> usize {
        let Step::Malformed { len, kind } = codec::decode(&self.src[start..], true) else {
            unreachable!("the masks say that a subpart is malformed, and the codec does not");
        };
        let written = self.out.written();
        for at in from..start + len {
            let entry = self.substitutes.entry(self.src[at]);
            if at == start || self.substitutes.per_byte {
                self.out.write(entry.as_slice());
            }
        }
        if from == start {
            self.malformed += 1;
            let bad = Malformed { offset: start, len, kind };
            self.relay.told(bad, written, self.out.written_from(written));
        }
        len
    }

    /// From any place that has been come to, to a boundary.
    #[inline(always)]
    fn settle(&mut self, at: usize) -> usize {
        if at == self.src.len() {
            return at;
        }
        let start = boundary::item_start(self.src, at);
        if start == at {
            return at;
        }
        match codec::decode(&self.src[start..], true) {
            Step::Malformed { .. } => start + self.one(start, at),
            _ => {
                self.out.take_back(at - start);
                start
            }
        }
    }

    /// Mends the last bytes from `at` on, a boundary, by way of the stack: if
    /// they are few, there is room for what they become, and nobody is to be
    /// told. What may go on behind the text is left.
    #[inline(always)]
    fn tail(&mut self, at: usize, last: bool) -> usize {
        let end = if last { self.src.len() } else { complete(self.src, at) };
        if R::LISTENS || end - at > TAIL || end == at {
            return at;
        }
        let mut text = [0; BACK + TAIL + AHEAD];
        let mut mended = [MaybeUninit::uninit(); 4 * (TAIL + DECIDED) + ROOM];
        let behind = BACK + end - at;
        text[BACK..behind].copy_from_slice(&self.src[at..end]);
        let out = Output::new(&mut mended);
        let Self { s, substitutes, .. } = *self;
        let mut mender = Mender { s, src: &text, out, substitutes, relay: Nobody, malformed: 0 };
        let stopped = mender.windows(BACK, behind);
        // The zeros behind the text have been copied too.
        mender.out.take_back(stopped - behind);
        if !self.out.write(mender.out.written_from(0)) {
            return at;
        }
        self.malformed += mender.malformed;
        end
    }
}

/// The first bytes of `text`.
///
/// # Panics
/// If there are less than [`BLOCK`].
#[inline(always)]
fn block(text: &[u8]) -> &[u8; BLOCK] {
    text.first_chunk().expect("there are AHEAD bytes before a window")
}

/// The end of `src`, or the start of the sequence from `at` on that may go on
/// behind it.
fn complete(src: &[u8], at: usize) -> usize {
    let end = src.len();
    if at == end {
        return end;
    }
    let start = boundary::item_start(src, end - 1);
    if codec::decode(&src[start..], false) == Step::NeedMore { start } else { end }
}
