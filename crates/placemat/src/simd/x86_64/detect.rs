//! What an x86-64 processor has, from CPUID and XGETBV: `core` has no
//! `is_x86_feature_detected!`.

#[cfg(feature = "avx512")]
use crate::simd::choice::Units;
use core::arch::x86_64::{__cpuid_count, _xgetbv, CpuidResult};

/// Whether all bits of `mask` are set.
const fn has(register: u32, mask: u32) -> bool {
    register & mask == mask
}

const fn bits<const N: usize>(positions: [u32; N]) -> u32 {
    let mut mask = 0;
    let mut i = 0;
    while i < N {
        mask |= 1 << positions[i];
        i += 1;
    }
    mask
}

// CPUID leaf 1, ECX: SSSE3, SSE4.1, SSE4.2, POPCNT.
const SSE42: u32 = bits([9, 19, 20, 23]);
// The same leaf: XSAVE in use by the system, AVX.
const OSXSAVE_AVX: u32 = bits([27, 28]);
// CPUID leaf 7, EBX: BMI1, AVX2, BMI2.
const AVX2: u32 = bits([3, 5, 8]);
// The same leaf and register: AVX-512 F, DQ, BW and VL.
#[cfg(feature = "avx512")]
const AVX512_EBX: u32 = bits([16, 17, 30, 31]);
// The same leaf, ECX: AVX-512 VBMI and VBMI2.
#[cfg(feature = "avx512")]
const AVX512_ECX: u32 = bits([1, 6]);
// CPUID leaf 8000_0001, ECX: LZCNT.
const LZCNT: u32 = bits([5]);
// XCR0: the system saves the XMM and YMM registers.
const YMM: u32 = bits([1, 2]);
// XCR0: and the mask registers, the upper halves of ZMM0 to 15, and ZMM16 to 31.
#[cfg(feature = "avx512")]
const ZMM: u32 = bits([1, 2, 5, 6, 7]);

/// A leaf of CPUID.
#[allow(unused_unsafe, reason = "the intrinsic is unsafe in the oldest Rust that we promise")]
fn cpuid(leaf: u32, sub_leaf: u32) -> CpuidResult {
    // SAFETY: every x86-64 processor has CPUID, and leaves that it does not
    // have are answered too.
    unsafe { __cpuid_count(leaf, sub_leaf) }
}

fn leaf_1_ecx() -> u32 {
    cpuid(1, 0).ecx
}

/// SSE4.2, SSSE3 and POPCNT.
pub(crate) fn has_sse42() -> bool {
    has(leaf_1_ecx(), SSE42)
}

/// AVX2, BMI1, BMI2, LZCNT and POPCNT, and a system that saves the registers.
pub(crate) fn has_avx2() -> bool {
    has(leaf_1_ecx(), SSE42 | OSXSAVE_AVX)
        && cpuid(0, 0).eax >= 7
        && has(cpuid(7, 0).ebx, AVX2)
        && cpuid(0x8000_0000, 0).eax >= 0x8000_0001
        && has(cpuid(0x8000_0001, 0).ecx, LZCNT)
        // SAFETY: OSXSAVE says that XGETBV exists and may be used.
        && has(unsafe { system_saves() }, YMM)
}

/// AVX2 and its company, AVX-512 F, BW, DQ, VL, VBMI and VBMI2, and a system that
/// saves the registers.
#[cfg(feature = "avx512")]
pub(crate) fn has_avx512() -> bool {
    has_avx2()
        && has(cpuid(7, 0).ebx, AVX512_EBX)
        && has(cpuid(7, 0).ecx, AVX512_ECX)
        // SAFETY: AVX2 was not found without OSXSAVE, which says that XGETBV exists.
        && has(unsafe { system_saves() }, ZMM)
}

/// How AVX-512 is done.
#[cfg(feature = "avx512")]
pub(crate) fn units() -> Units {
    let vendor = cpuid(0, 0);
    units_of([vendor.ebx, vendor.edx, vendor.ecx], cpuid(1, 0).eax)
}

/// The same for a vendor and a signature (leaf 1, EAX). No processor says it, so these are the ones of which it
/// is known: AMD's family 1A (Zen 5) in servers (models 0x and 1x) and desktops (4x), but not in notebooks, has whole
/// units; all of Intel's give up one of three for it.
#[cfg(feature = "avx512")]
fn units_of(vendor: [u32; 3], signature: u32) -> Units {
    const AMD: [u32; 3] = [0x6874_7541, 0x6974_6E65, 0x444D_4163]; // "AuthenticAMD"
    const INTEL: [u32; 3] = [0x756E_6547, 0x4965_6E69, 0x6C65_746E]; // "GenuineIntel"
    let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
    let upper_half_of_model = signature >> 16 & 0xF;
    match vendor {
        INTEL => Units::TwoForThree,
        AMD if family == 0x1A && matches!(upper_half_of_model, 0 | 1 | 4) => Units::Whole,
        _ => Units::Halves,
    }
}

/// The register sets that the system saves (XCR0).
#[target_feature(enable = "xsave")]
fn system_saves() -> u32 {
    // SAFETY: register 0 always exists.
    unsafe { _xgetbv(0) as u32 }
}

#[cfg(all(test, feature = "avx512"))]
mod tests {
    use super::units_of;
    use crate::simd::choice::Units;

    #[test]
    fn units() {
        let vendor = |name: &[u8; 12]| {
            [0, 4, 8].map(|at| u32::from_le_bytes(name[at..at + 4].try_into().unwrap()))
        };
        let amd = |signature| units_of(vendor(b"AuthenticAMD"), signature);
        for server_or_desktop in [0x00B0_0F21, 0x00B1_0F10, 0x00B4_0F40] {
            assert_eq!(amd(server_or_desktop), Units::Whole);
        }
        assert_eq!(amd(0x00B2_0F40), Units::Halves, "a notebook");
        assert_eq!(amd(0x00A1_0F11), Units::Halves, "Zen 4");
        assert_eq!(units_of(vendor(b"GenuineIntel"), 0x000A_06D1), Units::TwoForThree);
        assert_eq!(units_of(vendor(b"CentaurHauls"), 0x00B0_0F21), Units::Halves);
    }
}
