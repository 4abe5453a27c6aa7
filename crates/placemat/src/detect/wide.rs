//! Whether all of an input is UTF-16 or UTF-32: what its start looks like, or what
//! the start leaves open.

use super::sniff::{FORMS, Form, Sniffed, Survey, WithNuls};

/// What all of an input is in UTF-16 or UTF-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wide {
    /// The canonical name: `utf-16le`.
    pub name: &'static str,
    /// The name for people: "UTF-16, little-endian".
    pub title: &'static str,
    /// Well-formed code points.
    pub code_points: u64,
    /// Of those, what no text has: controls, private use, noncharacters.
    pub implausible: u64,
    /// Malformed units.
    pub malformed: u64,
    /// The offset of the first of them, in bytes.
    pub first_malformed: Option<u64>,
    /// Bytes at the very end that begin a unit or a pair.
    pub cut_end: usize,
}

/// Forms that the input can still be in.
#[derive(Clone, Debug)]
pub(super) struct Surveys {
    forms: [Option<Waiting>; FORMS.len()],
    /// The start told the form: it is not given up.
    told: bool,
    /// What else the start can be.
    with_nuls: Option<WithNuls>,
}

/// A form, and what waits for its rest: at most three bytes.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    form: Form,
    survey: Survey,
    bytes: [u8; 4],
    len: usize,
}

impl Surveys {
    /// What the start of an input, which looks like this, leaves to be seen.
    pub(super) fn behind(sniffed: Sniffed, start: &[u8]) -> Self {
        let possible = |form: &Form| match sniffed {
            Sniffed::Other(other) => other.name == form.name,
            // Without such bytes there are no spaces, and no ends of lines.
            _ => start.iter().fold(u8::MAX, |least, byte| least.min(*byte)) <= 2,
        };
        let waiting =
            |form: Form| Waiting { form, survey: Survey::default(), bytes: [0; 4], len: 0 };
        Self {
            forms: FORMS.map(|form| possible(&form).then(|| waiting(form))),
            told: matches!(sniffed, Sniffed::Other(_)),
            with_nuls: WithNuls::of(start),
        }
    }

    /// Takes the next bytes of the input.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for slot in &mut self.forms {
            if let Some(waiting) = slot {
                waiting.push(bytes);
                // Binary files are not read to the end four times.
                if !self.told && !waiting.is_likely() {
                    *slot = None;
                }
            }
        }
    }

    /// The form in which the input is text, or that its start told.
    pub(super) fn finish(&self) -> Option<Wide> {
        let likely = self.forms.iter().flatten();
        let scored = likely.filter_map(|waiting| match self.told {
            true => Some((0, waiting)),
            false => {
                let Waiting { form, survey, .. } = waiting;
                let by_chance = self.with_nuls.is_some_and(|bytes| bytes.is_likelier(form, survey));
                let text = waiting.is_text() && !by_chance;
                Some((survey.score().filter(|_| text)?, waiting))
            }
        });
        scored.max_by_key(|&(score, _)| score).map(|(_, waiting)| waiting.found())
    }
}

impl Waiting {
    fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while self.len > 0 {
            let whole = (self.form.survey)(&mut self.survey, &self.bytes[..self.len]);
            if whole == 0 {
                let Some((&byte, behind)) = rest.split_first() else { return };
                self.bytes[self.len] = byte;
                self.len += 1;
                rest = behind;
                continue;
            }
            self.bytes.copy_within(whole..self.len, 0);
            self.len -= whole;
        }
        let whole = (self.form.survey)(&mut self.survey, rest);
        self.len = rest.len() - whole;
        self.bytes[..self.len].copy_from_slice(&rest[whole..]);
    }

    /// Whether a damaged text could be this: one code point in a thousand. ASCII in
    /// pairs makes ideographs, but no spaces.
    fn is_likely(&self) -> bool {
        let Survey { all, implausible, malformed, .. } = self.survey;
        let odd = (implausible + malformed).saturating_sub(8);
        odd * 1000 <= all && (all < 2048 || self.survey.score().is_some())
    }

    fn is_text(&self) -> bool {
        let Survey { all, implausible, malformed, .. } = self.survey;
        all >= 2 && (implausible + malformed) * 1000 <= all
    }

    fn found(&self) -> Wide {
        let Survey { all, implausible, malformed, first_malformed, .. } = self.survey;
        Wide {
            name: self.form.name,
            title: self.form.title,
            code_points: all,
            implausible,
            malformed,
            first_malformed,
            cut_end: self.len,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Detector;
    use super::*;
    use std::vec::Vec;

    fn wide(bytes: &[u8], size: usize) -> Option<Wide> {
        let mut detector = Detector::new();
        bytes.chunks(size).for_each(|piece| detector.push(piece));
        detector.finish().wide
    }

    fn le16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn what_the_start_leaves_open() {
        // A private letter at the start, and text of many code points behind it.
        let text = le16(&["\u{E000}", &"some words, 😀 and lines\n".repeat(1000)].concat());
        for size in [1, 3, 1000, text.len()] {
            let found = wide(&text, size).unwrap();
            assert_eq!((found.name, found.implausible, found.malformed), ("utf-16le", 1, 0));
        }
        // Too many of them, and binary numbers.
        assert_eq!(wide(&le16(&"\u{E000}word ".repeat(2000)), 512), None);
        let numbers: Vec<u8> = (0..40_000_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(wide(&numbers, 4096), None);
        assert_eq!(wide(b"plain text\n", 5), None);
    }

    #[test]
    fn what_follows_the_start() {
        let text = le16(&"words 😀\n".repeat(3000));
        let clean = wide(&text, 777).unwrap();
        assert_eq!((clean.code_points, clean.malformed, clean.cut_end), (24_000, 0, 0));
        let mut broken = text.clone();
        broken[40_001] = 0xDC;
        for size in [1, 7, 4096] {
            let found = wide(&broken[..broken.len() - 1], size).unwrap();
            assert_eq!((found.malformed, found.first_malformed), (1, Some(40_000)), "{size}");
            assert_eq!(found.cut_end, 1);
        }
    }
}
