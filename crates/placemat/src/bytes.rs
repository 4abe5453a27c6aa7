//! Views: memory of one type seen as another. Nothing here copies.

use crate::encoding::Unit;
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

/// Units that are written.
///
/// # Safety
/// They are.
pub(crate) unsafe fn assume_init<U>(units: &[MaybeUninit<U>]) -> &[U] {
    // SAFETY: the two have the same layout, and the units are initialised.
    unsafe { &*(core::ptr::from_ref(units) as *const [U]) }
}
