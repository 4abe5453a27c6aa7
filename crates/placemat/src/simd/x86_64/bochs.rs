//! Two intrinsics without a fault of Bochs, in place of those of core for `cargo xtask
//! test-avx512` alone: in Bochs 2.7 the result of `vpcompressb` and `vpcompressw` is zero where
//! all of 64 or 32 lanes are kept (github.com/bochs-emu/Bochs/pull/850).

use core::arch::x86_64::{self, __m512i, __mmask32, __mmask64};

#[inline]
#[target_feature(enable = "avx512vbmi2")]
pub(super) fn _mm512_maskz_compress_epi8(kept: __mmask64, v: __m512i) -> __m512i {
    if kept == !0 { v } else { x86_64::_mm512_maskz_compress_epi8(kept, v) }
}

#[inline]
#[target_feature(enable = "avx512vbmi2")]
pub(super) fn _mm512_maskz_compress_epi16(kept: __mmask32, v: __m512i) -> __m512i {
    if kept == !0 { v } else { x86_64::_mm512_maskz_compress_epi16(kept, v) }
}
