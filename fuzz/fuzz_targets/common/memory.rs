//! How much memory is in use: what this thread has asked the allocator for. One module of a program
//! has it, at its root, and every part of it finds it there.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts `more` bytes, or less.
fn count(more: isize) {
    let in_use = IN_USE.get() + more;
    IN_USE.set(in_use);
    MOST.set(MOST.get().max(in_use));
}

// SAFETY: all is left to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }
}

/// What `work` gives, and how many bytes more than before were in use meanwhile, at most.
pub(crate) fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = IN_USE.get();
    MOST.set(before);
    let result = work();
    (result, (MOST.get() - before) as usize)
}
