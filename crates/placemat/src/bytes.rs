//! Views: memory of one type seen as another, and text that has been found
//! well-formed seen as a string. Nothing here copies.

use crate::encoding::{Step, Unit, utf8 as codec};
use crate::error::Malformed;
use crate::simd::dispatch;
use crate::validate::short;
use crate::validate::utf8::WellFormedPrefix;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

/// The memory of `units`.
#[inline(always)]
pub(crate) fn bytes_of<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: units are integers: all their bytes are initialised, and bytes
    // have no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The memory of `units`, which may be uninitialised.
#[inline(always)]
pub(crate) fn bytes_of_mut<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    let len = size_of_val(units);
    // SAFETY: bytes have no alignment, and any bytes make a `MaybeUninit<U>`.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), len) }
}

/// `units` as a buffer for a conversion, which writes initialised units only.
pub(crate) fn as_uninit<U>(units: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: the two have the same layout, and nothing in this library writes
    // uninitialised units to a buffer.
    unsafe { &mut *(core::ptr::from_mut(units) as *mut [MaybeUninit<U>]) }
}

/// `bytes` as something that may be copied to where memory may be uninitialised.
#[inline(always)]
pub(crate) fn maybe_uninit<const N: usize>(bytes: &[u8; N]) -> &[MaybeUninit<u8>; N] {
    // SAFETY: the two have the same layout, and what is borrowed so cannot be written.
    unsafe { &*core::ptr::from_ref(bytes).cast() }
}

/// The length of the longest prefix that is well-formed.
#[inline]
pub(crate) fn well_formed_prefix(bytes: &[u8]) -> usize {
    if short::is_well_formed_utf8(bytes) {
        return bytes.len();
    }
    dispatch::run(WellFormedPrefix(bytes))
}

/// `bytes` as a string; or what is well-formed of it, and the first error.
#[inline]
pub(crate) fn text(bytes: &[u8]) -> Result<&str, (&str, Malformed)> {
    let prefix = well_formed_prefix(bytes);
    if prefix == bytes.len() {
        // SAFETY: the kernel has found all of it well-formed.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    let bad = error_at(bytes, prefix);
    // SAFETY: the kernel has found all before the error well-formed.
    Err((unsafe { core::str::from_utf8_unchecked(&bytes[..prefix]) }, bad))
}

/// The error that begins at `offset`.
#[cold]
fn error_at(bytes: &[u8], offset: usize) -> Malformed {
    match codec::decode(&bytes[offset..], true) {
        Step::Malformed { len, kind } => Malformed { offset, len, kind },
        // (What it finds is not told: to format it is 5 to 7 KB of code in a program that only validates.)
        _ => unreachable!("the kernel stopped where the codec finds nothing wrong"),
    }
}

/// `bytes` as a string that can be changed, or the first error.
#[inline]
pub(crate) fn text_mut(bytes: &mut [u8]) -> Result<&mut str, Malformed> {
    match text(bytes) {
        // SAFETY: it has just been found well-formed.
        Ok(_) => Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) }),
        Err((_, bad)) => Err(bad),
    }
}

/// `bytes` as a string that owns them; or they, and the first error.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn string(bytes: Vec<u8>) -> Result<String, (Vec<u8>, Malformed)> {
    match text(&bytes) {
        // SAFETY: they have just been found well-formed.
        Ok(_) => Ok(unsafe { String::from_utf8_unchecked(bytes) }),
        Err((_, bad)) => Err((bytes, bad)),
    }
}
