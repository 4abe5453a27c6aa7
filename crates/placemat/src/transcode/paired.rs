//! UTF-8, and the encodings that write what lies above U+FFFF as a pair of surrogates: CESU-8
//! (UTR #26), and Modified UTF-8 (The Java Virtual Machine Specification, 4.4.7), in which U+0000
//! is C0 80, too. All else is the same bytes:
//!
//! ```text
//! UTF-8     c h a t   F0 9F 98 80         !
//! CESU-8    c h a t   ED A0 BD ED B8 80   !
//! ```
//!
//! So blocks are copied, and what differs is replaced on the way, wherever masks say that it begins. UTF-8
//! is validated before it is copied, and behind that where it is what is written: then it is well-formed
//! only if the pairs were. A block goes through a buffer on the stack, as of a wrong one nothing may be left.

use super::Converted;
use super::row::Kernel;
use crate::boundary;
use crate::encoding::form::{Apart, Base, Form};
use crate::encoding::{Step, utf8 as codec};
use crate::output::{BLOCK, Instead, Output, REPLACE_AHEAD, REPLACE_ROOM};
use crate::simd::dispatch::{Operation, run};
use crate::simd::{Simd, choice};
use crate::validate::utf8::WellFormedPrefix;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many bytes are converted at once: few at first, as something may be wrong in them.
const FIRST: usize = 1 << 8;
const BYTES: usize = 1 << 11;

/// The kernel of a pair of encodings of which one is UTF-8 and the other writes pairs. (By functions that
/// are not generic: they are compiled here, and not in every crate that converts.)
#[inline(always)]
pub(crate) const fn kernel(from: Form, to: Form) -> Option<Kernel> {
    const JAVA: Apart = Apart::NUL.and(Apart::ABOVE_FFFF);
    let (Some(Base::Utf8), Some(Base::Utf8)) = (from.base, to.base) else { return None };
    match (from.read, to.written) {
        (Apart::NOTHING, Apart::ABOVE_FFFF) => Some(utf8_to_cesu8),
        (Apart::NOTHING, JAVA) => Some(utf8_to_modified_utf8),
        (Apart::ABOVE_FFFF, Apart::NOTHING) => Some(cesu8_to_utf8),
        (JAVA, Apart::NOTHING) => Some(modified_utf8_to_utf8),
        _ => None,
    }
}

fn utf8_to_cesu8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    convert::<ToPairs<false>>(src, dst)
}

fn utf8_to_modified_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    convert::<ToPairs<true>>(src, dst)
}

fn cesu8_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    convert::<OfPairs<false>>(src, dst)
}

fn modified_utf8_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    convert::<OfPairs<true>>(src, dst)
}

/// What is special to one direction.
trait Pairs {
    /// How many of the bytes are whole sequences, and may be converted.
    fn whole(block: &[u8]) -> usize;
    /// Whether what was written may count.
    fn is_right(written: &[u8]) -> bool;
    /// Flags: what begins at a byte of `v` is replaced, or ends the text. `next` is one byte further.
    fn differs<S: Simd>(s: S, v: S::V, next: S::V) -> S::V;
    /// What is written for what begins with `bytes`; `None` if the codec must say what that is.
    fn instead(bytes: [u8; 6]) -> Option<Instead>;
}

/// From UTF-8; if `NUL`, U+0000 differs.
struct ToPairs<const NUL: bool>;

impl<const NUL: bool> Pairs for ToPairs<NUL> {
    #[inline(always)]
    fn whole(block: &[u8]) -> usize {
        run(WellFormedPrefix(block))
    }

    #[inline(always)]
    fn is_right(_: &[u8]) -> bool {
        true
    }

    #[inline(always)]
    fn differs<S: Simd>(s: S, v: S::V, _: S::V) -> S::V {
        let four = at_least_f0(s, v);
        if NUL { s.or(four, is_zero(s, v)) } else { four }
    }

    #[inline(always)]
    fn instead(bytes: [u8; 6]) -> Option<Instead> {
        let [first, ..] = bytes;
        if NUL && first == 0 {
            return Some(Instead::new(1, [0xC0, 0x80, 0, 0, 0, 0, 0, 0], 2));
        }
        let [a, b, c, d, ..] = bytes.map(u32::from);
        // The bits of the value, less those of 10000.
        let value = ((a & 7) << 18 | (b & 0x3F) << 12 | (c & 0x3F) << 6 | d & 0x3F) - 0x1_0000;
        let high = [0xED, 0xA0 | (value >> 16) as u8, 0x80 | (value >> 10 & 0x3F) as u8];
        let low = [0xED, 0xB0 | (value >> 6 & 0x0F) as u8, 0x80 | (value & 0x3F) as u8];
        let ([a, b, c], [d, e, f]) = (high, low);
        Some(Instead::new(4, [a, b, c, d, e, f, 0, 0], 6))
    }
}

/// To UTF-8; if `NUL`, U+0000 is C0 80.
struct OfPairs<const NUL: bool>;

impl<const NUL: bool> Pairs for OfPairs<NUL> {
    #[inline(always)]
    fn whole(block: &[u8]) -> usize {
        let end = block.len();
        let start = boundary::item_start(block, end - 1);
        let is_cut = codec::decode(&block[start..], false) == Step::NeedMore;
        if is_cut { start } else { end }
    }

    #[inline(always)]
    fn is_right(written: &[u8]) -> bool {
        run(WellFormedPrefix(written)) == written.len()
    }

    #[inline(always)]
    fn differs<S: Simd>(s: S, v: S::V, next: S::V) -> S::V {
        // Zero where it is so.
        let surrogate = s.or(s.xor(v, s.splat(0xED)), s.xor(s.high_nibble(next), s.splat(0x0A)));
        let differs =
            if NUL { s.min_u8(surrogate, s.min_u8(v, s.xor(v, s.splat(0xC0)))) } else { surrogate };
        s.or(at_least_f0(s, v), is_zero(s, differs))
    }

    #[inline(always)]
    fn instead(bytes: [u8; 6]) -> Option<Instead> {
        let [a, b, c, d, e, f] = bytes;
        if NUL && a == 0xC0 && b == 0x80 {
            return Some(Instead::new(2, [0; 8], 1));
        }
        let continues = |byte: u8| byte & 0xC0 == 0x80;
        let is_pair = (a == 0xED) & continues(c) & (d == 0xED) & (e & 0xF0 == 0xB0) & continues(f);
        if !is_pair {
            return None;
        }
        let [b, c, e, f] = [b, c, e, f].map(u32::from);
        let high = (b & 0x0F) << 6 | c & 0x3F;
        let value = (high << 10 | (e & 0x0F) << 6 | f & 0x3F) + 0x1_0000;
        let last = |value: u32| 0x80 | (value & 0x3F) as u8;
        let four = [0xF0 | (value >> 18) as u8, last(value >> 12), last(value >> 6), last(value)];
        let [a, b, c, d] = four;
        Some(Instead::new(6, [a, b, c, d, 0, 0, 0, 0], 4))
    }
}

/// Flags: F0 and above.
#[inline(always)]
fn at_least_f0<S: Simd>(s: S, v: S::V) -> S::V {
    s.and(s.less_than_i8(s.splat(0xEF), v), v)
}

/// Flags: 0.
#[inline(always)]
fn is_zero<S: Simd>(s: S, v: S::V) -> S::V {
    s.sub(s.min_u8(v, s.splat(1)), s.splat(1))
}

/// Converts a prefix of `src`: blocks that are in order, as far as there is room for all of them, and
/// one without a pair.
fn convert<P: Pairs>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    let mut buffer = [MaybeUninit::uninit(); 2 * BYTES + REPLACE_ROOM];
    let (mut dst, mut read, mut size) = (Output::new(dst), 0, FIRST);
    while read < src.len() {
        let src = &src[read..];
        let block = &src[..src.len().min(size)];
        let end = P::whole(block);
        let mut out = Output::new(&mut buffer);
        let replaced = run(Replace::<P> { src, end, out: &mut out, pairs: PhantomData });
        let written = out.written_from(0);
        if !P::is_right(written) || !dst.write(written) {
            break;
        }
        read += replaced;
        // But for a sequence that goes on behind the block.
        let is_stuck = replaced < end || block.len() - end >= 4;
        // What is replaced changes its length.
        if is_stuck || written.len() == replaced {
            break;
        }
        size = BYTES;
    }
    Converted { read, written: dst.written() }
}

/// The operation: copies `src` as far as `end`, with what stands for what differs. Returns how far that
/// is: less where something must be left to the codec, more where a pair goes on.
struct Replace<'a, 'b, 'd, P> {
    src: &'a [u8],
    end: usize,
    out: &'b mut Output<'d>,
    pairs: PhantomData<P>,
}

impl<P: Pairs> Operation for Replace<'_, '_, '_, P> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::PAIRS;

    #[inline(always)]
    fn len(&self) -> usize {
        self.end
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let Self { src, end, out, .. } = self;
        let at = windows::<S, P>(s, src, end, out);
        let rest = &src[at..];
        if at >= end || rest.len() >= REPLACE_AHEAD {
            return at;
        }
        let mut text = [0; 2 * REPLACE_AHEAD];
        text[..rest.len()].copy_from_slice(rest);
        at + windows::<S, P>(s, &text, end - at, out)
    }

    fn scalar(self) -> usize {
        0
    }
}

/// The same, as far as there are bytes behind.
#[inline(always)]
fn windows<S: Simd, P: Pairs>(s: S, text: &[u8], end: usize, out: &mut Output<'_>) -> usize {
    let mut at = 0;
    while at < end && text.len() - at >= REPLACE_AHEAD {
        let (rest, len) = (&text[at..], BLOCK.min(end - at));
        let mut differs = 0;
        for i in (0..BLOCK).step_by(S::LANES) {
            differs |= s.bits(P::differs(s, s.load(rest, i), s.load(rest, i + 1))) << i;
        }
        let read = out.replace(s, rest, len, differs, P::instead);
        at += read;
        if read < len {
            break;
        }
    }
    at
}
