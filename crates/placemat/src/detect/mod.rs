//! What bytes say of their encoding: evidence, counted over the whole input.
//!
//! The library knows the family of UTF-8. Other legacy encodings are told by
//! the language of the text, which it does not know.
//!
//! # Examples
//! ```
//! use placemat::detect::Detector;
//!
//! let mut detector = Detector::new();
//! detector.push(b"plain text, and caf\xC3");
//! detector.push(b"\xA9 at the end");
//! let evidence = detector.finish();
//! assert_eq!((evidence.multi_byte(), evidence.malformed), (1, 0));
//! ```

mod double;
mod look;
mod sniff;
mod utf7;
mod wide;

pub use double::Double;
pub use look::{Look, is_windows_1252};
pub use sniff::{OtherEncoding, SAMPLE, Sniffed, sniff};
pub use utf7::Shifts;
pub use wide::Wide;

use crate::encoding::single_byte::windows_1252_strict;
use crate::utf8::{self, Meaning, Mistake};
use core::array;
use core::ops::{Range, RangeInclusive};
use wide::Surveys;

/// What was found in the bytes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evidence {
    /// What the first bytes look like.
    pub sniffed: Sniffed,
    /// How often each byte occurs.
    pub counts: [u64; 256],
    /// Continuation bytes at the very start, at most three: the end of a
    /// sequence that was cut.
    pub cut_start: usize,
    /// Bytes at the very end that begin a sequence.
    pub cut_end: usize,
    /// Mistakes against UTF-8 (see [`utf8::Group`]), but for what was cut off. An estimate once
    /// there are hundreds, and many for each sequence that is right: then a part of it is
    /// judged, and stands for what is behind it.
    pub malformed: u64,
    /// The offset of the first of them.
    pub first_malformed: Option<u64>,
    /// How many of them look like what, in the order of [`Look::all()`].
    looks: [u64; Look::all().len()],
    /// What the code points above U+007F are in Windows-1252.
    pub double: Double,
    /// What is behind "+" in ASCII.
    pub shifts: Shifts,
    /// All of it in UTF-16 or UTF-32, if its start looks like that, or leaves it
    /// open and all of it is text.
    pub wide: Option<Wide>,
    /// Lead bytes that are in mistakes.
    malformed_leads: u64,
}

impl Evidence {
    /// How many bytes there were.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many of them are in `range`.
    #[must_use]
    pub fn count(&self, range: RangeInclusive<u8>) -> u64 {
        range.map(|byte| self.counts[usize::from(byte)]).sum()
    }

    /// How many of them are not ASCII.
    #[must_use]
    pub fn high(&self) -> u64 {
        self.count(0x80..=0xFF)
    }

    /// Well-formed sequences of UTF-8 with more than one byte.
    #[must_use]
    pub fn multi_byte(&self) -> u64 {
        self.count(0xC2..=0xF4) - self.malformed_leads
    }

    /// Control codes that text does not have: all of C0 but white space,
    /// backspace and escape, and DEL.
    #[must_use]
    pub fn controls(&self) -> u64 {
        self.count(0..=7)
            + self.count(0x0E..=0x1A)
            + self.count(0x1C..=0x1F)
            + self.count(0x7F..=0x7F)
    }

    /// Bytes of the C1 range, 80 to 9F: those that Windows-1252 defines, and
    /// the five that it does not. ISO-8859-1 has control codes there, which no
    /// text uses.
    #[must_use]
    pub fn c1(&self) -> (u64, u64) {
        let defined = |byte: &u8| windows_1252_strict(*byte).is_some();
        let known = (0x80..=0x9F).filter(defined).map(|byte| self.counts[usize::from(byte)]).sum();
        (known, self.count(0x80..=0x9F) - known)
    }

    /// How many mistakes look like `look`.
    #[must_use]
    pub fn looks_like(&self, look: Look) -> u64 {
        self.looks[look as usize]
    }
}

/// Collects evidence from bytes as they come, in any pieces: the evidence does
/// not depend on them.
///
/// It takes 11 KiB, and allocates nothing.
#[derive(Clone, Debug)]
pub struct Detector {
    evidence: Evidence,
    surveys: Option<Surveys>,
    /// Everything passes through here: the first bytes are looked at together,
    /// and no sequence is split.
    buffer: [u8; BUFFER],
    len: usize,
    /// What is before it has been judged, and stays only to be seen.
    judged: usize,
    /// The offset of the buffer in the input.
    offset: u64,
    /// The part that was judged last.
    part: Part,
    /// For so many bytes behind it, it still stands.
    alike: usize,
    /// Lead bytes of UTF-8 so far.
    leads: u64,
}

/// A part of the input, and its mistakes.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Bytes that are not ASCII.
    high: u64,
    malformed: u64,
    looks: [u64; Look::all().len()],
    /// Lead bytes, and those of them that are in mistakes.
    leads: (u64, u64),
}

/// So many mistakes, and so many for each sequence that is right, are another encoding: behind
/// them, a part stands for what is this much longer,
const MANY: (u64, u64, usize) = (128, 1, 16);

/// and where mistakes are close together for so many bytes at least, if that is no more than so much longer: to judge
/// them takes long, and a few bytes on they are the same ones.
const STANDS: (usize, usize) = (4 << 10, 64);

/// So many bytes are passed over at once: not all that a part stands for need be like it.
const STEP: usize = 256;

/// A part ends at so many mistakes.
const PART: u64 = 32;

/// How far behind a mistake must be seen to judge it, and how far before it.
const AROUND: usize = 8;

const BUFFER: usize = SAMPLE + AROUND;

impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}

impl Detector {
    /// One that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        let evidence = Evidence {
            sniffed: Sniffed::Text { signature: false },
            counts: [0; 256],
            cut_start: 0,
            cut_end: 0,
            malformed: 0,
            first_malformed: None,
            looks: [0; Look::all().len()],
            double: Double::default(),
            shifts: Shifts::default(),
            wide: None,
            malformed_leads: 0,
        };
        Self {
            evidence,
            surveys: None,
            buffer: [0; BUFFER],
            len: 0,
            judged: 0,
            offset: 0,
            part: Part::default(),
            alike: 0,
            leads: 0,
        }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (front, rest) = bytes.split_at(bytes.len().min(BUFFER - self.len));
            self.buffer[self.len..self.len + front.len()].copy_from_slice(front);
            self.len += front.len();
            bytes = rest;
            if self.len == BUFFER {
                self.pass(false);
            }
        }
    }

    /// What all bytes together say.
    #[must_use]
    pub fn finish(mut self) -> Evidence {
        self.pass(true);
        self.evidence.shifts.end();
        self.evidence.double.break_off();
        self.evidence.wide = self.surveys.as_ref().and_then(Surveys::finish);
        self.evidence
    }

    /// Judges what is in the buffer, as far as it can be judged.
    fn pass(&mut self, last: bool) {
        let text = &self.buffer[..self.len];
        let surveys = self.surveys.get_or_insert_with(|| {
            self.evidence.sniffed = sniff(text, last);
            Surveys::behind(self.evidence.sniffed, text)
        });
        let cut = match last {
            true => self.len,
            false => utf8::floor_group_boundary(text, self.len - AROUND),
        };
        surveys.push(&text[self.judged..cut]);
        self.evidence.count_bytes(&text[self.judged..cut]);
        // What is cut at the end is always seen.
        let passable = utf8::floor_group_boundary(text, self.len.saturating_sub(AROUND));
        let mut at = self.judged;
        while at < cut {
            let to = (at + self.alike.min(STEP)).min(passable);
            let to = if to > at { utf8::floor_group_boundary(text, to) } else { at };
            if to > at {
                // What is in order is not like a part that has mistakes. (Where there are many, the first is near.)
                let bytes = &text[at..to];
                if utf8::is_valid(bytes) && !crate::ascii::is_ascii(bytes) {
                    self.alike = 0;
                    continue;
                }
                self.leads += self.evidence.pass_over(&text[at..to], &self.part);
                self.alike -= to - at;
                at = to;
                continue;
            }
            let before = self.evidence.mistakes();
            let to = self.evidence.judge(text, at..cut, self.offset);
            self.part = self.evidence.mistakes().since(before, &text[at..to]);
            self.leads += self.part.leads.0;
            let stands = self.part.malformed > 0 && self.evidence.is_another_encoding(self.leads);
            self.alike = if stands { reach(to - at) } else { 0 };
            at = to;
        }
        let keep = cut.saturating_sub(AROUND);
        self.buffer.copy_within(keep..self.len, 0);
        self.offset += keep as u64;
        (self.len, self.judged) = (self.len - keep, cut - keep);
    }
}

impl Part {
    /// What `bytes` have, before which there was `before`.
    fn since(self, before: Self, bytes: &[u8]) -> Self {
        Self {
            high: high(bytes),
            malformed: self.malformed - before.malformed,
            looks: array::from_fn(|look| self.looks[look] - before.looks[look]),
            leads: (leads(bytes), self.leads.1 - before.leads.1),
        }
    }
}

/// For how many bytes behind it a part of this length stands.
fn reach(len: usize) -> usize {
    (MANY.2 * len).max(STANDS.0.min(STANDS.1 * len))
}

/// How many bytes are not ASCII.
fn high(bytes: &[u8]) -> u64 {
    tally(bytes, |byte| !byte.is_ascii())
}

/// How many bytes begin a sequence in UTF-8.
fn leads(bytes: &[u8]) -> u64 {
    tally(bytes, is_lead)
}

/// So many bytes at most are counted together, so that 16 bits are enough for each table; and of fewer, four tables
/// take longer than one.
const BLOCK: usize = 64 << 10;
const FEWER: usize = 1 << 9;

fn is_lead(byte: u8) -> bool {
    matches!(byte, 0xC2..=0xF4)
}

/// How many bytes are so, in sums of one byte that vectors have many of.
fn tally(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    let some = |some: &[u8]| some.iter().map(|&byte| u8::from(is(byte))).sum::<u8>();
    bytes.chunks(255).map(|chunk| u64::from(some(chunk))).sum()
}

impl Evidence {
    /// Whether this is clearly not UTF-8, where there were so many lead bytes.
    fn is_another_encoding(&self, leads: u64) -> bool {
        self.malformed > MANY.0 && self.malformed > MANY.1 * (leads - self.malformed_leads)
    }

    /// All mistakes so far.
    fn mistakes(&self) -> Part {
        let leads = (0, self.malformed_leads);
        Part { high: 0, malformed: self.malformed, looks: self.looks, leads }
    }

    /// Adds bytes that are not judged, and have as many mistakes as those of a part; how many lead
    /// bytes they have.
    fn pass_over(&mut self, bytes: &[u8], like: &Part) -> u64 {
        let (leads, high) = (leads(bytes), high(bytes));
        self.malformed_leads += match like.leads {
            (0, _) => leads,
            (all, malformed) => (leads * malformed).div_ceil(all),
        };
        for (look, more) in self.looks.iter_mut().zip(like.looks) {
            let more = (more * high + like.high / 2) / like.high;
            *look += more;
            self.malformed += more;
        }
        leads
    }

    fn count_bytes(&mut self, bytes: &[u8]) {
        if bytes.len() < FEWER {
            bytes.iter().for_each(|&byte| self.counts[usize::from(byte)] += 1);
            return;
        }
        for block in bytes.chunks(BLOCK) {
            // A byte that comes again soon need not wait for the sum before.
            let mut counts = [[0_u16; 256]; 4];
            let (eights, rest) = block.as_chunks::<8>();
            for eight in eights {
                // One load for all of them.
                let eight = u64::from_le_bytes(*eight);
                for at in 0..8 {
                    counts[at % 4][usize::from((eight >> (8 * at)) as u8)] += 1;
                }
            }
            let [a, b, c, d] = &counts;
            for (at, count) in self.counts.iter_mut().enumerate() {
                let both = [a[at], b[at], c[at], d[at]].map(u32::from);
                *count += u64::from(both.into_iter().sum::<u32>());
            }
            rest.iter().for_each(|&byte| self.counts[usize::from(byte)] += 1);
        }
    }

    /// Adds what `judged`, a part of `text`, says, up to some mistakes: how far that is. `base` is
    /// the offset of `text`.
    fn judge(&mut self, text: &[u8], judged: Range<usize>, base: u64) -> usize {
        let part = &text[judged.clone()];
        if crate::ascii::is_ascii(part) {
            self.shifts.push_all(part);
            self.double.break_off();
            return judged.end;
        }
        let (mut at, mut end) = (judged.start, judged.end);
        let mut mistakes = 0;
        for mut mistake in utf8::mistakes(&text[judged.start..]) {
            mistake.offset += judged.start;
            if mistake.offset >= judged.end {
                break;
            }
            self.double.push_all(&text[at..mistake.offset]);
            self.double.break_off();
            at = mistake.offset + mistake.len;
            self.mistake(text, &mistake, base);
            mistakes += 1;
            if mistakes == PART {
                end = at.min(judged.end);
                break;
            }
        }
        self.double.push_all(&text[at.min(end)..end]);
        end
    }

    fn mistake(&mut self, text: &[u8], mistake: &Mistake, base: u64) {
        let range = mistake.offset..mistake.offset + mistake.len;
        let offset = base + mistake.offset as u64;
        // Continuation bytes follow, or a second surrogate.
        let is_pair = matches!(mistake.meaning, Meaning::SurrogatePair { .. });
        self.malformed_leads += u64::from(is_lead(text[mistake.offset])) + u64::from(is_pair);
        let stray = mistake.meaning == Meaning::StrayContinuation;
        if stray && offset == self.cut_start as u64 && offset < 3 {
            self.cut_start += 1;
        } else if mistake.is_cut_off(text) {
            self.cut_end = mistake.len;
        } else {
            self.malformed += 1;
            self.first_malformed.get_or_insert(offset);
            self.looks[Look::of_whole(text, range, mistake.meaning) as usize] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::vec::Vec;

    fn evidence<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Evidence {
        let mut detector = Detector::new();
        pieces.into_iter().for_each(|piece| detector.push(piece));
        detector.finish()
    }

    #[test]
    fn pieces_do_not_matter() {
        let mut text = Vec::new();
        for n in 0..700_u32 {
            let mistake: &[u8] = match n % 7 {
                0 => b"\xED\xA0\xBD\xED\xB9\x88",
                1 => b"don\x92t",
                2 => b"\xC3\x83\xC2\xA9",
                3 => b"\xF8\x88\x80\x80\x80",
                _ => "€ \u{1F600} é".as_bytes(),
            };
            text.extend_from_slice(mistake);
            text.extend(std::iter::repeat_n(b'x', (n * n % 23) as usize));
        }
        text.extend(b"\xE2\x82");
        assert!(text.len() > SAMPLE);
        let whole = format!("{:?}", evidence([&text[..]]));
        for size in [1, 2, 3, 7, 64, 1000, SAMPLE - 1, SAMPLE, SAMPLE + 1, BUFFER] {
            assert_eq!(format!("{:?}", evidence(text.chunks(size))), whole, "{size}");
        }
    }

    #[test]
    fn what_is_counted() {
        let found = evidence([&b"\x82\xACa\xE2\x82\xAC \x92t \xED\xA0\x80 \xC0\x80\x81 \xC3"[..]]);
        assert_eq!((found.cut_start, found.cut_end), (2, 1));
        assert_eq!((found.multi_byte(), found.malformed), (1, 4));
        assert_eq!(found.first_malformed, Some(7));
        assert_eq!(found.looks_like(Look::Windows1252), 1);
        assert_eq!(found.looks_like(Look::Wtf8), 1);
        assert_eq!(found.looks_like(Look::ModifiedUtf8), 1);
        assert_eq!(found.bytes(), 19);
    }

    #[test]
    fn another_encoding_is_judged_in_parts() {
        let text = b"don\x92t caf\xE9, \xCF\xF0\xE8 ".repeat(200_000);
        let found = evidence([&text[..]]);
        let exact = 5 * 200_000;
        assert!(found.malformed.abs_diff(exact) < exact / 100, "{}", found.malformed);
        let western = found.looks_like(Look::Windows1252);
        assert!(western.abs_diff(2 * 200_000) < 4000, "{western}");
        assert_eq!((found.multi_byte(), found.bytes()), (0, text.len() as u64));
        let whole = format!("{found:?}");
        for size in [1000, BUFFER] {
            assert_eq!(format!("{:?}", evidence(text.chunks(size))), whole, "{size}");
        }
    }

    #[test]
    fn one_word_behind_two_megabytes() {
        let text = [&b"plain text\n".repeat(200_000)[..], "café".as_bytes()].concat();
        let found = evidence([&text[..]]);
        assert_eq!((found.multi_byte(), found.malformed, found.high()), (1, 0, 2));
    }
}
