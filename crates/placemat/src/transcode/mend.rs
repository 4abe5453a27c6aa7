//! Malformed text at the speed of vectors: the pairs and policies for which the
//! loop need not go item by item.
//!
//! | from | to | policy | how |
//! |---|---|---|---|
//! | UTF-8 | UTF-8 | all but `strict` and `remove` | straight into the target |
//! | UTF-8 | UTF-16 | `replace` | straight into the target |
//! | UTF-8 | UTF-8, UTF-16, UTF-32 | all that is well-formed | a piece, then its conversion |
//! | UTF-16 | UTF-8 | `replace` | straight into the target |
//! | UTF-16 | UTF-16, UTF-32 | `replace` | a piece, then its conversion |
//!
//! A piece is mended into a buffer on the stack, which stays in the fastest
//! cache, and converted from there by the kernel of the pair. Without this file
//! every result is the same, only later.

use super::fast::bytes_of_mut;
use super::mend_utf8::{MendUtf8, Mended};
use super::mend_utf8_to_utf16::MendUtf8ToUtf16;
use super::mend_utf16::MendUtf16;
use super::mend_utf16_to_utf8::MendUtf16ToUtf8;
use super::observer::{Nobody, Observer, Told};
use super::output::Output;
use super::substitutes::Substitutes;
use super::{End, Run, States, assume_init, bytes_of, convert, lengths};
use crate::change::Cause;
use crate::encoding::{Encoding, Form, Unit, Utf8};
use crate::error::{Done, Reason};
use crate::policy::Policy;
use crate::simd::dispatch;
use core::mem::{MaybeUninit, size_of};

/// How many units of a piece are mended at once.
const PIECE: usize = 8192;

impl<F: Encoding, T: Encoding, O: Observer<F, T>> Run<'_, F, T, O> {
    /// Goes on as far as malformed text can be dealt with at once: to a boundary.
    #[inline(always)]
    pub(super) fn mend(&mut self) {
        use Form::{Utf8, Utf16, Utf32};
        match (F::FORM, T::FORM) {
            (Utf8, Utf8) => self.utf8_to_utf8(),
            (Utf8, Utf16 { swapped }) if !O::LISTENS && self.policy == Policy::Replace => {
                if swapped { self.utf8_to_utf16::<true>() } else { self.utf8_to_utf16::<false>() }
            }
            (Utf8, Utf16 { .. } | Utf32 { .. }) if !O::LISTENS => self.utf8_by_pieces(),
            (Utf16 { swapped }, Utf8)
                if !O::LISTENS && !F::TAKES_SURROGATES && self.policy == Policy::Replace =>
            {
                self.utf16_to_utf8(swapped);
            }
            (Utf16 { .. }, Utf16 { .. } | Utf32 { .. }) if !O::LISTENS && !F::TAKES_SURROGATES => {
                self.utf16_by_pieces();
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn utf8_to_utf8(&mut self) {
        let Some(substitutes) = Substitutes::of(self.policy) else { return };
        if self.policy == Policy::Remove {
            return self.removed_by_pieces(substitutes);
        }
        let Self { src, last, done, .. } = *self;
        let out = Output::new(bytes_of_mut(&mut self.dst[done.written..]));
        let mended = mend_utf8_observed(src, done, last, out, substitutes, self.observer);
        self.done.read = mended.read;
        self.done.written += mended.written;
        self.done.malformed += mended.malformed;
    }

    #[inline(always)]
    fn utf8_to_utf16<const SWAPPED: bool>(&mut self) {
        let out = Output::new(bytes_of_mut(&mut self.dst[self.done.written..]));
        let (src, at) = (bytes_of(self.src), self.done.read);
        let mended = if SWAPPED {
            mend_utf8_to_utf16_swapped(src, at, out)
        } else {
            mend_utf8_to_utf16(src, at, out)
        };
        self.done.read = mended.read;
        self.done.written += mended.written / size_of::<T::Unit>();
        self.done.malformed += mended.malformed;
    }

    #[inline(always)]
    fn utf16_to_utf8(&mut self, swapped: bool) {
        let out = Output::new(bytes_of_mut(&mut self.dst[self.done.written..]));
        let (src, size) = (bytes_of(self.src), size_of::<F::Unit>());
        let at = size * self.done.read;
        let mended = if swapped {
            mend_utf16_to_utf8_swapped(src, at, out)
        } else {
            mend_utf16_to_utf8(src, at, out)
        };
        self.done.read = mended.read / size;
        self.done.written += mended.written;
        self.done.malformed += mended.malformed;
    }

    /// Text that gets shorter: what is stored behind the written must not reach
    /// the target.
    fn removed_by_pieces(&mut self, substitutes: Substitutes) {
        // Each turn but the last reads something.
        loop {
            let mut piece = [MaybeUninit::uninit(); PIECE];
            let Self { src, last, done, .. } = *self;
            let rest = bytes_of_mut(&mut self.dst[done.written..]);
            let out = Output::new(&mut piece[..PIECE.min(rest.len())]);
            let mended = mend_utf8_observed(src, done, last, out, substitutes, self.observer);
            rest[..mended.written].copy_from_slice(&piece[..mended.written]);
            self.done.read = mended.read;
            self.done.written += mended.written;
            self.done.malformed += mended.malformed;
            if mended.read == done.read {
                return;
            }
        }
    }

    /// How many units of a piece there is room for, at most: no unit is more than four of them. What
    /// is mended beyond that would be mended again by the next push.
    fn piece_len(&self) -> usize {
        4 * (PIECE / 4).min(self.dst.len() - self.done.written)
    }

    fn utf8_by_pieces(&mut self) {
        let Some(substitutes) = Substitutes::of(self.policy) else { return };
        let mut len = self.piece_len();
        // Each turn but the last reads something, or makes `len` less.
        loop {
            let mut piece = [MaybeUninit::uninit(); PIECE];
            let out = Output::new(&mut piece[..len]);
            let mended = mend_utf8(bytes_of(self.src), self.done.read, self.last, out, substitutes);
            // SAFETY: that many are written.
            let piece = unsafe { assume_init(&piece[..mended.written]) };
            let rest = &mut self.dst[self.done.written..];
            // A byte becomes at most four units: as UTF-32 in bytes.
            if piece.len() > rest.len() / 4
                && lengths::of_well_formed::<Utf8, T>(piece) > Some(rest.len())
            {
                len = rest.len() / 4;
                continue;
            }
            let (done, _) =
                convert::<Utf8, T>(&mut States::default(), piece, rest, Policy::Strict, true);
            let stuck = mended.read == self.done.read;
            self.done.read = mended.read;
            self.done.written += done.written;
            self.done.malformed += mended.malformed;
            // Where nothing is wrong, the kernel is faster.
            if stuck || mended.malformed == 0 {
                return;
            }
        }
    }

    fn utf16_by_pieces(&mut self) {
        if self.policy != Policy::Replace {
            return;
        }
        // Each turn but the last reads something.
        loop {
            let mut piece = [MaybeUninit::<F::Unit>::uninit(); PIECE];
            let out = Output::new(bytes_of_mut(&mut piece[..self.piece_len()]));
            let (src, size) = (bytes_of(self.src), size_of::<F::Unit>());
            let mended = match F::FORM {
                Form::Utf16 { swapped: true } => {
                    mend_utf16_swapped(src, size * self.done.read, out)
                }
                _ => mend_utf16(src, size * self.done.read, out),
            };
            // SAFETY: that many are written.
            let piece = unsafe { assume_init(&piece[..mended.written / size]) };
            let rest = &mut self.dst[self.done.written..];
            let (done, end) =
                convert::<F, T>(&mut States::default(), piece, rest, Policy::Strict, true);
            let src = &self.src[self.done.read..][..done.read];
            self.done.malformed +=
                if end == End::Finished { mended.malformed } else { differing::<F>(src, piece) };
            self.done.read += done.read;
            self.done.written += done.written;
            if done.read == 0 || mended.malformed == 0 || end == End::Stopped(Reason::OutputFull) {
                return;
            }
        }
    }
}

/// In how many units of UTF-16 `mended` differs from `src`.
fn differing<F: Encoding>(src: &[F::Unit], mended: &[F::Unit]) -> usize {
    let (src, mended) = (bytes_of(src).chunks(2), bytes_of(mended).chunks(2));
    src.zip(mended).filter(|(a, b)| a != b).count()
}

/// Mends UTF-8, and tells `observer` if it listens.
#[inline(always)]
fn mend_utf8_observed<F: Encoding, T: Encoding, O: Observer<F, T>>(
    src: &[F::Unit],
    before: Done,
    last: bool,
    out: Output<'_>,
    substitutes: Substitutes,
    observer: &mut O,
) -> Mended {
    let (text, at) = (bytes_of(src), before.read);
    if !O::LISTENS {
        return mend_utf8(text, at, last, out, substitutes);
    }
    mend_utf8_telling(text, at, last, out, substitutes, &mut |bad, output_offset, after| {
        let output_offset = before.written + output_offset;
        let after = T::Unit::of_bytes(after).unwrap_or_default();
        let cause = Cause::Malformed(bad.kind);
        observer.changed(bad.offset, &src[bad.offset..bad.end()], output_offset, after, cause);
    })
}

// None of these is generic: they are compiled here, and not in every crate that converts.

fn mend_utf8(
    src: &[u8],
    at: usize,
    last: bool,
    out: Output<'_>,
    substitutes: Substitutes,
) -> Mended {
    dispatch::run(MendUtf8 { src, at, last, out, substitutes, relay: Nobody })
}

fn mend_utf8_telling(
    src: &[u8],
    at: usize,
    last: bool,
    out: Output<'_>,
    substitutes: Substitutes,
    relay: &mut Told<'_>,
) -> Mended {
    dispatch::run(MendUtf8 { src, at, last, out, substitutes, relay })
}

fn mend_utf8_to_utf16(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf8ToUtf16::<false> { src, at, out })
}

fn mend_utf8_to_utf16_swapped(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf8ToUtf16::<true> { src, at, out })
}

fn mend_utf16_to_utf8(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf16ToUtf8::<false> { src, at, out })
}

fn mend_utf16_to_utf8_swapped(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf16ToUtf8::<true> { src, at, out })
}

fn mend_utf16(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf16::<false> { src, at, out })
}

fn mend_utf16_swapped(src: &[u8], at: usize, out: Output<'_>) -> Mended {
    dispatch::run(MendUtf16::<true> { src, at, out })
}
