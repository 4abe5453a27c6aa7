//! x86-64: SSE4.2 and AVX2.

pub(crate) mod avx2;
pub(crate) mod detect;
pub(crate) mod sse42;
mod tables;
mod wide;
mod wide_tables;

/// An intrinsic, called where a token proves that the processor has it.
macro_rules! proved {
    ($intrinsic:expr) => {{
        // SAFETY: `self` is a token, and those are made only where the
        // processor has the instruction set; the intrinsic takes values only.
        unsafe { $intrinsic }
    }};
}
use proved;

/// Indexes that make the two bytes of each lane change places.
const SWAP_U16: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
/// Indexes that make both bytes of each lane its low one.
const LOW_BYTES_U16: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];

/// Up to 15 bytes as a little-endian number, from at most two overlapping loads
/// and without a copy of variable length.
#[inline(always)]
fn up_to_15_bytes(bytes: &[u8]) -> (u64, u64) {
    let n = bytes.len();
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        // The tail overlaps the head by 16 - n bytes; shift those out.
        let tail = u64::from_le_bytes(*tail);
        let high = if n > 8 { tail >> (8 * (16 - n)) } else { 0 };
        (u64::from_le_bytes(*head), high)
    } else {
        (up_to_7_bytes(bytes), 0)
    }
}

/// Up to 7 bytes as a little-endian number.
#[inline(always)]
fn up_to_7_bytes(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let tail = u64::from(u32::from_le_bytes(*tail));
        u64::from(u32::from_le_bytes(*head)) | tail << (8 * (n - 4))
    } else if n == 0 {
        0
    } else {
        // One to three bytes: first, middle and last cover them all.
        let middle = u64::from(bytes[n / 2]) << (8 * (n / 2));
        u64::from(bytes[0]) | middle | u64::from(bytes[n - 1]) << (8 * (n - 1))
    }
}
