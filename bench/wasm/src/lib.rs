//! Three operations of placemat for JavaScript, which says where text lies in the memory.
#![no_std]

use core::slice;
use placemat::encoding::{Encoding, Utf8, Utf16};
use placemat::{Converter, utf8};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// 1 where the text is well-formed.
///
/// # Safety
/// `len` bytes from `src` on are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn validate(src: *const u8, len: usize) -> u32 {
    // SAFETY: by contract.
    let text = unsafe { slice::from_raw_parts(src, len) };
    u32::from(utf8::validate(text).is_ok())
}

/// How many units of UTF-16 were written; 0 where the text is malformed.
///
/// # Safety
/// `len` bytes from `src` on are readable; `room` units from `dst` on, which is aligned, are
/// writable, and none of them is one of those.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8_to_utf16(
    src: *const u8,
    len: usize,
    dst: *mut u16,
    room: usize,
) -> usize {
    // SAFETY: the same contract.
    unsafe { convert::<Utf8, Utf16>(src, len, dst, room) }
}

/// How many bytes of UTF-8 were written; 0 where the text is malformed.
///
/// # Safety
/// As for [`utf8_to_utf16`], the other way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf16_to_utf8(
    src: *const u16,
    len: usize,
    dst: *mut u8,
    room: usize,
) -> usize {
    // SAFETY: the same contract.
    unsafe { convert::<Utf16, Utf8>(src, len, dst, room) }
}

/// # Safety
/// That of [`utf8_to_utf16`], for any units.
unsafe fn convert<F: Encoding, T: Encoding>(
    src: *const F::Unit,
    len: usize,
    dst: *mut T::Unit,
    room: usize,
) -> usize {
    // SAFETY: by contract.
    let src = unsafe { slice::from_raw_parts(src, len) };
    // SAFETY: by contract; the memory of WebAssembly is zero, so it is initialised.
    let dst = unsafe { slice::from_raw_parts_mut(dst, room) };
    Converter::<F, T>::strict().convert_into(src, dst).map_or(0, |done| done.written)
}
