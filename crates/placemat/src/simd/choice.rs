//! AVX2 or AVX-512? Where a processor has both, and no level is forced, each operation takes the
//! one that was faster for it. For how many bytes that is AVX-512 is said here, and nowhere else.
//!
//! Some processors work on a vector of 64 bytes as two of 32, one behind the other; there AVX-512 wins
//! only by what AVX2 has not: kept lanes come together in one instruction, what is tested becomes a set
//! at once, and part of a vector is loaded without a branch. Others have units as wide as the vector, as many
//! as for narrow ones, or fewer.
//!
//! The figures are times of AVX2 by those of AVX-512 (the corpora of `cargo xtask bench`), the two in turn: on
//! Zen 4, which works by halves (ASCII / Latin and mixed / other scripts; short strings); of Zen 5, where units are
//! whole, and of an Intel Xeon, which has two for three, they are said where they decide otherwise. What is not
//! measured is with AVX2.

/// How a processor works on vectors of 64 bytes.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(crate) enum Units {
    /// By halves.
    Halves,
    /// By units as wide as that, as many as there are for narrow vectors.
    Whole,
    /// By two of these, where narrow vectors have three.
    TwoForThree,
}

/// For texts of how many bytes AVX-512 is taken: fewer than so many.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    halves: usize,
    whole: usize,
    two_for_three: usize,
}

/// All of them.
const ANY: usize = usize::MAX;

impl Lengths {
    const fn below(bytes: usize) -> Self {
        Self { halves: bytes, whole: bytes, two_for_three: bytes }
    }

    /// Where units are halves, for all.
    const fn or_halves(self) -> Self {
        Self { halves: ANY, ..self }
    }

    /// Where units are whole and as many, for all.
    const fn or_whole(self) -> Self {
        Self { whole: ANY, ..self }
    }

    /// Where there are two for three, for all.
    const fn or_two_for_three(self) -> Self {
        Self { two_for_three: ANY, ..self }
    }

    #[inline(always)]
    pub(crate) const fn has(self, bytes: usize, units: Units) -> bool {
        let all_below = match units {
            Units::Halves => self.halves,
            Units::Whole => self.whole,
            Units::TwoForThree => self.two_for_three,
        };
        bytes < all_below
    }
}

/// AVX2, whatever the length.
pub(crate) const NEVER: Lengths = Lengths::below(0);
/// AVX-512, whatever the length.
pub(crate) const ALWAYS: Lengths = Lengths::below(ANY);

/// Long: 1.00 / .98 / 1.02, emoji 1.4, but text that is nearly all ASCII .65 to .87: windows of 256
/// bytes have something else in them more often than those of 128. Short: 1.08 to 1.6, as part of a
/// vector is loaded without a branch. Zen 5: .97 / 1.40 / 1.7, emoji 2.2, nearly all ASCII 1.1 to 1.3. Intel:
/// 1.17 / 1.14 / 1.19, emoji 1.44, nearly all ASCII 1.1 to 1.5.
pub(crate) const VALIDATE_UTF8: Lengths = Lengths::below(256).or_whole().or_two_for_three();
/// 1.15 / 1.14 / 1.11; short 1.01.
pub(crate) const VALIDATE_UTF16: Lengths = ALWAYS;
/// 1.09 / 1.08 / 1.08; short 1.00.
pub(crate) const VALIDATE_UTF32: Lengths = ALWAYS;
/// Code points and UTF-16 units of UTF-8: 1.00 and 1.15 on all texts; short 1.15.
pub(crate) const COUNT_UTF8: Lengths = ALWAYS;
/// 1.25 on long text, records 1.12. Zen 5 and Intel, by another way to add up: 1.3 to 1.5, and 1.05 to 1.28.
pub(crate) const LEN_UTF16: Lengths = ALWAYS;

/// .99 / 1.25 / 1.27; short 1.07: `vpcompressw`.
pub(crate) const UTF8_TO_UTF16: Lengths = ALWAYS;
/// .97 / 1.02 / 1.04; short 1.05.
pub(crate) const UTF8_TO_UTF32: Lengths = ALWAYS;
/// .96 / 1.05 / 1.10; short 1.02: `vpmultishiftqb`, `vpcompressb`.
pub(crate) const UTF16_TO_UTF8: Lengths = ALWAYS;
/// 1.2 / 1.10 / 1.07; short 1.02.
pub(crate) const UTF32_TO_UTF8: Lengths = ALWAYS;
/// .97 / .98 / 1.01, but 1.4 to 1.5 where there are pairs.
pub(crate) const UTF16_TO_UTF32: Lengths = ALWAYS;
/// 1.18 / 1.18 / 1.18; short 1.01.
pub(crate) const UTF32_TO_UTF16: Lengths = ALWAYS;
/// 1.00 / 1.22; short 1.02: `vpcompressb`.
pub(crate) const LATIN1_TO_UTF8: Lengths = ALWAYS;
/// .99 / 1.88; short 1.11: `vpcompressb`.
pub(crate) const UTF8_TO_LATIN1: Lengths = ALWAYS;
/// 1.00 / 1.00. Zen 5: 1.1 to 1.2 up to some KB; Intel: .8 there.
pub(crate) const LATIN1_TO_UTF16: Lengths = NEVER.or_whole();
/// 1.01 / 1.02; short 1.00.
pub(crate) const UTF16_TO_LATIN1: Lengths = ALWAYS;

/// .87 / .95 / .98 at an error in 10 bytes, .79 / .82 / .85 at one in 1000, before U+FFFD came by compression. Intel, with
/// that: 2.4, 1.4 at one in 100, and 1.0.
pub(crate) const MEND_UTF8: Lengths = NEVER.or_two_for_three();
/// Records of ASCII 1.02 to 1.1. Others are not measured.
pub(crate) const MEND_ASCII: Lengths = NEVER.or_halves();
/// 1.00 / 1.35 / 1.39 at an error in 100 bytes.
pub(crate) const MEND_UTF8_TO_UTF16: Lengths = ALWAYS;
/// .67 / .75 / .82 at an error in 100 bytes, .66 / .82 / .94 at one in 1000. Intel: 1.12 / 1.37 /
/// 1.38, and .98 / 1.44 / 1.32.
pub(crate) const MEND_UTF16_TO_UTF8: Lengths = NEVER.or_two_for_three();

/// Zen 5: 1.00 to 1.25; Intel: 1.2 to 1.6.
pub(crate) const ASCII: Lengths = NEVER.or_whole().or_two_for_three();
/// Zen 5: .95 to 1.32; Intel: .5 to .9.
pub(crate) const COUNT_LATIN1: Lengths = NEVER.or_whole();
/// Zen 5: 1.86 to 1.96; Intel: .8 to 1.1.
pub(crate) const COUNT_UTF16: Lengths = NEVER.or_whole();
/// Zen 5: 1.12 to 1.14; Intel: .85 to 1.07.
pub(crate) const LEN_UTF32: Lengths = NEVER.or_whole();
/// Zen 5: 1.40 to 1.45; Intel: 1.0 to 1.24.
pub(crate) const LATIN1_IN_UTF8: Lengths = NEVER.or_whole().or_two_for_three();
/// Zen 5: 1.25 to 1.75; Intel: 1.06 to 1.7.
pub(crate) const LATIN1_IN_UTF16: Lengths = NEVER.or_whole().or_two_for_three();
/// Zen 5: 1.06 to 1.27.
pub(crate) const UTF32_TO_LATIN1: Lengths = NEVER.or_whole();
/// Zen 5: .90 to 1.40; Intel: .6 to 1.3.
pub(crate) const SWAP_BYTES: Lengths = NEVER.or_whole();
/// Zen 5: .91 to 1.02.
pub(crate) const ERRORS_UTF8: Lengths = NEVER;
/// Zen 5: .91 to 1.05.
pub(crate) const LATIN1_TO_UTF32: Lengths = NEVER;
/// UTF-8 to CESU-8 and Modified UTF-8, Zen 5: .30 (Intel: .44) where each character has three bytes.
pub(crate) const PAIRS: Lengths = NEVER;

// Not measured.
pub(crate) const BELOW_F0: Lengths = NEVER;
pub(crate) const COPY_ASCII: Lengths = NEVER;
pub(crate) const COUNT_BYTE: Lengths = NEVER;
pub(crate) const LATIN1_IN_UTF32: Lengths = NEVER;
pub(crate) const MEND_UTF16: Lengths = NEVER;
pub(crate) const NO_ESCAPE: Lengths = NEVER;
