//! Whether its input, of up to 64 KiB, is UTF-8: without the standard library, for devices that have none.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

#[link(name = "c")]
unsafe extern "C" {
    fn read(file: i32, to: *mut u8, most: usize) -> isize;
}

#[panic_handler]
fn panicked(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// What C's runtime calls.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut bytes = [0; 1 << 16];
    // SAFETY: there is room for so many.
    let len = unsafe { read(0, bytes.as_mut_ptr(), bytes.len()) };
    let text = &bytes[..usize::try_from(len).unwrap_or(0)];
    i32::from(placemat::utf8::validate(text).is_err())
}
