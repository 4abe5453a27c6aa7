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

pub(crate) mod ascii;
pub(crate) mod brief;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
pub(crate) mod by_masks;
pub(crate) mod by_vectors;
mod substitutes;
mod utf16;
mod utf16_to_utf8;
mod utf8;
mod utf8_to_utf16;

#[cfg(test)]
mod brief_tests;

pub(crate) use utf8::Mended;

use crate::bytes::as_uninit;
use crate::observer::{Nobody, Told};
use crate::output::Output;
use crate::policy::Policy;
use crate::simd::dispatch::run;
use crate::transcode::row::Row;
use core::mem::MaybeUninit;
use substitutes::Substitutes;
use utf8::MendUtf8;
use utf8_to_utf16::MendUtf8ToUtf16;
use utf16::MendUtf16;
use utf16_to_utf8::MendUtf16ToUtf8;

/// Goes on as far as malformed text can be dealt with at once: to a boundary. The row is that of
/// the pair.
pub(crate) type Mend = fn(&Row, Mending<'_, '_>) -> Mended;

/// What is to be mended.
pub(crate) struct Mending<'a, 't> {
    pub(crate) src: &'a [u8],
    /// Where to begin, a boundary.
    pub(crate) at: usize,
    /// Whether nothing follows `src`.
    pub(crate) last: bool,
    pub(crate) dst: &'a mut [MaybeUninit<u8>],
    pub(crate) policy: Policy,
    /// Who wants to be told of each error.
    pub(crate) told: Option<&'a mut Told<'t>>,
}

impl Mending<'_, '_> {
    fn nothing(&self) -> Mended {
        Mended { read: self.at, ..Mended::default() }
    }
}

/// How many bytes of a piece are mended at once.
const PIECE: usize = 8 << 10;

pub(crate) fn utf8_to_utf8(_: &Row, mending: Mending<'_, '_>) -> Mended {
    let Some(substitutes) = Substitutes::of(mending.policy) else { return mending.nothing() };
    if mending.policy == Policy::Remove {
        return removed_by_pieces(mending, substitutes);
    }
    let Mending { src, at, last, dst, told, .. } = mending;
    mend_utf8(src, at, last, Output::new(dst), substitutes, told)
}

pub(crate) fn utf8_to_utf16<const TO: bool>(row: &Row, mending: Mending<'_, '_>) -> Mended {
    if mending.policy != Policy::Replace || mending.told.is_some() {
        return utf8_by_pieces(row, mending);
    }
    let Mending { src, at, dst, .. } = mending;
    run(MendUtf8ToUtf16::<TO> { src, at, out: Output::new(dst) })
}

pub(crate) fn utf16_to_utf8<const FROM: bool>(_: &Row, mending: Mending<'_, '_>) -> Mended {
    if mending.policy != Policy::Replace || mending.told.is_some() {
        return mending.nothing();
    }
    let Mending { src, at, dst, .. } = mending;
    run(MendUtf16ToUtf8::<FROM> { src, at, out: Output::new(dst) })
}

/// Text that gets shorter: what is stored behind the written must not reach
/// the target.
fn removed_by_pieces(mending: Mending<'_, '_>, substitutes: Substitutes) -> Mended {
    let mut all = mending.nothing();
    let Mending { src, last, dst, mut told, .. } = mending;
    // Each turn but the last reads something.
    loop {
        let mut piece = [MaybeUninit::uninit(); PIECE];
        let rest = &mut dst[all.written..];
        let out = Output::new(&mut piece[..PIECE.min(rest.len())]);
        let mended = match &mut told {
            None => mend_utf8(src, all.read, last, out, substitutes, None),
            Some(told) => {
                let mut tell = |bad, offset, after: &[u8]| told(bad, all.written + offset, after);
                mend_utf8(src, all.read, last, out, substitutes, Some(&mut tell))
            }
        };
        rest[..mended.written].copy_from_slice(&piece[..mended.written]);
        let stuck = mended.read == all.read;
        all.read = mended.read;
        all.written += mended.written;
        all.malformed += mended.malformed;
        if stuck {
            return all;
        }
    }
}

/// UTF-8 to UTF-16 and UTF-32.
pub(crate) fn utf8_by_pieces(row: &Row, mending: Mending<'_, '_>) -> Mended {
    let mut all = mending.nothing();
    let Mending { src, last, dst, policy, told, .. } = mending;
    let Some(substitutes) = Substitutes::of(policy).filter(|_| told.is_none()) else { return all };
    // What is mended beyond what there is room for would be mended again by the next push: two
    // bytes of the target stand for four at most.
    let mut len = PIECE.min(2 * dst.len());
    let mut piece = [0; PIECE];
    // Each turn but the last reads something, or makes `len` less.
    loop {
        let out = Output::new(as_uninit(&mut piece[..len]));
        let mended = mend_utf8(src, all.read, last, out, substitutes, None);
        let piece = &piece[..mended.written];
        let rest = &mut dst[all.written..];
        // A byte becomes at most four: as UTF-32.
        if piece.len() > rest.len() / 4 && (row.len)(piece) > Some(rest.len()) {
            len = rest.len() / 4;
            continue;
        }
        let stuck = mended.read == all.read;
        all.read = mended.read;
        all.written += row.convert(piece, rest).written;
        all.malformed += mended.malformed;
        // Where nothing is wrong, the kernel is faster.
        if stuck || mended.malformed == 0 {
            return all;
        }
    }
}

/// UTF-16 to UTF-16 and UTF-32.
pub(crate) fn utf16_by_pieces<const FROM: bool>(row: &Row, mending: Mending<'_, '_>) -> Mended {
    let mut all = mending.nothing();
    let Mending { src, dst, policy, told, .. } = mending;
    if policy != Policy::Replace || told.is_some() {
        return all;
    }
    let mut piece = [0; 2 * PIECE];
    // Each turn but the last reads something.
    loop {
        let rest = &mut dst[all.written..];
        // No text becomes shorter.
        let out = Output::new(as_uninit(&mut piece[..(2 * PIECE).min(rest.len() / 2 * 2)]));
        let mended = run(MendUtf16::<FROM> { src, at: all.read, out });
        let piece = &piece[..mended.written];
        let done = row.convert(piece, rest);
        let is_whole = done.read == piece.len();
        let before = &src[all.read..][..done.read];
        all.malformed += if is_whole { mended.malformed } else { differing(before, piece) };
        all.read += done.read;
        all.written += done.written;
        if done.read == 0 || mended.malformed == 0 || !is_whole {
            return all;
        }
    }
}

/// In how many units of UTF-16 `mended` differs from `src`.
fn differing(src: &[u8], mended: &[u8]) -> usize {
    src.chunks(2).zip(mended.chunks(2)).filter(|(a, b)| a != b).count()
}

fn mend_utf8(
    src: &[u8],
    at: usize,
    last: bool,
    out: Output<'_>,
    substitutes: Substitutes,
    told: Option<&mut Told<'_>>,
) -> Mended {
    match told {
        None => run(MendUtf8 { src, at, last, out, substitutes, relay: Nobody }),
        Some(relay) => run(MendUtf8 { src, at, last, out, substitutes, relay }),
    }
}
