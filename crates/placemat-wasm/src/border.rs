//! The border: what JavaScript hands over becomes slices, and what it gets back is kept until it is read.
//!
//! Every exported function is written with [`export!`](crate::export), as safe code over slices. So all
//! that must be believed of the caller is believed here: an address with a length is memory that
//! [`allocate`] gave, and not yet given back; no two of them overlap in one call; and one thread calls.

use std::alloc::{self, Layout};
use std::cell::{Cell, RefCell};
use std::slice;

/// Of all memory that is handed out: that of a vector.
const ALIGNMENT: usize = 16;

/// An answer whose memory is larger is not kept for the next one.
const KEPT: usize = 1 << 20;

/// How many numbers a report has.
pub const NUMBERS: usize = 8;

thread_local! {
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPORT: Cell<[f64; NUMBERS]> = const { Cell::new([0.0; NUMBERS]) };
}

/// Leaves bytes for JavaScript, in the place of those before. Returns how many they are; where they are is
/// what `answer` says.
pub fn answer(bytes: impl Into<Vec<u8>>) -> usize {
    ANSWER.with_borrow_mut(|answer| {
        *answer = bytes.into();
        answer.len()
    })
}

/// Leaves numbers for JavaScript, in the place of those before. They are below 2^53 and so whole.
pub fn report<const N: usize>(numbers: [f64; N]) {
    const { assert!(N <= NUMBERS) };
    let mut all = [0.0; NUMBERS];
    all[..N].copy_from_slice(&numbers);
    REPORT.set(all);
}

/// The bytes that JavaScript has written.
///
/// # Safety
/// `data` points to `len` bytes, which nobody writes to as long as `'a` lasts.
#[must_use]
pub unsafe fn input<'a>(data: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        return &[];
    }
    // SAFETY: there are so many bytes, as the caller says.
    unsafe { slice::from_raw_parts(data, len) }
}

/// Memory that JavaScript reads afterwards.
///
/// # Safety
/// `data` points to `len` bytes that nobody else uses as long as `'a` lasts.
#[must_use]
pub unsafe fn room<'a>(data: *mut u8, len: usize) -> &'a mut [u8] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: there are so many bytes, as the caller says, and `allocate` has zeroed them.
    unsafe { slice::from_raw_parts_mut(data, len) }
}

/// Exported functions, written over slices. A parameter is a number, or one of
///
/// - `text[len]: In`, an address and a length in JavaScript, `&[u8]` in the body;
/// - `out[len]: Out`, the same as `&mut [u8]`.
#[macro_export]
macro_rules! export {
    () => {};
    ($(#[$meta:meta])* fn $name:ident($($params:tt)*) $(-> $ret:ty)? $body:block $($rest:tt)*) => {
        $crate::export!(@ ($(#[$meta])*) $name ($($ret)?) $body () () $($params)*);
        $crate::export!($($rest)*);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) ($($let:tt)*)
        $data:ident[$len:ident]: In $(, $($more:tt)*)?) => {
        $crate::export!(@ $meta $name $ret $body
            ($($sig)* $data: *const u8, $len: usize,) ($($let)* ($data $len input)) $($($more)*)?);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) ($($let:tt)*)
        $data:ident[$len:ident]: Out $(, $($more:tt)*)?) => {
        $crate::export!(@ $meta $name $ret $body
            ($($sig)* $data: *mut u8, $len: usize,) ($($let)* ($data $len room)) $($($more)*)?);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) $let:tt
        $value:ident: $type:ty $(, $($more:tt)*)?) => {
        $crate::export!(@ $meta $name $ret $body
            ($($sig)* $value: $type,) $let $($($more)*)?);
    };
    (@ ($($meta:tt)*) $name:ident ($($ret:ty)?) $body:block ($($sig:tt)*)
        ($(($data:ident $len:ident $made:ident))*)) => {
        $($meta)*
        ///
        /// # Safety
        /// Addresses and lengths are as the module `border` says.
        #[allow(unsafe_code, clippy::allow_attributes_without_reason, clippy::missing_safety_doc)]
        // Only there: a test on another system has a C library with such names.
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name($($sig)*) $(-> $ret)? {
            // SAFETY: JavaScript keeps to what the module `border` asks for.
            $(let $data = unsafe { $crate::border::$made($data, $len) };)*
            $body
        }
    };
}

fn layout(len: usize) -> Option<Layout> {
    Layout::from_size_align(len.max(1), ALIGNMENT).ok()
}

export! {
    /// Memory of `len` bytes, all zero; null if there is not so much.
    fn allocate(len: usize) -> *mut u8 {
        // SAFETY: no layout has no bytes.
        layout(len).map_or(std::ptr::null_mut(), |layout| unsafe { alloc::alloc_zeroed(layout) })
    }
    /// Gives back memory that [`allocate`] gave for `len` bytes.
    fn release(address: *mut u8, len: usize) {
        if let Some(layout) = layout(len) {
            // SAFETY: it was allocated with this layout.
            unsafe { alloc::dealloc(address, layout) }
        }
    }
    /// Where the last answer is, until the next call.
    fn answer_address() -> *const u8 { ANSWER.with_borrow(|answer| answer.as_ptr()) }
    /// Forgets the last answer, if it is a large one.
    fn answer_read() {
        ANSWER.with_borrow_mut(|answer| {
            if answer.capacity() > KEPT {
                *answer = Vec::new();
            }
        });
    }
    /// Where the last report is, always at the same address.
    fn report_address() -> *const f64 { REPORT.with(|report| report.as_ptr().cast()) }
}
