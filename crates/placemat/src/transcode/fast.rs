//! The pairs of encodings that have a kernel: one table.
//!
//! A kernel works on bytes in memory, aligned or not: so UTF-16 in an array of
//! `u16` and UTF-16LE in an array of `u8` are one and the same to it.

use super::elastic::Elastic;
use super::latin1_to_utf8::Latin1ToUtf8;
use super::lockstep::{Latin1ToUtf16, Latin1ToUtf32, Lockstep, Utf16ToLatin1, Utf32ToLatin1};
use super::output::Output;
use super::utf8_to_latin1::Utf8ToLatin1;
use super::utf8_to_units::{Target, ToUtf16, ToUtf32, Utf8ToUnits};
use super::utf16_to_utf8;
use super::utf16_to_utf32::Utf16ToUtf32;
use super::utf32_to_utf8::Utf32ToUtf8;
use super::utf32_to_utf16::Utf32ToUtf16;
use crate::boundary;
use crate::encoding::{Encoding, Form, Unit};
use crate::simd::dispatch::run;
use crate::validate::utf8::WellFormedPrefix;
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
    let (src, dst) = (bytes_of(src), Output::new(bytes_of_mut(dst)));
    let in_bytes = convert_bytes::<F, T>(src, dst);
    Progress {
        read: in_bytes.read / size_of::<F::Unit>(),
        written: in_bytes.written / size_of::<T::Unit>(),
    }
}

/// The table. Every match is on constants: only the arm of the pair is compiled.
#[inline(always)]
fn convert_bytes<F: Encoding, T: Encoding>(src: &[u8], dst: Output<'_>) -> Progress {
    use Form::{Latin1, Utf8, Utf16, Utf32};
    /// The kernel of a driver, by the byte orders of the forms that have one.
    macro_rules! run {
        ($driver:ident($kernel:expr)) => {
            run($driver { kernel: $kernel, src, dst })
        };
        ($driver:ident($kernel:ident, $swapped:expr)) => {
            if $swapped { run!($driver($kernel::<true>)) } else { run!($driver($kernel::<false>)) }
        };
        ($driver:ident($kernel:ident, $from:expr, $to:expr)) => {
            match ($from, $to) {
                (false, false) => run!($driver($kernel::<false, false>)),
                (false, true) => run!($driver($kernel::<false, true>)),
                (true, false) => run!($driver($kernel::<true, false>)),
                (true, true) => run!($driver($kernel::<true, true>)),
            }
        };
    }
    match (F::FORM, T::FORM) {
        (Utf8, Utf16 { swapped: false }) => utf8_to::<ToUtf16<false>>(src, dst),
        (Utf8, Utf16 { swapped: true }) => utf8_to::<ToUtf16<true>>(src, dst),
        (Utf8, Utf32 { swapped: false }) => utf8_to::<ToUtf32<false>>(src, dst),
        (Utf8, Utf32 { swapped: true }) => utf8_to::<ToUtf32<true>>(src, dst),
        (Utf16 { swapped: false }, Utf8) => utf16_to_utf8::convert::<false>(src, dst),
        (Utf16 { swapped: true }, Utf8) => utf16_to_utf8::convert::<true>(src, dst),
        (Latin1, Utf8) => run!(Elastic(Latin1ToUtf8)),
        (Latin1, Utf16 { swapped }) => run!(Lockstep(Latin1ToUtf16, swapped)),
        (Latin1, Utf32 { swapped }) => run!(Lockstep(Latin1ToUtf32, swapped)),
        (Utf8, Utf8) => copy_utf8(src, dst),
        (Utf8, Latin1) => run!(Elastic(Utf8ToLatin1)),
        (Utf16 { swapped }, Latin1) => run!(Lockstep(Utf16ToLatin1, swapped)),
        (Utf16 { swapped: from }, Utf32 { swapped: to }) => run!(Elastic(Utf16ToUtf32, from, to)),
        (Utf32 { swapped }, Utf8) => run!(Elastic(Utf32ToUtf8, swapped)),
        (Utf32 { swapped }, Latin1) => run!(Lockstep(Utf32ToLatin1, swapped)),
        (Utf32 { swapped: from }, Utf16 { swapped: to }) => run!(Elastic(Utf32ToUtf16, from, to)),
        _ => Progress::default(),
    }
}

/// The well-formed prefix, as far as there is room for whole sequences.
fn copy_utf8(src: &[u8], mut dst: Output<'_>) -> Progress {
    let prefix = run(WellFormedPrefix(src));
    let whole = prefix <= dst.room();
    let end = if whole { prefix } else { boundary::item_start(src, dst.room()) };
    dst.write(&src[..end]);
    Progress { read: end, written: end }
}

fn utf8_to<T: Target>(src: &[u8], dst: Output<'_>) -> Progress {
    run(Utf8ToUnits::<T> { src, dst, target: PhantomData })
}

/// The memory of `units`.
pub(crate) fn bytes_of<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: units are integers: all their bytes are initialised, and bytes
    // have no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The memory of `units`, which may be uninitialised.
fn bytes_of_mut<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    let len = size_of_val(units);
    // SAFETY: bytes have no alignment, and any bytes make a `MaybeUninit<U>`.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), len) }
}
