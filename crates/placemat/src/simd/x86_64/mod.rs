//! x86-64: SSE4.2, AVX2 and AVX-512.

pub(crate) mod avx2;
#[cfg(feature = "avx512")]
pub(crate) mod avx512;
#[cfg(feature = "avx512")]
mod avx512_masks;
#[cfg(feature = "avx512")]
mod avx512_wide;
#[cfg(all(feature = "avx512", placemat_bochs))]
mod bochs;
pub(crate) mod detect;
pub(crate) mod sse42;
mod wide;

/// Indexes that make the two bytes of each lane change places.
const SWAP_U16: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
/// Indexes that make both bytes of each lane its low one.
const LOW_BYTES_U16: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];
