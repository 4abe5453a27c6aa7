//! The border: what C hands over becomes slices, and no panic gets out.
//!
//! Every exported function is written with [`export!`], as safe code over slices. So all that must be
//! believed of a caller is believed here, and it is what `placemat.h` asks for: a pointer has as many
//! units behind it as the length beside it says, and nobody else writes to them during the call.

use std::mem::{self, MaybeUninit};
use std::panic::{self, AssertUnwindSafe};
use std::slice;

/// What a function returns in place of a result.
pub(crate) trait Answer {
    /// An argument breaks a rule that can be checked.
    const REFUSED: Self;
    /// There was a panic: a defect of this library.
    const DEFECT: Self;
}

macro_rules! answer {
    ($($type:ty: $value:expr),* $(,)?) => {$(
        impl Answer for $type {
            const REFUSED: Self = $value;
            const DEFECT: Self = $value;
        }
    )*};
}
pub(crate) use answer;

answer!(bool: false, usize: 0, u32: 0, u64: 0, (): ());

impl<T> Answer for Option<T> {
    const REFUSED: Self = None;
    const DEFECT: Self = None;
}

/// Runs the body of an exported function.
#[inline(always)]
pub(crate) fn guard<A: Answer>(body: impl FnOnce() -> A) -> A {
    let body = || {
        #[cfg(feature = "inject-panic")]
        inject::strike();
        body()
    };
    // What a panic leaves behind is a handle at worst, whose text is lost.
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // To drop it could panic again.
        mem::forget(payload);
        A::DEFECT
    })
}

/// Whether there can be `len` units at `data`: none anywhere, else what a slice may be.
#[inline(always)]
fn is_possible<T>(data: *const T, len: usize) -> bool {
    !data.is_null() && data.is_aligned() && len <= isize::MAX as usize / size_of::<T>()
}

/// The units that a caller hands over; `None` if there cannot be so many there.
///
/// # Safety
/// Unless it is null, `data` points to `len` units, which nobody writes to as long as `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn input<'a, T>(data: *const T, len: usize) -> Option<&'a [T]> {
    if len == 0 {
        return Some(&[]);
    }
    if !is_possible(data, len) {
        return None;
    }
    // SAFETY: it is aligned and not null, not too long, and the caller promises the rest.
    Some(unsafe { slice::from_raw_parts(data, len) })
}

/// The room that a caller hands over; `None` if there cannot be so much there.
///
/// # Safety
/// Unless it is null, `data` points to `room` units, which nobody else uses as long as `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn room<'a, T>(data: *mut T, room: usize) -> Option<&'a mut [MaybeUninit<T>]> {
    if room == 0 {
        return Some(&mut []);
    }
    if !is_possible(data, room) {
        return None;
    }
    // SAFETY: it is aligned and not null, not too long, and the caller promises the rest.
    Some(unsafe { slice::from_raw_parts_mut(data.cast(), room) })
}

/// The units that a caller hands over to be changed; `None` if there cannot be so many there.
///
/// # Safety
/// Unless it is null, `data` points to `len` units, which nobody else uses as long as `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn in_place<'a, T>(data: *mut T, len: usize) -> Option<&'a mut [T]> {
    if len == 0 {
        return Some(&mut []);
    }
    if !is_possible(data, len) {
        return None;
    }
    // SAFETY: as for `input`. The compiler knows nothing of this memory: it is what lies there,
    // whatever that is, and any bits are a unit.
    Some(unsafe { slice::from_raw_parts_mut(data, len) })
}

/// Exported functions. A parameter is a value, or one of
///
/// - `text[len]: In<T>`, two parameters in C, a slice in the body;
/// - `out[room]: Out<T>`, the same for memory that need not be initialised;
/// - `out[room]: Mut<T>`, the same for memory that is read, too, or whose writer wants `&mut [T]`.
macro_rules! export {
    () => {};
    ($(#[$meta:meta])* fn $name:ident($($params:tt)*) $(-> $ret:ty)? $body:block $($rest:tt)*) => {
        $crate::border::export!(@ ($(#[$meta])*) $name ($($ret)?) $body () () $($params)*);
        $crate::border::export!($($rest)*);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) ($($let:tt)*)
        $data:ident[$len:ident]: In<$unit:ty> $(, $($more:tt)*)?) => {
        $crate::border::export!(@ $meta $name $ret $body
            ($($sig)* $data: *const $unit, $len: usize,) ($($let)* ($data $len input)) $($($more)*)?);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) ($($let:tt)*)
        $data:ident[$len:ident]: Out<$unit:ty> $(, $($more:tt)*)?) => {
        $crate::border::export!(@ $meta $name $ret $body
            ($($sig)* $data: *mut $unit, $len: usize,) ($($let)* ($data $len room)) $($($more)*)?);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) ($($let:tt)*)
        $data:ident[$len:ident]: Mut<$unit:ty> $(, $($more:tt)*)?) => {
        $crate::border::export!(@ $meta $name $ret $body
            ($($sig)* $data: *mut $unit, $len: usize,) ($($let)* ($data $len in_place)) $($($more)*)?);
    };
    (@ $meta:tt $name:ident $ret:tt $body:block ($($sig:tt)*) $let:tt
        $value:ident: $type:ty $(, $($more:tt)*)?) => {
        $crate::border::export!(@ $meta $name $ret $body
            ($($sig)* $value: $type,) $let $($($more)*)?);
    };
    (@ ($($meta:tt)*) $name:ident ($($ret:ty)?) $body:block ($($sig:tt)*)
        ($(($data:ident $len:ident $made:ident))*)) => {
        $($meta)*
        ///
        /// # Safety
        /// Pointers and lengths are as `placemat.h` says.
        #[allow(unsafe_code, reason = "the border: what C hands over")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($sig)*) $(-> $ret)? {
            $crate::border::guard(|| {
                // SAFETY: `placemat.h` asks every caller for what this asks for.
                $(let Some($data) = (unsafe { $crate::border::$made($data, $len) }) else {
                    return $crate::border::Answer::REFUSED;
                };)*
                $body
            })
        }
    };
}
pub(crate) use export;

/// Panics on demand.
#[cfg(feature = "inject-panic")]
mod inject {
    use std::cell::Cell;

    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    /// Panics, if that was asked for.
    pub(super) fn strike() {
        assert!(!ARMED.take(), "asked for by placemat_inject_panic");
    }

    /// Makes the next call of this thread panic.
    #[allow(unsafe_code, reason = "the border: what C hands over")]
    #[unsafe(no_mangle)]
    pub(super) extern "C" fn placemat_inject_panic() {
        ARMED.set(true);
    }
}
