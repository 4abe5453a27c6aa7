//! Where maximal subparts are, by bit masks: for text in which errors are near
//! to each other.
//!
//! A window of 64 bytes is told by masks, one bit for each byte. A continuation
//! byte is *accepted* as the second, third or fourth of a sequence by what lies
//! up to three bytes before it; a lead byte is *complete* if its last one was
//! accepted, up to three bytes behind it. So a window decides all of its bytes
//! but three at either end, whatever is outside, and nothing is carried:
//!
//! ```text
//! text        ... 41  E2  82  41  80 | C3  A9 ...
//! lead             0   1   0   0   0    1   0
//! continues        0   0   1   0   1    0   1
//! second           0   0   1   0   0    0   1     continues, behind a lead that allows it
//! third            0   0   0   0   0    0   0     continues, behind a second, two behind E0 or more
//! starts           0   1   0   0   1    0   0     a lead that is not complete, or not accepted
//! bytes            0   1   1   0   1    0   0     those, and what was accepted behind them
//! ```
//!
//! The masks only say *where*; the codec names the error.

use crate::simd::Simd;

/// How many bytes [`Subparts::new`] decides.
pub(crate) const DECIDED: usize = 58;
/// How many bytes before the first of them it reads.
pub(crate) const BACK: usize = 4;
/// How many bytes from the first of them on it reads.
pub(crate) const AHEAD: usize = 61;

/// The malformed maximal subparts among [`DECIDED`] bytes of text. Bit 0 is the
/// first of them; the others are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subparts {
    /// Where they begin.
    pub(crate) starts: u64,
    /// All of their bytes.
    pub(crate) bytes: u64,
    /// What is accepted as a second, third or fourth byte; three bits more.
    pub(crate) accepted: u64,
    /// What is as a fourth.
    pub(crate) fourth: u64,
    /// Whether no sequence in sight has a second byte: all else is ASCII.
    pub(crate) plain: bool,
}

impl Subparts {
    /// Those from `at` on.
    ///
    /// # Panics
    /// If there are not [`BACK`] bytes before `at`, and [`AHEAD`] from there on.
    #[inline(always)]
    pub(crate) fn new<S: Simd>(s: S, text: &[u8], at: usize) -> Self {
        const MASK: u64 = (1 << DECIDED) - 1;
        let window = &text[at - BACK..at + AHEAD];
        let (mut continues, mut not_ascii) = (0, 0);
        for start in (0..64).step_by(S::LANES) {
            let v = s.load(window, start + 1);
            continues |= s.bits(s.is_continuation(v)) << start;
            not_ascii |= s.bits(v) << start;
        }
        let lead = not_ascii & !continues;
        if continues & lead << 1 == 0 {
            let starts = not_ascii >> 3 & MASK;
            return Self { starts, bytes: starts, accepted: 0, fourth: 0, plain: true };
        }
        let tables = Tables::new(s);
        let (mut three, mut four, mut refused) = (0, 0, 0);
        for start in (0..64).step_by(S::LANES) {
            let (before, v) = (s.load(window, start), s.load(window, start + 1));
            three |= s.bits(s.saturating_sub(v, s.splat(0xE0 - 0x80))) << start;
            four |= s.bits(s.saturating_sub(v, s.splat(0xF0 - 0x80))) << start;
            refused |= s.bits(tables.refused(before, v)) << start;
        }
        let all = Kinds { lead, continues, three, four, refused }.subparts();
        Self {
            starts: all.starts >> 3 & MASK,
            bytes: all.bytes >> 3 & MASK,
            accepted: all.accepted >> 3,
            fourth: all.fourth >> 3,
            plain: false,
        }
    }

    /// All of those of a whole text of `len` bytes, 64 at most. `vectors` has those from a place on, with
    /// zeros behind the text, and with them in each lane the byte before.
    #[inline(always)]
    pub(crate) fn of_whole<S: Simd>(
        s: S,
        len: usize,
        vectors: impl Fn(usize) -> [S::V; 2],
    ) -> Self {
        let (tables, mut kinds) = (Tables::new(s), Kinds::default());
        for start in (0..64).step_by(S::LANES) {
            if start > 0 && start >= len {
                break;
            }
            let [v, before] = vectors(start);
            let continues = s.bits(s.is_continuation(v));
            kinds.continues |= continues << start;
            kinds.lead |= (s.bits(v) & !continues) << start;
            kinds.three |= s.bits(s.saturating_sub(v, s.splat(0xE0 - 0x80))) << start;
            kinds.four |= s.bits(s.saturating_sub(v, s.splat(0xF0 - 0x80))) << start;
            kinds.refused |= s.bits(tables.refused(before, v)) << start;
        }
        kinds.subparts()
    }

    /// The last bytes of well-formed sequences of four.
    #[inline(always)]
    pub(crate) fn four(self) -> u64 {
        self.fourth & !self.bytes
    }

    /// The bytes that make units of UTF-16: the last one of each sequence, and the third of four,
    /// which makes the high surrogate; and the first of each malformed subpart.
    #[inline(always)]
    pub(crate) fn units(self) -> u64 {
        let ends = !self.bytes & (!(self.accepted >> 1) | self.four() >> 1);
        ends | self.starts
    }
}

/// What 64 bytes are by themselves, and by the one before: a bit for each.
#[derive(Default)]
struct Kinds {
    lead: u64,
    continues: u64,
    /// E0 or more, and F0 or more.
    three: u64,
    four: u64,
    /// A continuation byte that may not stand behind the byte before.
    refused: u64,
}

impl Kinds {
    #[inline(always)]
    fn subparts(self) -> Subparts {
        let Self { lead, continues, three, four, refused } = self;
        let second = continues & lead << 1 & !refused;
        let third = continues & second << 1 & three << 2;
        let fourth = continues & third << 1 & four << 3;
        let complete =
            (lead & !three & second >> 1) | (three & !four & third >> 2) | (four & fourth >> 3);
        let accepted = second | third | fourth;
        let starts = (lead & !complete) | (continues & !accepted);
        let bytes = starts | (second & starts << 1) | (third & starts << 2);
        Subparts { starts, bytes, accepted, fourth, plain: false }
    }
}

/// Tables for the pairs of a lead byte and a continuation byte that no sequence
/// has. Bits that are set in all three entries stand for one of these:
#[derive(Clone, Copy)]
struct Tables<S: Simd> {
    s: S,
    first_high: S::V,
    first_low: S::V,
    second_high: S::V,
}

/// E0, then 80..9F.
const OVERLONG_3: u8 = 1 << 0;
/// ED, then A0..BF.
const SURROGATE: u8 = 1 << 1;
/// F0, then 80..8F.
const OVERLONG_4: u8 = 1 << 2;
/// F4, then 90..BF.
const TOO_LARGE: u8 = 1 << 3;
/// C0 or C1, then anything.
const OVERLONG_2: u8 = 1 << 4;
/// F5 to FF, then anything.
const NO_LEAD: u8 = 1 << 5;

const FIRST_HIGH: [u8; 16] = {
    let mut table = [0; 16];
    table[0xC] = OVERLONG_2;
    table[0xE] = OVERLONG_3 | SURROGATE;
    table[0xF] = OVERLONG_4 | TOO_LARGE | NO_LEAD;
    table
};

const FIRST_LOW: [u8; 16] = {
    let mut table = [NO_LEAD; 16];
    table[0x0] = OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = OVERLONG_2;
    table[0x2] = 0;
    table[0x3] = 0;
    table[0x4] = TOO_LARGE;
    table[0xD] = NO_LEAD | SURROGATE;
    table
};

const SECOND_HIGH: [u8; 16] = {
    const ANY: u8 = OVERLONG_2 | NO_LEAD;
    let mut table = [0; 16];
    table[0x8] = ANY | OVERLONG_3 | OVERLONG_4;
    table[0x9] = ANY | OVERLONG_3 | TOO_LARGE;
    table[0xA] = ANY | SURROGATE | TOO_LARGE;
    table[0xB] = ANY | SURROGATE | TOO_LARGE;
    table
};

impl<S: Simd> Tables<S> {
    #[inline(always)]
    fn new(s: S) -> Self {
        Self {
            s,
            first_high: s.table(FIRST_HIGH),
            first_low: s.table(FIRST_LOW),
            second_high: s.table(SECOND_HIGH),
        }
    }

    /// Flag: `v` is a continuation byte that may not follow `before`.
    #[inline(always)]
    fn refused(self, before: S::V, v: S::V) -> S::V {
        let s = self.s;
        let first_high = s.lookup(self.first_high, s.high_nibble(before));
        let first_low = s.lookup(self.first_low, s.low_nibble(before));
        let second_high = s.lookup(self.second_high, s.high_nibble(v));
        s.less_than_i8(s.splat(0), s.and(s.and(first_high, first_low), second_high))
    }
}
