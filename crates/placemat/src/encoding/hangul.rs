//! UNICODE-1-1-UTF-8 (RFC 2279, sections 3 and 5): UTF-8 whose Hangul syllables are
//! where Unicode 1.1 had them. Amendment 5 of ISO 10646 has moved them.
//!
//! ```text
//! 3400 to 3D2D    the 2,350 of KS X 1001, in its order, which is today's
//! 3D2E to 44B7    the 1,930 of KS X 1002, in its order, which is today's
//! 44B8 to 44BD    six of GB 12052-89, in an order that is not known: BBC3 BF59
//!                 BFE5 C6D8 CB94 D63B
//! 44BE to 4DFF    the first 2,370 of today's that neither standard has
//! ```

use super::hangul_table::{KS_X_1001, KS_X_1002, Set};
use super::sealed::Sealed;
use super::utf8;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// UTF-8 with the Hangul of Unicode 1.1: units of one byte.
///
/// It cannot hold the 4,516 syllables that Unicode 2.0 has added, the six whose
/// old places are not known, and what is at U+3400 to U+4DFF today.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unicode11Utf8;

/// Where today's syllables begin, and how many there are.
const TODAY: u32 = 0xAC00;
const SYLLABLES: u32 = 11_172;

/// A set of syllables, and how many are in the words before each.
struct Block {
    set: Set,
    before: [u16; 175],
}

/// The blocks, and where each began.
static BLOCKS: [(u32, Block); 3] =
    [(0x3400, block(KS_X_1001)), (0x3D2E, block(KS_X_1002)), (0x44BE, block(others()))];

const fn block(set: Set) -> Block {
    let mut before = [0; 175];
    let mut word = 1;
    while word < 175 {
        before[word] = before[word - 1] + set[word - 1].count_ones() as u16;
        word += 1;
    }
    Block { set, before }
}

/// The first 2,370 that are in neither standard.
const fn others() -> Set {
    let mut set = [0; 175];
    let (mut syllable, mut count) = (0, 0);
    while count < 2370 {
        let (word, bit) = (syllable / 64, 1 << (syllable % 64));
        if (KS_X_1001[word] | KS_X_1002[word]) & bit == 0 {
            set[word] |= bit;
            count += 1;
        }
        syllable += 1;
    }
    set
}

impl Block {
    fn len(&self) -> u32 {
        u32::from(self.before[174]) + self.set[174].count_ones()
    }

    /// The place of `syllable` in the set.
    fn rank(&self, syllable: u32) -> Option<u32> {
        let (word, bit) = ((syllable / 64) as usize, 1 << (syllable % 64));
        let smaller = (self.set[word] & (bit - 1)).count_ones();
        (self.set[word] & bit != 0).then(|| u32::from(self.before[word]) + smaller)
    }

    /// The syllable at `rank`, which is below the length.
    fn select(&self, rank: u32) -> u32 {
        let word = self.before.partition_point(|&before| u32::from(before) <= rank) - 1;
        let mut bits = self.set[word];
        for _ in 0..rank - u32::from(self.before[word]) {
            bits &= bits - 1;
        }
        64 * word as u32 + bits.trailing_zeros()
    }
}

/// Today's code point of what Unicode 1.1 had at `value`; `None` for those that
/// are not known.
fn today(value: u32) -> Option<u32> {
    if !matches!(value, 0x3400..=0x4DFF) {
        return Some(value);
    }
    let (_, block, rank) = BLOCKS
        .iter()
        .map(|(start, block)| (start, block, value.wrapping_sub(*start)))
        .find(|(_, block, rank)| *rank < block.len())?;
    Some(TODAY + block.select(rank))
}

/// Where Unicode 1.1 had the code point that is `value` today, if it did.
fn of_old(value: u32) -> Option<u32> {
    match value {
        0x3400..=0x4DFF => None,
        0xAC00..=0xD7A3 => {
            BLOCKS.iter().find_map(|(start, block)| Some(start + block.rank(value - TODAY)?))
        }
        _ => Some(value),
    }
}

impl Unicode11Utf8 {
    /// Whether `text`, which is well-formed, has Hangul syllables. If it has none,
    /// it is the same in UTF-8, and should be labelled as that (RFC 2279,
    /// section 5).
    ///
    /// # Examples
    /// ```
    /// use placemat::encoding::historic::Unicode11Utf8;
    ///
    /// assert!(Unicode11Utf8::has_hangul(b"\xE3\x90\x80")); // U+3400, today's U+AC00
    /// assert!(!Unicode11Utf8::has_hangul("\u{33FF} and \u{4E00}".as_bytes()));
    /// ```
    ///
    /// # Complexity
    /// Linear.
    #[must_use]
    pub fn has_hangul(text: &[u8]) -> bool {
        // U+3400 to U+4DFF.
        text.windows(2).any(|pair| matches!(pair, [0xE3, 0x90..=0xBF] | [0xE4, 0x80..=0xB7]))
    }
}

impl Sealed for Unicode11Utf8 {}

impl Encoding for Unicode11Utf8 {
    type Unit = u8;
    const NAME: &'static str = "unicode-1-1-utf-8";
    type State = ();

    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        let step = utf8::decode(units, last);
        let Step::Value { value, len } = step else { return step };
        if (TODAY..TODAY + SYLLABLES).contains(&value) {
            return Step::Malformed { len, kind: MalformedKind::Undefined };
        }
        match today(value) {
            Some(value) => Step::Value { value, len },
            None => Step::Malformed { len, kind: MalformedKind::UnknownHangul },
        }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let (bytes, len) = utf8::encode(of_old(value)?)?;
        Some(Encoded::new(bytes, len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_of_the_charts() {
        let pairs = [
            (0x3400, 0xAC00),
            (0x384E, 0xC0A3),
            (0x40BC, 0xC0A4),
            (0x436C, 0xCF6A),
            // UnicodeData 1.1.5 has its name: MIEUM WEO RIEUL-THIEUTH.
            (0x4DFF, 0xBB5D),
            (0x33FF, 0x33FF),
            (0x4E00, 0x4E00),
        ];
        for (old, new) in pairs {
            assert_eq!(today(old), Some(new), "{old:X}");
            assert_eq!(of_old(new), Some(old), "{new:X}");
        }
    }

    #[test]
    fn hangul_are_found() {
        for value in (0..=0x10_FFFF).filter(|value| !matches!(value, 0xD800..=0xDFFF)) {
            let (bytes, len) = utf8::encode(value).unwrap();
            let expected = matches!(value, 0x3400..=0x4DFF);
            assert_eq!(Unicode11Utf8::has_hangul(&bytes[..len]), expected, "{value:X}");
        }
        assert!(!Unicode11Utf8::has_hangul("\u{3300}\u{5000}".as_bytes()));
    }

    #[test]
    fn there_and_back() {
        let known = (0x3400..=0x4DFF).filter_map(|old| Some((old, today(old)?)));
        assert!(known.clone().all(|(old, new)| of_old(new) == Some(old)));
        assert_eq!(known.count(), 6650);
        assert!((0x44B8..=0x44BD).all(|old| today(old).is_none()));
        for unknown in [0xBBC3, 0xBF59, 0xBFE5, 0xC6D8, 0xCB94, 0xD63B] {
            assert_eq!(of_old(unknown), None, "{unknown:X}");
        }
        let later = (TODAY..TODAY + SYLLABLES).filter(|&new| of_old(new).is_none());
        assert_eq!(later.count(), 4516 + 6);
    }
}
