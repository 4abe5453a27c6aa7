//! `libplacemat_iconv_preload.so`: under `LD_PRELOAD` it serves the conversions of a process among our
//! encodings, and hands all others to the C library's iconv.
//!
//! What is opened is opened there first, so that the same names are known. Handles of ours are in a list:
//! a program may have others, which it did not get from here. iconv(1) of glibc is such a program: it opens by
//! `__gconv_open`, a function that glibc keeps for itself, whose arguments have been these since 2.32.

#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "the border: what C hands over")]

use placemat_capi::iconv::{Iconv, placemat_iconv, placemat_iconv_close};
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{LazyLock, PoisonError, RwLock};
use std::{mem, ptr};

/// `iconv_t`.
type Handle = *mut c_void;
type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> Handle;
type Convert = unsafe extern "C" fn(
    Handle,
    Option<&mut *const u8>,
    Option<&mut usize>,
    Option<&mut *mut u8>,
    Option<&mut usize>,
) -> usize;
type Close = unsafe extern "C" fn(Handle) -> c_int;
type GconvOpen = unsafe extern "C" fn(*const GconvSpec, *mut Handle, c_int) -> c_int;

/// glibc's `struct gconv_spec`.
#[repr(C)]
#[derive(Debug)]
pub struct GconvSpec {
    from: *const c_char,
    to: *const c_char,
    translit: bool,
    ignore: bool,
}

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// What the C library has under that name: the next one behind this library.
fn next(name: &CStr) -> *mut c_void {
    const RTLD_NEXT: *mut c_void = usize::MAX as *mut c_void;
    // SAFETY: the name is a string of C.
    unsafe { dlsym(RTLD_NEXT, name.as_ptr()) }
}

/// The functions of the C library. It has the first three, or the process would not have started.
struct Real {
    open: Open,
    convert: Convert,
    close: Close,
    gconv_open: Option<GconvOpen>,
}

static REAL: LazyLock<Real> = LazyLock::new(|| {
    let gconv_open = next(c"__gconv_open");
    // SAFETY: glibc declares them so.
    let open = unsafe { mem::transmute::<*mut c_void, Open>(next(c"iconv_open")) };
    // SAFETY: as above.
    let convert = unsafe { mem::transmute::<*mut c_void, Convert>(next(c"iconv")) };
    // SAFETY: as above.
    let close = unsafe { mem::transmute::<*mut c_void, Close>(next(c"iconv_close")) };
    // SAFETY: as above; null is none.
    let gconv_open = unsafe { mem::transmute::<*mut c_void, Option<GconvOpen>>(gconv_open) };
    Real { open, convert, close, gconv_open }
});

/// Handles of ours, and those of the C library that were opened with them.
static OURS: RwLock<Option<HashMap<usize, usize>>> = RwLock::new(None);

/// The handle of the C library behind one of ours.
fn behind(handle: Handle) -> Option<usize> {
    let ours = OURS.read().unwrap_or_else(PoisonError::into_inner);
    ours.as_ref()?.get(&(handle as usize)).copied()
}

/// A handle of ours in the place of `real`, if the conversion is one of ours; else `real`.
fn replace(real: Handle, to: &str, from: &str) -> Handle {
    // From UTF-8 to itself the C library lets values pass that are none of Unicode.
    let name = |text: &str| text.split("//").next().unwrap_or_default().to_ascii_uppercase();
    let is_utf8 = |text: &str| matches!(name(text).as_str(), "UTF-8" | "UTF8");
    if is_utf8(to) && is_utf8(from) {
        return real;
    }
    let Some(iconv) = Iconv::open(to, from) else { return real };
    let handle: Handle = Box::into_raw(Box::new(iconv)).cast();
    let mut ours = OURS.write().unwrap_or_else(PoisonError::into_inner);
    ours.get_or_insert_default().insert(handle as usize, real as usize);
    handle
}

/// A string of C, if it is text.
///
/// # Safety
/// It is one, or null, as long as `'a` lasts.
unsafe fn text<'a>(name: *const c_char) -> Option<&'a str> {
    if name.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(name) }.to_str().ok()
}

/// `iconv_open`.
///
/// # Safety
/// As iconv_open(3) has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_open(to: *const c_char, from: *const c_char) -> Handle {
    // SAFETY: as the caller promises.
    let real = unsafe { (REAL.open)(to, from) };
    if real as usize == usize::MAX {
        return real;
    }
    // SAFETY: as the caller promises.
    let to = unsafe { text(to) };
    // SAFETY: as above.
    let from = unsafe { text(from) };
    let (Some(to), Some(from)) = (to, from) else { return real };
    replace(real, to, from)
}

/// `__gconv_open`, as iconv(1) calls it.
///
/// # Safety
/// As glibc has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __gconv_open(
    spec: *const GconvSpec,
    out: *mut Handle,
    flags: c_int,
) -> c_int {
    // Who calls this runs with a glibc that has it.
    let Some(real_open) = REAL.gconv_open else { return 1 };
    // SAFETY: as the caller promises.
    let status = unsafe { real_open(spec, out, flags) };
    // SAFETY: as the caller promises.
    let spec = unsafe { &*spec };
    if status != 0 || spec.translit {
        return status;
    }
    // SAFETY: glibc makes both from names.
    let to = unsafe { text(spec.to) };
    // SAFETY: as above.
    let from = unsafe { text(spec.from) };
    if let (Some(to), Some(from)) = (to, from) {
        let to = to.split("//").next().unwrap_or_default();
        let to = format!("{to}{}", if spec.ignore { "//IGNORE" } else { "" });
        // SAFETY: the C library has written a handle there.
        let real = unsafe { *out };
        // SAFETY: as above.
        unsafe { *out = replace(real, &to, from) };
    }
    status
}

/// `iconv`.
///
/// # Safety
/// As iconv(3) has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv(
    handle: Handle,
    input: Option<&mut *const u8>,
    input_left: Option<&mut usize>,
    out: Option<&mut *mut u8>,
    out_left: Option<&mut usize>,
) -> usize {
    if behind(handle).is_some() {
        // SAFETY: it is one of ours, and the caller promises the rest.
        unsafe { placemat_iconv(handle.cast(), input, input_left, out, out_left) }
    } else {
        // SAFETY: as the caller promises.
        unsafe { (REAL.convert)(handle, input, input_left, out, out_left) }
    }
}

/// `iconv_close`.
///
/// # Safety
/// As iconv_close(3) has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_close(handle: Handle) -> c_int {
    let real = {
        let mut ours = OURS.write().unwrap_or_else(PoisonError::into_inner);
        ours.as_mut().and_then(|ours| ours.remove(&(handle as usize)))
    };
    let Some(real) = real else {
        // SAFETY: as the caller promises.
        return unsafe { (REAL.close)(handle) };
    };
    // SAFETY: it was one of ours.
    unsafe { placemat_iconv_close(handle.cast()) };
    // SAFETY: it was opened with ours, and nobody else knows it.
    unsafe { (REAL.close)(ptr::without_provenance_mut(real)) }
}
