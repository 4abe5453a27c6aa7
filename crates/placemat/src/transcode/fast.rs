//! The pairs of encodings that have a kernel: one table.
//!
//! A kernel works on bytes in memory, aligned or not: so UTF-16 in an array of
//! `u16` and UTF-16LE in an array of `u8` are one and the same to it.

use super::output::Output;
use super::utf8_to_units::{Target, ToUtf16, ToUtf32, Utf8ToUnits};
use super::utf16_to_utf8::Utf16ToUtf8;
use crate::encoding::{Encoding, Form, Unit};
use crate::simd::dispatch::run;
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
    let in_bytes = match (F::FORM, T::FORM) {
        (Form::Utf8, Form::Utf16 { swapped: false }) => utf8_to::<ToUtf16<false>>(src, dst),
        (Form::Utf8, Form::Utf16 { swapped: true }) => utf8_to::<ToUtf16<true>>(src, dst),
        (Form::Utf8, Form::Utf32 { swapped: false }) => utf8_to::<ToUtf32<false>>(src, dst),
        (Form::Utf8, Form::Utf32 { swapped: true }) => utf8_to::<ToUtf32<true>>(src, dst),
        (Form::Utf16 { swapped: false }, Form::Utf8) => run(Utf16ToUtf8::<false> { src, dst }),
        (Form::Utf16 { swapped: true }, Form::Utf8) => run(Utf16ToUtf8::<true> { src, dst }),
        _ => Progress::default(),
    };
    Progress {
        read: in_bytes.read / size_of::<F::Unit>(),
        written: in_bytes.written / size_of::<T::Unit>(),
    }
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
