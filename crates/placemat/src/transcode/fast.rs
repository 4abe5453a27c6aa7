//! The pairs of encodings that have a kernel: one table.
//!
//! A kernel works on bytes in memory, aligned or not: so UTF-16 in an array of
//! `u16` and UTF-16LE in an array of `u8` are one and the same to it.

use super::elastic::{self, Elastic};
use super::latin1_to_utf8::Latin1ToUtf8;
use super::lockstep::{self, Latin1ToUtf16, Latin1ToUtf32, Lockstep, Utf16ToLatin1, Utf32ToLatin1};
use super::output::Output;
use super::relatives::{self, is_relative};
use super::scalar;
use super::utf8_to_latin1::Utf8ToLatin1;
use super::utf8_to_units::{Target, ToUtf16, ToUtf32, Utf8ToUnits};
use super::utf16_to_utf8;
use super::utf16_to_utf32::Utf16ToUtf32;
use super::utf32_to_utf8::Utf32ToUtf8;
use super::utf32_to_utf16::Utf32ToUtf16;
use crate::boundary;
use crate::encoding::{Encoding, Form, Unit};
use crate::simd::dispatch::{self, run};
use crate::validate::utf8::WellFormedPrefix;
use crate::validate::utf16::WellFormedUtf16Prefix;
use core::marker::PhantomData;
use core::mem::{MaybeUninit, size_of};

/// How far a kernel got, in bytes. It may stop anywhere, for any reason, at a
/// boundary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

/// Converts a prefix of `src` that is surely well-formed and fits `dst`, in
/// units. Nothing behind the units written is touched.
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Progress {
    convert_if::<F, T, true>(src, dst)
}

/// The same; unless it is `CHECKED`, of text that is well-formed.
pub(crate) fn convert_if<F: Encoding, T: Encoding, const CHECKED: bool>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Progress {
    let (src, dst) = (bytes_of(src), bytes_of_mut(dst));
    in_units::<F, T>(if is_searched::<F, T>() {
        relatives::convert::<F, T, CHECKED>(src, dst)
    } else {
        convert_bytes::<F, T, CHECKED>(src, dst)
    })
}

/// The same, of few units: without a kernel.
pub(super) fn convert_few<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Progress {
    let (src, dst) = (bytes_of(src), bytes_of_mut(dst));
    let src =
        if is_searched::<F, T>() { &src[..relatives::alike(F::FORM, T::FORM, src)] } else { src };
    let (from, to) = (relatives::shared(F::FORM), relatives::shared(T::FORM));
    in_units::<F, T>(scalar::convert(from, to, src, dst))
}

/// Whether the text is to be searched for what one of the two means otherwise.
pub(super) fn is_searched<F: Encoding, T: Encoding>() -> bool {
    is_relative(F::FORM) || is_relative(T::FORM)
}

/// Progress in units, of progress in bytes.
#[inline(always)]
fn in_units<F: Encoding, T: Encoding>(in_bytes: Progress) -> Progress {
    Progress {
        read: in_bytes.read / size_of::<F::Unit>(),
        written: in_bytes.written / size_of::<T::Unit>(),
    }
}

/// Calls a kernel in a function that is not generic: it is compiled here, and not in
/// every crate that converts.
macro_rules! once {
    (|$io:ident| $kernel:expr) => {{
        fn kernel(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
            let $io = (src, Output::new(dst));
            $kernel
        }
        kernel($io.0, $io.1)
    }};
}

/// The table. Every match is on constants: only the arm of the pair is compiled. To
/// go without a check pays only in some.
#[inline(always)]
pub(super) fn convert_bytes<F: Encoding, T: Encoding, const CHECKED: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    use Form::{Latin1, Utf8, Utf16, Utf32};
    // Copies are validated by words.
    if F::FORM != T::FORM && !dispatch::has_vectors() {
        return scalar::convert(F::FORM, T::FORM, src, dst);
    }
    let io = (src, dst);
    match (F::FORM, T::FORM) {
        (Latin1, Utf8) => once!(|io| elastic(Latin1ToUtf8, io)),
        (Latin1, Utf16 { swapped: false }) => once!(|io| lockstep(Latin1ToUtf16::<false>, io)),
        (Latin1, Utf16 { swapped: true }) => once!(|io| lockstep(Latin1ToUtf16::<true>, io)),
        (Latin1, Utf32 { swapped: false }) => once!(|io| lockstep(Latin1ToUtf32::<false>, io)),
        (Latin1, Utf32 { swapped: true }) => once!(|io| lockstep(Latin1ToUtf32::<true>, io)),

        (Utf8, Latin1) => once!(|io| elastic(Utf8ToLatin1, io)),
        (Utf8, Utf8) => once!(|io| copy_utf8(io)),
        (Utf8, Utf16 { swapped }) => match (swapped, CHECKED) {
            (false, true) => once!(|io| utf8_to::<ToUtf16<false, true>>(io)),
            (false, false) => once!(|io| utf8_to::<ToUtf16<false, false>>(io)),
            (true, true) => once!(|io| utf8_to::<ToUtf16<true, true>>(io)),
            (true, false) => once!(|io| utf8_to::<ToUtf16<true, false>>(io)),
        },
        (Utf8, Utf32 { swapped }) => match (swapped, CHECKED) {
            (false, true) => once!(|io| utf8_to::<ToUtf32<false, true>>(io)),
            (false, false) => once!(|io| utf8_to::<ToUtf32<false, false>>(io)),
            (true, true) => once!(|io| utf8_to::<ToUtf32<true, true>>(io)),
            (true, false) => once!(|io| utf8_to::<ToUtf32<true, false>>(io)),
        },

        (Utf16 { swapped: false }, Latin1) => once!(|io| lockstep(Utf16ToLatin1::<false>, io)),
        (Utf16 { swapped: true }, Latin1) => once!(|io| lockstep(Utf16ToLatin1::<true>, io)),
        (Utf16 { swapped: false }, Utf8) => once!(|io| utf16_to_utf8::convert::<false>(io.0, io.1)),
        (Utf16 { swapped: true }, Utf8) => once!(|io| utf16_to_utf8::convert::<true>(io.0, io.1)),
        (Utf16 { swapped: false }, Utf16 { swapped: false }) => once!(|io| copy_utf16::<false>(io)),
        (Utf16 { swapped: true }, Utf16 { swapped: true }) => once!(|io| copy_utf16::<true>(io)),
        (Utf16 { swapped: from }, Utf32 { swapped: to }) => match (from, to, CHECKED) {
            (false, false, true) => once!(|io| elastic(Utf16ToUtf32::<false, false, true>, io)),
            (false, false, false) => once!(|io| elastic(Utf16ToUtf32::<false, false, false>, io)),
            (false, true, true) => once!(|io| elastic(Utf16ToUtf32::<false, true, true>, io)),
            (false, true, false) => once!(|io| elastic(Utf16ToUtf32::<false, true, false>, io)),
            (true, false, true) => once!(|io| elastic(Utf16ToUtf32::<true, false, true>, io)),
            (true, false, false) => once!(|io| elastic(Utf16ToUtf32::<true, false, false>, io)),
            (true, true, true) => once!(|io| elastic(Utf16ToUtf32::<true, true, true>, io)),
            (true, true, false) => once!(|io| elastic(Utf16ToUtf32::<true, true, false>, io)),
        },

        (Utf32 { swapped: false }, Latin1) => once!(|io| lockstep(Utf32ToLatin1::<false>, io)),
        (Utf32 { swapped: true }, Latin1) => once!(|io| lockstep(Utf32ToLatin1::<true>, io)),
        (Utf32 { swapped: false }, Utf8) => once!(|io| elastic(Utf32ToUtf8::<false>, io)),
        (Utf32 { swapped: true }, Utf8) => once!(|io| elastic(Utf32ToUtf8::<true>, io)),
        (Utf32 { swapped: from }, Utf16 { swapped: to }) => match (from, to, CHECKED) {
            (false, false, true) => once!(|io| elastic(Utf32ToUtf16::<false, false, true>, io)),
            (false, false, false) => once!(|io| elastic(Utf32ToUtf16::<false, false, false>, io)),
            (false, true, true) => once!(|io| elastic(Utf32ToUtf16::<false, true, true>, io)),
            (false, true, false) => once!(|io| elastic(Utf32ToUtf16::<false, true, false>, io)),
            (true, false, true) => once!(|io| elastic(Utf32ToUtf16::<true, false, true>, io)),
            (true, false, false) => once!(|io| elastic(Utf32ToUtf16::<true, false, false>, io)),
            (true, true, true) => once!(|io| elastic(Utf32ToUtf16::<true, true, true>, io)),
            (true, true, false) => once!(|io| elastic(Utf32ToUtf16::<true, true, false>, io)),
        },

        _ => Progress::default(),
    }
}

/// A source, and where it goes.
type Io<'a> = (&'a [u8], Output<'a>);

fn elastic<K: elastic::Kernel>(kernel: K, (src, dst): Io<'_>) -> Progress {
    run(Elastic { kernel, src, dst })
}

fn lockstep<K: lockstep::Kernel>(kernel: K, (src, dst): Io<'_>) -> Progress {
    run(Lockstep { kernel, src, dst })
}

fn utf8_to<T: Target>((src, dst): Io<'_>) -> Progress {
    run(Utf8ToUnits::<T> { src, dst, target: PhantomData })
}

/// The well-formed prefix, as far as there is room for whole sequences. No more is
/// looked at than that: the rest comes again.
fn copy_utf8((src, mut dst): Io<'_>) -> Progress {
    let whole = src.len() <= dst.room();
    let src = if whole { src } else { &src[..boundary::item_start(src, dst.room())] };
    let prefix = run(WellFormedPrefix(src));
    dst.write(&src[..prefix]);
    Progress { read: prefix, written: prefix }
}

/// The same for UTF-16.
fn copy_utf16<const SWAPPED: bool>((src, mut dst): Io<'_>) -> Progress {
    let src = &src[..src.len().min(dst.room())];
    let prefix = run(WellFormedUtf16Prefix::<SWAPPED>(src));
    dst.write(&src[..prefix]);
    Progress { read: prefix, written: prefix }
}

/// The memory of `units`.
#[inline(always)]
pub(crate) fn bytes_of<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: units are integers: all their bytes are initialised, and bytes
    // have no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The memory of `units`, which may be uninitialised.
#[inline(always)]
pub(super) fn bytes_of_mut<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    let len = size_of_val(units);
    // SAFETY: bytes have no alignment, and any bytes make a `MaybeUninit<U>`.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), len) }
}
