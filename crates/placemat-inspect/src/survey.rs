//! What text is made of, counted: how often each code point occurs, and from that scripts, blocks,
//! lengths of sequences and the rest; and whether it is in NFC.
//!
//! Reading only counts. What a code point is, is asked once for each that occurs, not each time.

use crate::code_point;
use unicode_normalization::{IsNormalized, is_nfc, is_nfc_quick};

/// Counts of text that comes in pieces.
///
/// # Examples
/// ```
/// use placemat_inspect::Survey;
///
/// let mut survey = Survey::default();
/// survey.push("caf\u{E9} ");
/// survey.push("\u{20AC}");
/// let summary = survey.summary();
/// assert_eq!(summary.sequences, [4, 1, 1, 0]);
/// assert_eq!((summary.highest, summary.nfc), (Some('€'), Some(true)));
/// assert_eq!(summary.scripts, [("Latin", 4), ("Common", 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Of code points below 80: most of them, and without a page.
    ascii: Box<Page>,
    /// Of each 256 others, if any has occurred.
    pages: Vec<Option<Box<Page>>>,
    /// What is not yet known to be in NFC: from the last code point on that nothing before it
    /// changes.
    segment: String,
    /// The segment has more than what begins it.
    suspect: bool,
    nfc: Nfc,
}

#[derive(Clone, Debug)]
struct Page {
    counts: [u64; 256],
    /// Those at which text can be cut before it is normalised: nothing composes with what is before
    /// them, and nothing moves across (UAX #15, 9.1).
    begins: [bool; 256],
}

impl Default for Page {
    fn default() -> Self {
        Self { counts: [0; 256], begins: [true; 256] }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Nfc {
    #[default]
    Yes,
    No,
    /// A segment is longer than anybody would wait for.
    Unknown,
}

/// More than any text has; a hostile one should not be kept in memory.
const LONGEST_SEGMENT: usize = 1 << 16;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Code points of one to four bytes.
    pub sequences: [u64; 4],
    /// The script of each code point as Scripts.txt names it, the most frequent first.
    pub scripts: Vec<(&'static str, u64)>,
    /// Its block, likewise.
    pub blocks: Vec<(&'static str, u64)>,
    /// The highest code point, unless there is none.
    pub highest: Option<char>,
    /// C0 and C1 controls and DEL, but for tabs, line feeds and carriage returns.
    pub controls: u64,
    /// Noncharacters.
    pub noncharacters: u64,
    /// Code points for private use.
    pub private_use: u64,
    /// Code points to which the version of Unicode of the tables assigns nothing, but for
    /// noncharacters.
    pub unassigned: u64,
    /// U+FFFD, which stands where text was lost.
    pub replacement: u64,
    /// U+000D.
    pub carriage_returns: u64,
    /// Whether it is in Normalization Form C; `None` where a run of combining marks is too long to
    /// tell.
    pub nfc: Option<bool>,
}

impl Summary {
    /// How many code points there are.
    #[must_use]
    pub fn code_points(&self) -> u64 {
        self.sequences.iter().sum()
    }

    /// How many code units they are in UTF-16.
    #[must_use]
    pub fn utf16_units(&self) -> u64 {
        self.code_points() + self.sequences[3]
    }
}

impl Survey {
    /// Counts the next piece of text.
    ///
    /// # Complexity
    /// Linear in the length of `text`; memory is bounded.
    pub fn push(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        let mut at = 0;
        while !rest.is_empty() {
            let ascii = rest.iter().take_while(|byte| byte.is_ascii()).count();
            for &byte in &rest[..ascii] {
                self.ascii.counts[usize::from(byte)] += 1;
            }
            if ascii > 0 {
                self.begin_segment(&text[at + ascii - 1..at + ascii]);
            }
            at += ascii;
            let others = text[at..].chars().take_while(|c| !c.is_ascii());
            for c in others {
                self.count(c);
                at += c.len_utf8();
            }
            rest = &text.as_bytes()[at..];
        }
    }

    /// Says that something is between what was pushed and what will be, such as malformed bytes.
    pub fn interrupt(&mut self) {
        self.begin_segment("");
    }

    fn count(&mut self, c: char) {
        let (page, at) = (u32::from(c) as usize >> 8, u32::from(c) as usize & 0xFF);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new(Page::of(page)));
        page.counts[at] += 1;
        let begins = page.begins[at];
        if begins {
            self.begin_segment(c.encode_utf8(&mut [0; 4]));
        } else if self.nfc == Nfc::Yes {
            self.segment.push(c);
            self.suspect = true;
            if self.segment.len() > LONGEST_SEGMENT {
                self.nfc = Nfc::Unknown;
                (self.segment, self.suspect) = (String::new(), false);
            }
        }
    }

    /// Judges the segment that ends here; the next one begins with `first`.
    #[inline]
    fn begin_segment(&mut self, first: &str) {
        // What begins a segment is in NFC where nothing is behind it.
        if std::mem::take(&mut self.suspect) && !is_nfc(&self.segment) {
            self.nfc = Nfc::No;
        }
        self.segment.clear();
        self.segment.push_str(first);
    }

    /// What was counted so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        let (mut scripts, mut blocks) = (Tally::default(), Tally::default());
        let pages =
            self.pages.iter().enumerate().filter_map(|(at, page)| Some((at, page.as_ref()?)));
        for (at, page) in std::iter::once((0, &self.ascii)).chain(pages) {
            let counted = page.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
            for (low, &count) in counted {
                let c = char::from_u32((at << 8 | low) as u32).expect("it was one");
                summary.add(c, count);
                scripts.add(code_point::script(c), count);
                blocks.add(code_point::block(c), count);
            }
        }
        summary.scripts = scripts.sorted();
        summary.blocks = blocks.sorted();
        let mut last = self.clone_segment();
        last.begin_segment("");
        summary.nfc = match last.nfc {
            Nfc::Yes => Some(true),
            Nfc::No => Some(false),
            Nfc::Unknown => None,
        };
        summary
    }

    fn clone_segment(&self) -> Self {
        let segment = self.segment.clone();
        Self { segment, suspect: self.suspect, nfc: self.nfc, ..Self::default() }
    }

    /// Adds what another has counted, of another text.
    pub fn join(&mut self, other: &Self) {
        self.interrupt();
        self.ascii.add(&other.ascii);
        if self.pages.len() < other.pages.len() {
            self.pages.resize_with(other.pages.len(), || None);
        }
        for (page, other) in self.pages.iter_mut().zip(&other.pages) {
            match (page, other) {
                (Some(page), Some(other)) => page.add(other),
                (page @ None, Some(other)) => *page = Some(other.clone()),
                (_, None) => {}
            }
        }
        let mut last = other.clone_segment();
        last.interrupt();
        self.nfc = match (self.nfc, last.nfc) {
            (Nfc::No, _) | (_, Nfc::No) => Nfc::No,
            (Nfc::Unknown, _) | (_, Nfc::Unknown) => Nfc::Unknown,
            _ => Nfc::Yes,
        };
    }
}

impl Page {
    fn of(page: usize) -> Self {
        let begins = std::array::from_fn(|low| {
            let c = char::from_u32((page << 8 | low) as u32);
            c.is_none_or(|c| {
                let class = unicode_normalization::char::canonical_combining_class(c);
                class == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
            })
        });
        Self { counts: [0; 256], begins }
    }

    fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, other)| *count += other);
    }
}

impl Summary {
    fn add(&mut self, c: char, count: u64) {
        self.sequences[c.len_utf8() - 1] += count;
        self.highest = self.highest.max(Some(c));
        let group = match code_point::category(c).0 {
            "Cc" if !matches!(c, '\t' | '\n' | '\r') => Some(&mut self.controls),
            "Co" => Some(&mut self.private_use),
            _ if code_point::is_noncharacter(c) => Some(&mut self.noncharacters),
            "Cn" => Some(&mut self.unassigned),
            _ => None,
        };
        if let Some(group) = group {
            *group += count;
        }
        match c {
            '\u{FFFD}' => self.replacement += count,
            '\r' => self.carriage_returns += count,
            _ => {}
        }
    }
}

/// Counts by name.
#[derive(Default)]
struct Tally(Vec<(&'static str, u64)>);

impl Tally {
    fn add(&mut self, name: &'static str, count: u64) {
        // Neighbours mostly have the same name, and there are few names.
        match self.0.iter_mut().rev().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((name, count)),
        }
    }

    fn sorted(mut self) -> Vec<(&'static str, u64)> {
        self.0.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    fn summary(text: &str) -> Summary {
        let mut survey = Survey::default();
        survey.push(text);
        survey.summary()
    }

    #[test]
    fn counts() {
        let found = summary("a\r\n\t\x1Bé€😀\u{FFFD}\u{FFFE}\u{E000}\u{E0080}\u{378}");
        assert_eq!(found.sequences, [5, 2, 4, 2]);
        assert_eq!((found.code_points(), found.utf16_units()), (13, 15));
        assert_eq!(found.highest, Some('\u{E0080}'));
        assert_eq!(
            (found.controls, found.noncharacters, found.private_use, found.unassigned),
            (1, 1, 1, 2)
        );
        assert_eq!((found.replacement, found.carriage_returns), (1, 1));
        assert_eq!(summary("").highest, None);
        assert_eq!(summary("жжa").blocks, [("Cyrillic", 2), ("Basic Latin", 1)]);
    }

    #[test]
    fn nfc_is_what_normalisation_says() {
        let texts = [
            "",
            "abc",
            "é",
            "e\u{301}",
            "e\u{301}x",
            "xe\u{301}",
            "\u{301}",
            "a\u{323}\u{301}",
            "a\u{301}\u{323}",
            "\u{1100}\u{1161}",
            "가\u{11A8}",
            "각",
            "\u{212B}",
            "\u{340}",
            "\u{F900}",
            "q\u{301}\u{323}x",
            "日本\u{3099}",
            "か\u{3099}",
            "\u{9C7}\u{9BE}",
            "ä̀",
            "\u{FB1D}",
            "\u{1D15E}",
            "a\u{315}\u{300}",
        ];
        for one in texts {
            for other in texts {
                let text = format!("{one}{other}");
                let expected = text.nfc().eq(text.chars());
                assert_eq!(summary(&text).nfc, Some(expected), "{text:?}");
                // In pieces, too.
                let mut survey = Survey::default();
                text.chars().for_each(|c| survey.push(c.encode_utf8(&mut [0; 4])));
                assert_eq!(survey.summary(), summary(&text), "{text:?}");
            }
        }
        let many = format!("a{}", "\u{301}".repeat(LONGEST_SEGMENT));
        assert_eq!(summary(&many).nfc, None);
    }

    #[test]
    fn joined() {
        let mut one = Survey::default();
        one.push("xe");
        let mut other = Survey::default();
        other.push("\u{301}€");
        one.join(&other);
        let mut both = summary("xe€\u{301}");
        both.nfc = Some(true);
        assert_eq!(one.summary(), both);
    }
}
