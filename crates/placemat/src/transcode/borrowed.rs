//! Encodings that mean the same as one that has a kernel, but for some code points, which
//! [`Form`](crate::encoding::form::Form) tells: up to the first of those the kernel is theirs, too.
//!
//! Text that looks like ASCII throughout is copied as far as it is, if ASCII is the same in both. All else
//! is searched for them in blocks that stay in the cache: UTF-8 for what lies above U+FFFF as by any
//! check, all else by loops of which the compiler makes vectors.

use super::Converted;
use super::mend::ascii::is_likely_throughout;
use super::one_to_one::{Ascii, ConvertOneToOne};
use super::row::Kernel;
use crate::encoding::form::{Apart, Base};
use crate::simd::{Simd, choice, dispatch};
use crate::validate::prefix::{Check, Prefix};
use core::mem::MaybeUninit;

/// How many bytes are searched at once, whole units: few at first, as it may be the
/// very next one, and more where nothing is found.
const BLOCKS: [usize; 3] = [1 << 10, 1 << 12, 1 << 14];

/// The kernel of another pair, which begins with `base`, for text in which no code point is `apart`.
#[derive(Clone, Copy)]
pub(crate) struct Borrowed {
    pub(crate) base: Base,
    pub(crate) apart: Apart,
    pub(crate) kernel: Kernel,
    /// Whether ASCII has the same bytes in both.
    pub(crate) same_ascii: bool,
}

impl Borrowed {
    /// Converts a prefix of `src`: as far as no code point is apart, or as the pair's `own` kernel
    /// knows those, if it has one.
    pub(crate) fn convert(
        self,
        own: Option<Kernel>,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Converted {
        let own = own.filter(|_| dispatch::has_vectors());
        let mut done = self.ascii(src, dst).and(src, dst, |src, dst| self.alike(src, dst));
        // Where one is apart there are more; behind the last of them the borrowed kernel is quicker.
        while let Some(own) = own
            && done.read < src.len()
        {
            let before = done.read;
            done = done.and(src, dst, own);
            if done.read == before {
                break;
            }
            done = done.and(src, dst, |src, dst| self.alike(src, dst));
        }
        done
    }

    /// As far as it is ASCII, if it looks like that throughout: in one pass, in .6 of the time.
    fn ascii(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        if !self.same_ascii || !is_likely_throughout(src) {
            return Converted::default();
        }
        if self.apart.has(Apart::NUL) {
            dispatch::convert::<ConvertOneToOne<Ascii<true>>>(src, dst)
        } else {
            dispatch::convert::<ConvertOneToOne<Ascii<false>>>(src, dst)
        }
    }

    /// As far as no code point is apart.
    fn alike(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let Self { base, apart, kernel, .. } = self;
        let mut done = Converted::default();
        let [.., largest] = BLOCKS;
        for size in BLOCKS.into_iter().chain(core::iter::repeat(largest)) {
            let rest = &src[done.read..];
            let block = &rest[..rest.len().min(size)];
            let block = &block[..alike(base, apart, block)];
            let before = done.read;
            done = done.and(src, dst, |_, dst| kernel(block, dst));
            // A whole block, but for a sequence that goes on behind it.
            if block.len() < size || block.len() - (done.read - before) >= 4 {
                break;
            }
        }
        done
    }
}

/// How many bytes of `text` lie before the first unit of a code point that is `apart`.
pub(crate) fn alike(base: Base, apart: Apart, text: &[u8]) -> usize {
    let above_7f = apart.has(Apart::ABOVE_7F);
    let c1 = apart.has(Apart::C1);
    let nul = u8::from(apart.has(Apart::NUL));
    let above_ffff = apart.has(Apart::ABOVE_FFFF);
    match base {
        // What is asked most, with fewer instructions.
        Base::Utf8 if apart == Apart::ABOVE_FFFF => below_f0::<false>(text),
        Base::Utf8 if apart == Apart::ABOVE_FFFF.and(Apart::NUL) => below_f0::<true>(text),
        Base::Latin1 if apart == Apart::C1 => before(text, |[byte]| byte & 0xE0 == 0x80),
        Base::Latin1 if apart == Apart::ABOVE_7F => before(text, |[byte]| byte >= 0x80),
        Base::Utf8 => {
            let last = if above_7f {
                0x7F
            } else if above_ffff {
                0xEF
            } else {
                0xFF
            };
            // FF is in no text.
            let c1 = if c1 { 0xC2 } else { 0xFF };
            before(text, |[byte]| (byte.wrapping_sub(nul) > last - nul) | (byte == c1))
        }
        Base::Latin1 => {
            let last = if above_7f { 0x7F } else { 0xFF };
            let c1 = if c1 { 0x80 } else { NEVER };
            before(text, |[byte]| (byte.wrapping_sub(nul) > last - nul) | (byte & 0xE0 == c1))
        }
        Base::Utf16 { swapped } => {
            let last = if above_7f { 0x7F } else { 0xFFFF };
            let c1 = u16::from(if c1 { 0x80 } else { NEVER });
            let surrogates = if above_ffff { 0xD800 } else { u16::from(NEVER) };
            let nul = u16::from(nul);
            let differs = |unit: u16| {
                (unit.wrapping_sub(nul) > last - nul)
                    | (unit & 0xFFE0 == c1)
                    | (unit & 0xF800 == surrogates)
            };
            if swapped {
                before(text, |unit| differs(u16::from_ne_bytes(unit).swap_bytes()))
            } else {
                before(text, |unit| differs(u16::from_ne_bytes(unit)))
            }
        }
        Base::Utf32 { swapped } => {
            let last = if above_7f {
                0x7F
            } else if above_ffff {
                0xFFFF
            } else {
                u32::MAX
            };
            let c1 = u32::from(if c1 { 0x80 } else { NEVER });
            let nul = u32::from(nul);
            let differs = |unit: u32| (unit.wrapping_sub(nul) > last - nul) | (unit & !0x1F == c1);
            if swapped {
                before(text, |unit| differs(u32::from_ne_bytes(unit).swap_bytes()))
            } else {
                before(text, |unit| differs(u32::from_ne_bytes(unit)))
            }
        }
    }
}

/// How many bytes lie before the first from F0 on; or before the first zero, if `NUL`.
fn below_f0<const NUL: bool>(text: &[u8]) -> usize {
    let check = BelowF0::<NUL>;
    // Fewer are searched before a kernel is found. (Zeros behind a text are found, too: what is shorter than a window is
    // searched once more then.)
    let at = if text.len() < 128 { 0 } else { dispatch::run(Prefix { text, check }) };
    at + before(&text[at..], |unit: [u8; 1]| !check.holds_for(&unit, 0))
}

#[derive(Clone, Copy)]
struct BelowF0<const NUL: bool>;

impl<const NUL: bool> BelowF0<NUL> {
    /// One less makes the greatest of zero.
    const LESS: u8 = NUL as u8;
    const LAST: u8 = 0xEF - Self::LESS;
}

impl<const NUL: bool> Check for BelowF0<NUL> {
    const AVX512: choice::Lengths = choice::BELOW_F0;
    const UNIT: usize = 1;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], _before: [S::V; 4]) -> bool {
        let mut above = s.splat(0);
        for v in v {
            above =
                s.or(above, s.saturating_sub(s.sub(v, s.splat(Self::LESS)), s.splat(Self::LAST)));
        }
        !s.any_nonzero(above)
    }

    #[inline(always)]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        unit[0].wrapping_sub(Self::LESS) <= Self::LAST
    }
}

/// What no unit is whose last five bits are masked.
const NEVER: u8 = 1;

/// How many bytes lie before the first unit that `differs`, in units of N bytes.
#[inline(always)]
fn before<const N: usize>(text: &[u8], differs: impl Fn([u8; N]) -> bool) -> usize {
    const AT_ONCE: usize = 64;
    let units = text.as_chunks::<N>().0;
    let blocks = units.as_chunks::<AT_ONCE>().0.iter();
    let blocks = blocks.take_while(|block| !block.iter().fold(false, |any, &u| any | differs(u)));
    let at = AT_ONCE * blocks.count();
    let more = units[at..].iter().take_while(|&&unit| !differs(unit)).count();
    N * (at + more)
}
