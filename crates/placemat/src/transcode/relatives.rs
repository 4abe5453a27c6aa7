//! Encodings that mean the same as one that has a kernel, but for some code
//! points: up to the first of those the kernel is theirs, too.
//!
//! | encoding | kernel of | but for |
//! |---|---|---|
//! | WTF-8, UTF-8 of RFC 2279 | UTF-8 | what that does not know: it stops there |
//! | CESU-8 | UTF-8 | above U+FFFF |
//! | Modified UTF-8 | UTF-8 | above U+FFFF, and U+0000 |
//! | ASCII | UTF-8 | above U+007F |
//! | Windows-1252 | Latin-1 | U+0080 to U+009F |
//! | UCS-2 | UTF-16 | above U+FFFF |
//!
//! The text is searched for them in blocks that stay in the cache, by loops of
//! which the compiler makes vectors.

use super::fast::{Progress, convert_bytes};
use crate::encoding::{Encoding, Form, Latin1, Native, Swapped, Utf8, Utf16};
use core::mem::MaybeUninit;

/// How many bytes are searched at once, whole units: few at first, as it may be the
/// very next one, and more where nothing is found.
const BLOCKS: [usize; 4] = [1 << 8, 1 << 10, 1 << 12, 1 << 14];

/// The form whose kernels `form` can be given to.
pub(crate) const fn shared(form: Form) -> Form {
    match form {
        Form::Wtf8
        | Form::LongUtf8
        | Form::Cesu8 { .. }
        | Form::ModifiedUtf8 { .. }
        | Form::Ascii => Form::Utf8,
        Form::Windows1252 => Form::Latin1,
        Form::Ucs2 { swapped } => Form::Utf16 { swapped },
        form => form,
    }
}

/// Whether `form` has no kernels of its own, and shares those of another.
pub(super) fn is_relative(form: Form) -> bool {
    shared(form) != form
}

/// Converts a prefix of `src` for which the two are like the encodings whose
/// kernels they share.
pub(super) fn convert<F: Encoding, T: Encoding, const CHECKED: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    let [.., largest] = BLOCKS;
    for size in BLOCKS.into_iter().chain(core::iter::repeat(largest)) {
        let rest = &src[done.read..];
        let block = &rest[..rest.len().min(size)];
        let block = &block[..alike(F::FORM, T::FORM, block)];
        let to = &mut dst[done.written..];
        let progress = by_source::<F, T, CHECKED>(block, to);
        done.read += progress.read;
        done.written += progress.written;
        // A whole block, but for a sequence that goes on behind it.
        if block.len() < size || block.len() - progress.read >= 4 {
            break;
        }
    }
    done
}

fn by_source<F: Encoding, T: Encoding, const CHECKED: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match F::FORM {
        Form::Ucs2 { swapped: false } => by_target::<Utf16<Native>, T, CHECKED>(src, dst),
        Form::Ucs2 { swapped: true } => by_target::<Utf16<Swapped>, T, CHECKED>(src, dst),
        Form::Windows1252 => by_target::<Latin1, T, CHECKED>(src, dst),
        form if is_relative(form) => by_target::<Utf8, T, CHECKED>(src, dst),
        _ => by_target::<F, T, CHECKED>(src, dst),
    }
}

fn by_target<F: Encoding, T: Encoding, const CHECKED: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match T::FORM {
        Form::Ucs2 { swapped: false } => convert_bytes::<F, Utf16<Native>, CHECKED>(src, dst),
        Form::Ucs2 { swapped: true } => convert_bytes::<F, Utf16<Swapped>, CHECKED>(src, dst),
        Form::Windows1252 => convert_bytes::<F, Latin1, CHECKED>(src, dst),
        form if is_relative(form) => convert_bytes::<F, Utf8, CHECKED>(src, dst),
        _ => convert_bytes::<F, T, CHECKED>(src, dst),
    }
}

/// How many bytes of `text` lie before the first unit of a code point for which
/// one of the two differs.
pub(super) fn alike(from: Form, to: Form, text: &[u8]) -> usize {
    let above_7f = matches!(from, Form::Ascii) || matches!(to, Form::Ascii);
    let c1 = matches!(from, Form::Windows1252) || matches!(to, Form::Windows1252);
    let nul = u8::from(differ_at_nul(from, to));
    let above_ffff = refuses_above_ffff(from) || writes_above_ffff_otherwise(to);
    if !(nul == 1 || above_ffff || above_7f || c1) {
        return text.len();
    }
    match shared(from) {
        // What is asked most, with fewer instructions.
        Form::Utf8 if above_ffff && !above_7f && !c1 && nul == 0 => {
            before(text, |[byte]| byte >= 0xF0)
        }
        Form::Utf8 if above_ffff && !above_7f && !c1 => {
            before(text, |[byte]| (byte == 0) | (byte >= 0xF0))
        }
        Form::Latin1 if c1 && !above_7f && nul == 0 => before(text, |[byte]| byte & 0xE0 == 0x80),
        Form::Utf8 => {
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
        Form::Latin1 => {
            let last = if above_7f { 0x7F } else { 0xFF };
            let c1 = if c1 { 0x80 } else { NEVER };
            before(text, |[byte]| (byte.wrapping_sub(nul) > last - nul) | (byte & 0xE0 == c1))
        }
        Form::Utf16 { swapped } => {
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
        Form::Utf32 { swapped } => {
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
        _ => 0,
    }
}

/// What no unit is whose last five bits are masked.
const NEVER: u8 = 1;

/// Whether U+0000 is not the same in both.
pub(super) const fn differ_at_nul(from: Form, to: Form) -> bool {
    refuses_nul(from) || writes_nul_otherwise(to)
}

const fn refuses_nul(form: Form) -> bool {
    matches!(form, Form::ModifiedUtf8 { lenient: false })
}

const fn writes_nul_otherwise(form: Form) -> bool {
    matches!(form, Form::ModifiedUtf8 { .. })
}

const fn refuses_above_ffff(form: Form) -> bool {
    matches!(
        form,
        Form::Cesu8 { lenient: false } | Form::ModifiedUtf8 { lenient: false } | Form::Ucs2 { .. }
    )
}

const fn writes_above_ffff_otherwise(form: Form) -> bool {
    matches!(form, Form::Cesu8 { .. } | Form::ModifiedUtf8 { .. } | Form::Ucs2 { .. })
}

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
