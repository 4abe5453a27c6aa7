//! Compares an old text with a new one: what was damaged, and the new one
//! without the damage.

use super::align::{Alignment, align};
use super::damage::{Damage, Harm, judge};
use super::text::{Ending, Form, Reading, Text};
use placemat::{Policy, Status, Transcoder};
use std::collections::BTreeMap;
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
    /// The signature was removed, added or changed.
    Signature,
    /// So many lines ended in one way, and end in another.
    LineEnding {
        from: Ending,
        to: Ending,
        lines: u64,
    },
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
            Self::Signature => "signature",
            Self::LineEnding { .. } => "line-ending",
            Self::Encoding { .. } => "encoding",
        }
    }
}

/// A part of the new text, and what belongs there.
type Patch = (Range<usize>, Vec<u8>);

/// What a comparison comes to.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// In the order of their places in the new text; those of the file first.
    pub(crate) findings: Vec<Finding>,
    patches: Vec<Patch>,
}

/// Compares two versions of a text. A binary one, and an empty one, cannot be
/// damaged.
pub(crate) fn compare(old: &[u8], new: &[u8]) -> Comparison {
    let (old, new) = (Text::new(old), Text::new(new));
    let mut comparison = Comparison::default();
    if old.form == Form::Binary || old.lines.is_empty() || new.bytes.is_empty() {
        return comparison;
    }
    if new.form == Form::Binary {
        comparison.file(What::Encoding { from: old.form, to: new.form });
        return comparison;
    }
    comparison.compare_runs(&old, &new);
    comparison.compare_whole(&old, &new);
    comparison
}

impl Comparison {
    /// Compares signatures and encodings. What is known of the runs tells
    /// whether text was converted, or is gone.
    fn compare_whole(&mut self, old: &Text<'_>, new: &Text<'_>) {
        let converted = |finding: &Finding| finding.what == What::Harm(Harm::Converted);
        let changed = match (old.form, new.form) {
            (from, to) if from == to => false,
            (Form::Wide(_), _) | (_, Form::Wide(_)) | (Form::Utf8, Form::EightBit) => true,
            (Form::EightBit, Form::Utf8) => self.findings.iter().any(converted),
            _ => false,
        };
        if changed {
            self.file(What::Encoding { from: old.form, to: new.form });
        } else if old.signature_bytes() != new.signature_bytes() {
            self.file(What::Signature);
            self.patches.push((0..new.signature, old.signature_bytes().to_vec()));
        }
    }

    /// Compares what lines end with, and what they hold.
    fn compare_runs(&mut self, old: &Text<'_>, new: &Text<'_>) {
        let alignment = align(old, new, Reading::Single);
        self.compare_endings(old, new, &alignment);
        let mut readings = vec![alignment];
        if old.can_be_double() {
            readings.push(align(old, new, Reading::Double));
        }
        // The reading in which more lines have a counterpart comes first.
        readings.sort_by_key(|reading| std::cmp::Reverse(reading.lines.len()));
        let runs: Vec<_> = readings.into_iter().flat_map(|reading| reading.runs).collect();
        let converted = (old.form, new.form) == (Form::EightBit, Form::Utf8);
        let mut damages: Vec<Damage> = runs.iter().flat_map(|run| judge(run, converted)).collect();
        // Where two readings contradict each other, the surer one holds.
        damages.sort_by_key(|damage| damage.hold);
        let mut held = Held::default();
        damages.retain(|damage| held.takes(damage));
        damages.sort_by_key(|damage| damage.new.start);
        for Damage { harm, old: was, new: is, .. } in damages {
            let (line, column) = new.place(is.start);
            self.patches.push((is.clone(), old.bytes[was.clone()].to_vec()));
            self.findings.push(Finding { what: What::Harm(harm), old: was, new: is, line, column });
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
        if changes.is_empty() {
            return;
        }
        // New lines end as all did.
        let mut endings = old.lines.iter().map(|line| line.ending).filter(|&e| e != Ending::None);
        let all = endings.next().filter(|first| endings.all(|ending| ending == *first));
        for (line, from) in new.lines.iter().zip(changed) {
            if let Some(from) = all.or(from).filter(|_| line.ending != Ending::None) {
                let patch = new.in_form(from.ascii());
                self.patches.push((line.content.end..line.next, patch));
            }
        }
        self.findings.extend(changes);
    }

    /// A finding that concerns the whole file.
    fn file(&mut self, what: What) {
        self.findings.insert(0, Finding { what, old: 0..0, new: 0..0, line: 1, column: 1 });
    }
}

/// Damage that does not overlap, neither in the old text nor in the new one.
#[derive(Default)]
struct Held {
    /// Ends by starts.
    old: BTreeMap<usize, usize>,
    new: BTreeMap<usize, usize>,
}

impl Held {
    fn takes(&mut self, damage: &Damage) -> bool {
        let free = |held: &BTreeMap<usize, usize>, range: &Range<usize>| {
            held.range(..range.end).next_back().is_none_or(|(_, end)| *end <= range.start)
        };
        let takes = free(&self.old, &damage.old) && free(&self.new, &damage.new);
        if takes {
            self.old.insert(damage.old.start, damage.old.end);
            self.new.insert(damage.new.start, damage.new.end);
        }
        takes
    }
}

/// The new text with the damaged parts taken back from the old one, and whether
/// that is all of the damage.
pub(crate) fn restore(old: &[u8], new: &[u8]) -> (Vec<u8>, bool) {
    let same_form = in_form_of(old, new);
    let new = same_form.as_deref().unwrap_or(new);
    let mut patches = compare(old, new).patches;
    patches.sort_by_key(|(range, _)| (range.start, range.end));
    let mut restored = Vec::with_capacity(new.len());
    let mut at = 0;
    for (range, bytes) in patches {
        restored.extend_from_slice(&new[at..range.start]);
        restored.extend_from_slice(&bytes);
        at = range.end;
    }
    restored.extend_from_slice(&new[at..]);
    let all = compare(old, &restored).findings.is_empty();
    (restored, all)
}

/// `new` in the encoding of `old`, if it is in another, and can be.
fn in_form_of(old: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    let (was, is) = (Text::new(old), Text::new(new));
    let (to, from) = (was.form.label()?, is.form.label()?);
    if to == from {
        return None;
    }
    let mut out = was.signature_bytes().to_vec();
    let start = out.len();
    let text = &new[is.signature..];
    out.resize(start + 4 * text.len() + 64, 0);
    let mut pair = Transcoder::new(from, to, Policy::Strict).ok()?;
    let progress = pair.push(text, &mut out[start..], true);
    out.truncate(start + progress.written);
    (progress.status == Status::InputEmpty).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(old: &[u8], new: &[u8]) -> Vec<&'static str> {
        let comparison = compare(old, new);
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
            (b"caf\xE9 \x92\n", "café ’\n".as_bytes(), &["encoding", "converted", "converted"]),
            ("né à\n".as_bytes(), "nÃ© Ã\u{A0}\n".as_bytes(), &["double-encoded"; 2]),
            ("“né”\n".as_bytes(), "??????né”\n".as_bytes(), &[]),
            ("“né”\n".as_bytes(), "???né”\n".as_bytes(), &["replaced"]),
            ("日本語\n".as_bytes(), "日?語\n".as_bytes(), &["replaced"]),
            ("né\n".as_bytes(), b"n\xE9\n", &["encoding", "converted"]),
            (b"\xEF\xBB\xBFa\n", b"a\n", &["signature"]),
            (b"a\r\nb\r\n", b"a\nb\nc\n", &["line-ending"]),
            (b"\xFF\xFEa\0\n\0", b"a\n", &["encoding"]),
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
