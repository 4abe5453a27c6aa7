//! Instruction-set levels: which one is in use, which ones there are, and how
//! to force one for a test or a benchmark.
//!
//! The level is found once, by asking the processor (CPUID and XGETBV), without
//! help from the standard library. Results never depend on it; only speed does.

use crate::simd::dispatch;
use core::fmt;
use core::str::FromStr;

/// A set of instructions that kernels are compiled for.
///
/// Among the levels of one processor the last is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Level {
    /// No vectors: plain Rust, on every processor.
    Scalar = 1,
    /// x86-64: SSE4.2 and POPCNT, 16 bytes a vector.
    Sse42,
    /// x86-64: AVX2, BMI1, BMI2, LZCNT and POPCNT, 32 bytes a vector.
    Avx2,
    /// x86-64: AVX-512 F, BW, DQ, VL, VBMI and VBMI2, and all of [`Avx2`](Self::Avx2),
    /// 64 bytes a vector: Ice Lake, Zen 4 and later. Unless it is [forced](force), what is
    /// faster with AVX2 is done with that.
    Avx512,
    /// aarch64: NEON, 16 bytes a vector. Little-endian systems only.
    Neon,
    /// WebAssembly: simd128, 16 bytes a vector; where the module is compiled with that
    /// target feature.
    Simd128,
}

impl Level {
    /// Every level, whether or not this processor has it.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[Self::Scalar, Self::Sse42, Self::Avx2, Self::Avx512, Self::Neon, Self::Simd128]
    }

    /// The name, as [`FromStr`] reads it: `scalar`, `sse4.2`, `avx2`,
    /// `avx512`, `neon`, `simd128`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse42 => "sse4.2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
        }
    }

    /// Whether this processor, and its operating system, can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        dispatch::is_available(self)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        let known =
            Self::all().iter().copied().find(|level| level.name().eq_ignore_ascii_case(name));
        known.ok_or(LevelError::Unknown)
    }
}

/// Why a level cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelError {
    /// No level has that name.
    Unknown,
    /// This processor does not have it.
    Unavailable(Level),
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("unknown instruction-set level; the levels are")?;
                Level::all().iter().try_for_each(|level| write!(f, " {level}"))
            }
            Self::Unavailable(level) => write!(f, "this processor does not have {level}"),
        }
    }
}

impl core::error::Error for LevelError {}

/// The levels that this processor can run, from the plainest to the best.
pub fn available() -> impl Iterator<Item = Level> {
    Level::all().iter().copied().filter(|level| level.is_available())
}

/// The level in use: the best there is, or the one forced. Unless it is forced,
/// [`Level::Avx512`] stands for AVX-512 and AVX2: each operation takes the one that was faster
/// for it.
#[must_use]
pub fn current() -> Level {
    dispatch::current()
}

/// Makes the whole process use `level`. For tests and benchmarks.
///
/// # Errors
/// [`LevelError::Unavailable`] when this processor does not have it; nothing
/// changes then.
pub fn force(level: Level) -> Result<(), LevelError> {
    if !level.is_available() {
        return Err(LevelError::Unavailable(level));
    }
    dispatch::set_current(level);
    Ok(())
}

/// Goes back to the best level of this processor.
pub fn reset() {
    dispatch::reset();
}
