//! Vectors out of what conversions write: the only place that says how much of one is filled.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Calls `convert` with the memory that `out` has reserved behind its end, and counts
/// what it says that it has written there, from the start on.
#[inline(always)]
pub(crate) fn append<U, R>(
    out: &mut Vec<U>,
    convert: impl FnOnce(&mut [MaybeUninit<U>]) -> (usize, R),
) -> R {
    let (written, result) = convert(out.spare_capacity_mut());
    assert!(written <= out.capacity() - out.len());
    // SAFETY: there is room for them, and a conversion counts what it has written.
    unsafe { out.set_len(out.len() + written) };
    result
}

/// `out` with what `convert` says that it has written in the memory behind its end; or as it was. By value: a vector that
/// somebody has a reference to goes through memory, field by field, and is loaded together again.
#[inline(always)]
pub(crate) fn filled<U>(
    mut out: Vec<U>,
    convert: impl FnOnce(&mut [MaybeUninit<U>]) -> Option<usize>,
) -> Result<Vec<U>, Vec<U>> {
    let Some(written) = convert(out.spare_capacity_mut()) else { return Err(out) };
    assert!(written <= out.capacity() - out.len());
    // SAFETY: there is room for them, and a conversion counts what it has written.
    unsafe { out.set_len(out.len() + written) };
    Ok(out)
}

/// Gives back what `out` has reserved, where that is more than a little: to move to less memory takes as long as
/// a short conversion.
#[inline(always)]
pub(crate) fn give_back<U>(out: &mut Vec<U>) {
    if is_far_too_much(out) {
        out.shrink_to_fit();
    }
}

#[inline(always)]
fn is_far_too_much<U>(out: &Vec<U>) -> bool {
    out.capacity() - out.len() > out.len() / 8 + 32
}

/// The same by value.
#[inline(always)]
pub(crate) fn given_back<U>(out: Vec<U>) -> Vec<U> {
    if is_far_too_much(&out) { moved(out) } else { out }
}

#[inline(never)]
fn moved<U>(mut out: Vec<U>) -> Vec<U> {
    out.shrink_to_fit();
    out
}
