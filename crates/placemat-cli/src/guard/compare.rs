//! Compares an old text with a new one: what was damaged, and the patches that take
//! it back.

use super::align::{Alignment, Hold, align};
use super::conversion::{self, Conversion};
use super::damage::{Damage, Judge};
use super::harm::Harm;
use super::held::Held;
use super::signature::{self, Signs};
use super::text::{Ending, Form, Line, Reading, Text};
use super::words;
use crate::settings::Accepted;
use std::ops::Range;

/// Something that the edit did and that nobody meant.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) what: What,
    /// Where it was, and where it is: bytes.
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
    /// In the new text, from 1; the column in code units.
    pub(crate) line: u64,
    pub(crate) column: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Harm(Harm),
    /// So many lines are too different to be aligned, and have signs of damage.
    Unaligned {
        lines: u64,
        signs: Signs,
    },
    /// The signature was removed, added or changed.
    Signature,
    /// So many lines ended in one way, and end in another.
    LineEnding {
        from: Ending,
        to: Ending,
        lines: u64,
    },
    /// The whole text is in another encoding, and the same.
    Conversion {
        from: &'static str,
        to: &'static str,
    },
    /// It is in another encoding, and not the same.
    Encoding {
        from: Form,
        to: Form,
    },
}

impl What {
    /// The name for machines.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Harm(harm) => harm.name(),
            Self::Unaligned { .. } => "unaligned",
            Self::Signature => "signature",
            Self::LineEnding { .. } => "line-ending",
            Self::Conversion { .. } => "conversion",
            Self::Encoding { .. } => "encoding",
        }
    }
}

impl Accepted {
    fn has(self, what: What) -> bool {
        match what {
            What::Conversion { .. } => self.conversion,
            What::Signature => self.signature,
            What::LineEnding { .. } => self.line_ending,
            What::Harm(_) | What::Unaligned { .. } | What::Encoding { .. } => false,
        }
    }
}

/// A part of the new text, and what belongs there.
pub(super) type Patch = (Range<usize>, Vec<u8>);

/// What a comparison comes to.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// In the order of their places in the new text; those of the file first.
    pub(crate) findings: Vec<Finding>,
    /// How many more were accepted.
    pub(crate) accepted: u64,
    pub(super) patches: Vec<Patch>,
    accept: Accepted,
}

/// Compares two versions of a text. A binary one, and an empty one, cannot be
/// damaged.
///
/// # Complexity
/// O(n log n) for n bytes.
pub(crate) fn compare(old: &[u8], new: &[u8], accept: Accepted) -> Comparison {
    let (mut old, mut new) = (Text::new(old), Text::new(new));
    let conversion = Conversion::find(&old, &new);
    compare_as(&mut old, &mut new, conversion, accept)
}

/// The same for texts of which is known whether one is the other, converted.
pub(super) fn compare_as(
    old: &mut Text<'_>,
    new: &mut Text<'_>,
    conversion: Option<Conversion>,
    accept: Accepted,
) -> Comparison {
    let mut comparison = Comparison { accept, ..Comparison::default() };
    if old.form == Form::Binary || old.lines.is_empty() || new.bytes.is_empty() {
        return comparison;
    }
    if new.form == Form::Binary {
        comparison.file(What::Encoding { from: old.form, to: new.form });
        return comparison;
    }
    let mut names = (old.form.name(), new.form.name());
    if let Some(Conversion { from, to }) = conversion {
        if let Some(decoding) = from {
            names.0 = decoding.name;
            old.reading = Reading::Decoded(Box::new(decoding));
        }
        if let Some(decoding) = to {
            names.1 = decoding.name;
            new.reading = Reading::Decoded(Box::new(decoding));
        }
    }
    comparison.compare_runs(old, new);
    comparison.compare_whole(old, new, names);
    comparison
}

impl Comparison {
    /// Compares signatures and encodings. What is known of the runs tells
    /// whether text was converted, or is gone.
    fn compare_whole(
        &mut self,
        old: &Text<'_>,
        new: &Text<'_>,
        names: (&'static str, &'static str),
    ) {
        let is_decoded = |text: &Text<'_>| matches!(text.reading, Reading::Decoded(_));
        let has = |harm: Harm| self.findings.iter().any(|finding| finding.what == What::Harm(harm));
        let changed = match (old.form, new.form) {
            _ if is_decoded(old) || is_decoded(new) => true,
            (from, to) if from == to => false,
            (Form::Wide(_), _) | (_, Form::Wide(_)) | (Form::Utf8, Form::EightBit) => true,
            (Form::EightBit, Form::Utf8) => has(Harm::Converted),
            _ => false,
        };
        let known = |text: &Text<'_>| text.form != Form::EightBit || is_decoded(text);
        let is_whole = |what: What| !matches!(what, What::Harm(_) | What::Unaligned { .. });
        let whole = self.findings.iter().all(|finding| is_whole(finding.what));
        if changed && whole && known(old) && known(new) {
            self.file(What::Conversion { from: names.0, to: names.1 });
        } else if changed || !has(Harm::Converted) && conversion::is_in_part(old, new) {
            self.file(What::Encoding { from: old.form, to: new.form });
        } else if old.signature_bytes() != new.signature_bytes() {
            self.compare_signatures(old, new);
        }
    }

    fn compare_signatures(&mut self, old: &Text<'_>, new: &Text<'_>) {
        let mut place = 0..new.signature;
        // What is left of text is not left of a signature.
        let is_free = |len| self.patches.iter().all(|(range, _)| range.start >= len);
        let damaged = signature::damaged_signature(old, new).filter(|(_, len)| is_free(*len));
        if let Some((harm, len)) = damaged {
            place = 0..len;
            let (old, new) = (0..old.signature, 0..len);
            let what = What::Harm(harm);
            self.findings.insert(0, Finding { what, old, new, line: 1, column: 1 });
        } else if !self.file(What::Signature) {
            return;
        }
        self.patches.push((place, old.signature_bytes().to_vec()));
    }

    /// Compares what lines end with, and what they hold.
    fn compare_runs(&mut self, old: &mut Text<'_>, new: &Text<'_>) {
        let alignment = align(old, new);
        self.compare_endings(old, new, &alignment);
        let mut readings = vec![alignment];
        if matches!(old.reading, Reading::Single) && old.can_be_double() {
            old.reading = Reading::Double;
            readings.push(align(old, new));
            old.reading = Reading::Single;
        }
        // The reading in which more lines have a counterpart comes first.
        readings.sort_by_cached_key(|reading| u64::MAX - reading.lines.len() as u64);
        let converted = (old.form, new.form) == (Form::EightBit, Form::Utf8);
        let judge = match old.reading {
            Reading::Decoded(_) => Judge::of_conversion(old.bytes),
            _ if (old.form, new.form) == (Form::EightBit, Form::EightBit) => {
                Judge::of_legacy(old.bytes)
            }
            _ => Judge::new(old.bytes, converted),
        };
        let mut held = Held::default();
        let runs = readings.iter().flat_map(|reading| &reading.runs);
        held.take(runs, &judge);
        let moved = words::moved((old, new), &readings[0], &held);
        held.take(moved.iter(), &judge);
        self.compare_unaligned(
            old,
            new,
            &readings[0],
            &held,
            converted && !judge.is_of_conversion(),
        );
        held.damages.sort_by_cached_key(|damage| damage.new.start as u64);
        for Damage { harm, hold, old: was, new: is } in held.damages {
            let (line, column) = new.place(is.start);
            if hold != Hold::OneOfSome {
                self.patches.push((is.clone(), new.in_form_of(old, was.clone())));
            }
            self.findings.push(Finding { what: What::Harm(harm), old: was, new: is, line, column });
        }
    }

    /// Looks for signs of damage where text could not be aligned.
    fn compare_unaligned(
        &mut self,
        old: &Text<'_>,
        new: &Text<'_>,
        alignment: &Alignment,
        held: &Held,
        converted: bool,
    ) {
        for (i, j) in alignment.unaligned.iter().chain(&held.unaligned) {
            let mut was = old.items(i.clone());
            was.retain(|item| held.is_free_old(&(item.start..item.end)));
            let mut is = new.items(j.clone());
            is.retain(|item| held.is_free_new(&(item.start..item.end)));
            let Some(signs) = signature::compare(&was, &is, converted) else { continue };
            let (line, column) = new.place(j.start);
            let lines = new.place(j.end.saturating_sub(1)).0 - line + 1;
            let what = What::Unaligned { lines, signs };
            let (old, new) = (i.start..i.start, j.start..j.start);
            self.findings.push(Finding { what, old, new, line, column });
        }
    }

    fn compare_endings(&mut self, old: &Text<'_>, new: &Text<'_>, alignment: &Alignment) {
        let mut changes: Vec<Finding> = Vec::new();
        let mut changed = vec![None; new.lines.len()];
        for &(i, j) in &alignment.lines {
            let (was, is) = (&old.lines[i], &new.lines[j]);
            let (from, to) = (was.ending, is.ending);
            if from == to || from == Ending::None || to == Ending::None {
                continue;
            }
            changed[j] = Some(from);
            let same = changes.iter_mut().find_map(|finding| match &mut finding.what {
                What::LineEnding { from: f, to: t, lines } if (*f, *t) == (from, to) => Some(lines),
                _ => None,
            });
            if let Some(lines) = same {
                *lines += 1;
                continue;
            }
            let (line, column) = new.place(is.content.end);
            changes.push(Finding {
                what: What::LineEnding { from, to, lines: 1 },
                old: was.content.end..was.next,
                new: is.content.end..is.next,
                line,
                column,
            });
        }
        changes.retain(|change| self.counts(change.what));
        if changes.is_empty() {
            return;
        }
        // New lines end as all did.
        let mut endings = old.lines.iter().map(|line| line.ending).filter(|&e| e != Ending::None);
        let all = endings.next().filter(|first| endings.all(|ending| ending == *first));
        let doubles = !(0..old.lines.len()).any(|at| is_doubled(&old.lines[at..]));
        let mut end = 0;
        for (at, (line, from)) in new.lines.iter().zip(changed).enumerate() {
            if let Some(from) = all.or(from).filter(|_| line.ending != Ending::None)
                && line.content.end >= end
            {
                let is_doubled = doubles && is_doubled(&new.lines[at..]);
                end = new.lines[at + usize::from(is_doubled)].next;
                self.patches.push((line.content.end..end, new.in_form(from.ascii())));
            }
        }
        self.findings.extend(changes);
    }

    /// A finding that concerns the whole file, unless it is accepted.
    fn file(&mut self, what: What) -> bool {
        let counts = self.counts(what);
        if counts {
            self.findings.insert(0, Finding { what, old: 0..0, new: 0..0, line: 1, column: 1 });
        }
        counts
    }

    fn counts(&mut self, what: What) -> bool {
        if self.accept.text_only && matches!(what, What::Signature | What::LineEnding { .. }) {
            return false;
        }
        let accepted = self.accept.has(what);
        self.accepted += u64::from(accepted);
        !accepted
    }
}

/// Whether the first of some lines ends in CR CR LF, which is CR LF that was converted again.
fn is_doubled(lines: &[Line]) -> bool {
    let [first, second, ..] = lines else { return false };
    first.ending == Ending::Cr && second.content.is_empty() && second.ending == Ending::CrLf
}

#[cfg(test)]
mod tests {
    use super::super::restore::restore as restore_but;
    use super::*;

    fn restore(old: &[u8], new: &[u8]) -> (Vec<u8>, bool) {
        restore_but(old, new, Accepted::default())
    }

    fn found(old: &[u8], new: &[u8]) -> Vec<&'static str> {
        let comparison = compare(old, new, Accepted::default());
        let names = comparison.findings.iter().map(|finding| finding.what.name()).collect();
        let (restored, all) = restore(old, new);
        if comparison.findings.is_empty() {
            assert!(all && restored == new, "nothing to restore");
        }
        names
    }

    #[test]
    fn damage_is_found_and_taken_back() {
        let cases: [(&[u8], &[u8], &[&str]); 14] = [
            (b"caf\xE9 x\n", b"caf\xEF\xBF\xBD x\n", &["replaced"]),
            (b"caf\xE9 x\n", b"caf? x\n", &["replaced"]),
            (b"caf\xE9 \xE0\n", b"caf\xC3\xA9 \xE0\n", &["converted"]),
            (b"caf\xE9 \x92\n", "café ’\n".as_bytes(), &["conversion"]),
            ("né à\n".as_bytes(), "nÃ© Ã\u{A0}\n".as_bytes(), &["double-encoded"; 2]),
            ("“né”\n".as_bytes(), "??????né”\n".as_bytes(), &[]),
            ("“né”\n".as_bytes(), "???né”\n".as_bytes(), &["replaced"]),
            ("日本語\n".as_bytes(), "日?語\n".as_bytes(), &["replaced"]),
            ("né\n".as_bytes(), b"n\xE9\n", &["conversion"]),
            (b"\xEF\xBB\xBFa\n", b"a\n", &["signature"]),
            (b"a\r\nb\r\n", b"a\nb\nc\n", &["line-ending"]),
            (b"\xFF\xFEa\0\n\0", b"a\n", &["conversion"]),
            (b"\x95\x5C\x8E\xA6\x83\x5C\n", b"???\n", &["replaced"]),
            (
                b"\x95\x5C\x8E\xA6\x83\x5C\n",
                "\u{FFFD}\\\u{FFFD}\u{FFFD}\u{FFFD}\\\n".as_bytes(),
                &["replaced"; 2],
            ),
        ];
        for (old, new, expected) in cases {
            let shown = String::from_utf8_lossy(new);
            assert_eq!(found(old, new), expected, "{shown}");
            if !expected.is_empty() && !new.ends_with(b"c\n") {
                assert_eq!(restore(old, new), (old.to_vec(), true), "{shown}");
            }
        }
    }

    #[test]
    fn a_part_of_a_legacy_text_is_converted() {
        use encoding_rs::{BIG5, EUC_KR, KOI8_R, SHIFT_JIS, WINDOWS_1251};
        for (encoding, text, rest) in [
            (WINDOWS_1251, "Привет, мир!", "мир\n"),
            (KOI8_R, "Привет, мир!", "мир\n"),
            (SHIFT_JIS, "日本語 テキスト", "表示ソ\n"),
            (EUC_KR, "한국어 문서", "한국어\n"),
            (BIG5, "中文 中", "功能\n"),
        ] {
            let (encoded, rest) = (encoding.encode(text).0, encoding.encode(rest).0);
            let old = [&encoded[..], b"\n", &rest[..]].concat();
            for ending in ["\n", " more\n"] {
                let new = [text.as_bytes(), ending.as_bytes(), &rest[..]].concat();
                let kinds = found(&old, &new);
                assert!(kinds.contains(&"converted"), "{} {kinds:?}", encoding.name());
                let whole = [&encoded[..], ending.as_bytes(), &rest[..]].concat();
                assert_eq!(restore(&old, &new), (whole, true), "{}", encoding.name());
            }
        }
        // The second bytes of some codes are ASCII: these runs have no counterparts.
        let (encoded, rest) = (BIG5.encode("繁體 中文\n").0, BIG5.encode("功能\n").0);
        let old = [&encoded[..], &rest].concat();
        let new = ["繁體\n".as_bytes(), &rest].concat();
        assert_eq!(found(&old, &new), ["encoding"]);
        assert!(!restore(&old, &new).1);
    }

    #[test]
    fn edits_are_no_damage() {
        for (old, new) in [
            ("Où va le café.\n", "Où va le café?\n"),
            ("naïve idea\n", "what? no\n"),
            ("Ça va\u{A0}!\n", "Ça va\u{A0}?\n"),
            ("fiancé\n", "Is he a friend?\n"),
            ("«Non»\n", "«Non?»\n"),
            ("今日は良い天気ですね。\n", "明日も良い天気?\n"),
            ("à\n", "e\n"),
            ("né\nx\n", "x\n"),
            ("é\n", ""),
            ("", "é\n"),
            ("a\n", "\u{FFFD}\n"),
        ] {
            assert_eq!(found(old.as_bytes(), new.as_bytes()), [""; 0], "{new}");
        }
        // One of two bytes of Latin-1 is mended by hand: that is meant.
        assert_eq!(found(b"caf\xE9\n\xE0 la\n", b"caf\xE8\n\xE0 la\n"), [""; 0]);
    }

    #[test]
    fn line_endings_that_were_converted_twice() {
        for old in ["a\r\nb\r\n", "a\r\n\r\nb\r\n\r\n", "a\r\nb", "a\nb\r\nc\n"] {
            let new = old.replace("\r\n", "\r\r\n");
            let kinds = found(old.as_bytes(), new.as_bytes());
            assert!(kinds.iter().all(|kind| *kind == "line-ending"), "{kinds:?}");
            assert_eq!(restore(old.as_bytes(), new.as_bytes()), (old.into(), true), "{old:?}");
        }
        // It was there.
        let old = b"a\r\r\nb\r\n";
        assert_eq!(restore(old, b"a\r\r\nb\n"), (old.to_vec(), true));
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let old = wide("\u{FEFF}a\r\nb\r\n");
        assert_eq!(restore(&old, &wide("\u{FEFF}a\r\r\nb\r\r\n")), (old, true));
    }

    #[test]
    fn a_damaged_signature_is_no_removed_one() {
        let old = "\u{FEFF}abc né\n";
        let lenient = Accepted { signature: true, ..Accepted::default() };
        for (damaged, kind) in [
            ("ï»¿", "double-encoded"),
            ("\u{FFFD}", "replaced"),
            ("\u{FFFD}\u{FFFD}\u{FFFD}", "replaced"),
            ("?", "replaced"),
            ("???", "replaced"),
        ] {
            let new = format!("{damaged}abc né\n");
            assert_eq!(found(old.as_bytes(), new.as_bytes()), [kind], "{damaged}");
            assert_eq!(compare(old.as_bytes(), new.as_bytes(), lenient).findings.len(), 1);
            let restored = restore_but(old.as_bytes(), new.as_bytes(), lenient);
            assert_eq!(restored, (old.into(), true), "{damaged}");
        }
        // It was there behind the signature.
        let (old, new) = ("\u{FEFF}?é\n".as_bytes(), "?é\n".as_bytes());
        assert_eq!(found(old, new), ["signature"]);
        assert_eq!(restore(old, new), (old.to_vec(), true));
        for new in ["?é", "???é", "??"] {
            let (restored, _) = restore("\u{FEFF}é".as_bytes(), new.as_bytes());
            assert_eq!(restored, "\u{FEFF}é".as_bytes(), "{new}");
        }
    }

    #[test]
    fn edits_survive_a_restoration() {
        let old = b"un caf\xE9 noir\r\nd\xE9j\xE0 vu\r\nfin\r\n";
        let new = "un caf\u{FFFD} fort\nd\u{FFFD}j\u{FFFD} vu\nmore\nfin\n";
        let (restored, all) = restore(old, new.as_bytes());
        assert_eq!(restored, b"un caf\xE9 fort\r\nd\xE9j\xE0 vu\r\nmore\r\nfin\r\n");
        assert!(all);
        let wide =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let old = wide("\u{FEFF}naïve Ω\r\nsecond\r\n");
        assert_eq!(
            restore(&old, "na\u{FFFD}ve ?\nsecond one\n".as_bytes()),
            (wide("\u{FEFF}naïve Ω\r\nsecond one\r\n"), true)
        );
    }
}
