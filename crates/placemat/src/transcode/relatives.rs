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
use super::output::Output;
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
        let block = &block[..alike::<F, T>(block)];
        let to = Output::new(&mut dst[done.written..]);
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
    dst: Output<'_>,
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
    dst: Output<'_>,
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
fn alike<F: Encoding, T: Encoding>(text: &[u8]) -> usize {
    let nul = refuses_nul(F::FORM) || writes_nul_otherwise(T::FORM);
    let above_ffff = refuses_above_ffff(F::FORM) || writes_above_ffff_otherwise(T::FORM);
    let above_7f = matches!(F::FORM, Form::Ascii) || matches!(T::FORM, Form::Ascii);
    let c1 = matches!(F::FORM, Form::Windows1252) || matches!(T::FORM, Form::Windows1252);
    if !(nul | above_ffff | above_7f | c1) {
        return text.len();
    }
    match shared(F::FORM) {
        Form::Utf8 => before(text, |[byte]| {
            nul & (byte == 0)
                | above_ffff & (byte >= 0xF0)
                | above_7f & (byte >= 0x80)
                | c1 & (byte == 0xC2)
        }),
        Form::Latin1 => before(text, |[byte]| {
            nul & (byte == 0) | above_7f & (byte >= 0x80) | c1 & (byte & 0xE0 == 0x80)
        }),
        Form::Utf16 { swapped } => before(text, |unit| {
            let unit = u16::from_ne_bytes(unit);
            let unit = if swapped { unit.swap_bytes() } else { unit };
            nul & (unit == 0)
                | above_ffff & (unit & 0xF800 == 0xD800)
                | above_7f & (unit >= 0x80)
                | c1 & (unit & 0xFFE0 == 0x80)
        }),
        Form::Utf32 { swapped } => before(text, |unit| {
            let unit = u32::from_ne_bytes(unit);
            let unit = if swapped { unit.swap_bytes() } else { unit };
            nul & (unit == 0)
                | above_ffff & (unit > 0xFFFF)
                | above_7f & (unit >= 0x80)
                | c1 & (unit & !0x1F == 0x80)
        }),
        _ => 0,
    }
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
