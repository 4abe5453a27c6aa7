//! Memory between two pages that nobody may touch: a read outside of a slice
//! kills the test. Where there are no pages, as in WebAssembly, what is written around
//! it is found in the end.

use std::mem::{MaybeUninit, size_of};

use memory::Memory;

/// Which page a slice lies flush against.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// The one before it.
    Start,
    /// The one behind it.
    End,
}

/// Some readable and writable bytes, with an inaccessible page on each side.
pub(crate) struct Guarded(Memory);

impl Guarded {
    /// At least `capacity` bytes.
    pub(crate) fn new(capacity: usize) -> Self {
        Self(Memory::new(capacity))
    }

    /// A copy of `text` that ends where the page behind begins.
    pub(crate) fn at_end(&mut self, text: &[u8]) -> &[u8] {
        let place = self.room_at_end(text.len());
        place.copy_from_slice(text);
        place
    }

    /// `len` bytes to write to, which end where the page behind begins.
    pub(crate) fn room_at_end(&mut self, len: usize) -> &mut [u8] {
        let all = self.0.bytes();
        let start = all.len() - len;
        &mut all[start..]
    }

    /// `len` bytes to write to, which begin where the page before ends.
    pub(crate) fn room_at_start(&mut self, len: usize) -> &mut [u8] {
        &mut self.0.bytes()[..len]
    }

    /// Room for `len` units that lies against a page; units are as long as they are aligned.
    pub(crate) fn room<U: Copy>(&mut self, len: usize, side: Side) -> &mut [MaybeUninit<U>] {
        let bytes = len * size_of::<U>();
        let room = match side {
            Side::Start => self.room_at_start(bytes),
            Side::End => self.room_at_end(bytes),
        };
        // SAFETY: any bytes are a `MaybeUninit`.
        let (front, room, back) = unsafe { room.align_to_mut::<MaybeUninit<U>>() };
        assert!(front.is_empty() && back.is_empty(), "pages are aligned for all units");
        room
    }

    /// A copy of `text` that begins where the page before ends.
    pub(crate) fn at_start(&mut self, text: &[u8]) -> &[u8] {
        let place = &mut self.0.bytes()[..text.len()];
        place.copy_from_slice(text);
        place
    }
}

#[cfg(unix)]
mod memory {
    use std::ptr;
    use std::slice;

    pub(super) struct Memory {
        map: *mut u8,
        page: usize,
        len: usize,
    }

    impl Memory {
        pub(super) fn new(capacity: usize) -> Self {
            // SAFETY: no conditions.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
            let len = capacity.next_multiple_of(page);
            let (flags, none) = (libc::MAP_PRIVATE | libc::MAP_ANON, libc::PROT_NONE);
            // SAFETY: a new map at an address of the system's choice.
            let map = unsafe { libc::mmap(ptr::null_mut(), len + 2 * page, none, flags, -1, 0) };
            assert_ne!(map, libc::MAP_FAILED, "mmap failed");
            let map = map.cast::<u8>();
            let middle = map.wrapping_add(page).cast();
            // SAFETY: these pages belong to the map made above.
            let done = unsafe { libc::mprotect(middle, len, libc::PROT_READ | libc::PROT_WRITE) };
            assert_eq!(done, 0, "mprotect failed");
            Self { map, page, len }
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            let start = self.map.wrapping_add(self.page);
            // SAFETY: `new` has made `len` bytes from there on readable and
            // writable; they are zero or what was written; `self` owns them.
            unsafe { slice::from_raw_parts_mut(start, self.len) }
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: the map of `new`, and nothing borrows it any more.
            unsafe { libc::munmap(self.map.cast(), self.len + 2 * self.page) };
        }
    }
}

#[cfg(not(unix))]
mod memory {
    use std::slice;
    use std::vec::Vec;

    /// What stands on each side of the bytes.
    const FENCE: [u64; 8] = [0xC3C3_C3C3_C3C3_C3C3; 8];

    /// Words, so that all units are aligned.
    pub(super) struct Memory(Vec<u64>);

    impl Memory {
        pub(super) fn new(capacity: usize) -> Self {
            Self([&FENCE[..], &std::vec![0; capacity.div_ceil(8)], &FENCE[..]].concat())
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            let behind = self.0.len() - FENCE.len();
            let words = &mut self.0[FENCE.len()..behind];
            // SAFETY: words are initialised bytes, which have no alignment.
            unsafe { slice::from_raw_parts_mut(words.as_mut_ptr().cast(), 8 * words.len()) }
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            assert!(self.0.starts_with(&FENCE), "written before the bytes");
            assert!(self.0.ends_with(&FENCE), "written behind the bytes");
        }
    }
}
