//! In place of `guarded.rs` where there are no pages to forbid: plain memory.

use std::mem::{MaybeUninit, size_of};
use std::vec::Vec;

/// Where a slice lies in its memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    Start,
    End,
}

/// Some memory.
pub(crate) struct Guarded(Vec<MaybeUninit<u64>>);

impl Guarded {
    /// At least `capacity` bytes.
    pub(crate) fn new(capacity: usize) -> Self {
        Self(std::vec![MaybeUninit::new(0); capacity.div_ceil(8)])
    }

    /// Room for `len` units.
    pub(crate) fn room<U: Copy>(&mut self, len: usize, _: Side) -> &mut [MaybeUninit<U>] {
        let memory = self.0.as_mut_ptr().cast::<MaybeUninit<U>>();
        assert!(len * size_of::<U>() <= 8 * self.0.len() && align_of::<U>() <= 8);
        // SAFETY: that much memory is there, and aligned for `U`; any bytes are a `MaybeUninit`.
        unsafe { std::slice::from_raw_parts_mut(memory, len) }
    }
}
