//! Text as the page shows it: nothing in it acts, and all that hides is named.

use placemat_inspect::code_point;
use serde::Serialize;
use std::ops::Range;

/// So many combining marks are left upon one letter.
const MARKS: usize = 8;

/// A stretch of text.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) text: String,
    /// Empty for text as it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) kind: &'static str,
    /// What there is to say of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
}

/// Text in runs, and how many bytes of it are left out.
#[derive(Debug, Default, Serialize)]
pub(super) struct Shown {
    pub(super) runs: Vec<Run>,
    pub(super) left_out: usize,
}

/// A stretch of a text that is to be marked.
#[derive(Debug)]
pub(super) struct Marked {
    pub(super) range: Range<usize>,
    pub(super) kind: &'static str,
    pub(super) title: String,
}

/// `text`, up to `most` bytes of it.
pub(super) fn shown(text: &str, most: usize) -> Shown {
    shown_with(text, Vec::new(), most)
}

/// The same, in which some stretches are marked; they are in order, and do not overlap.
pub(super) fn shown_with(text: &str, marked: Vec<Marked>, most: usize) -> Shown {
    let end = placemat::utf8::floor_boundary(text.as_bytes(), most.min(text.len()));
    let mut out = Writer::default();
    let mut at = 0;
    for Marked { range, kind, title } in marked {
        if range.end > end {
            break;
        }
        out.push(&text[at..range.start], "", "");
        if range.is_empty() {
            out.close();
            out.runs.push(Run { text: String::new(), kind: "gone", title });
        } else {
            out.push(&text[range.clone()], kind, &title);
        }
        at = range.end;
    }
    out.push(&text[at..end], "", "");
    out.close();
    Shown { runs: out.runs, left_out: text.len() - end }
}

#[derive(Default)]
struct Writer {
    runs: Vec<Run>,
    /// Combining marks in a row, by now.
    marks: usize,
}

impl Writer {
    fn push(&mut self, text: &str, kind: &'static str, title: &str) {
        for c in text.chars() {
            if c.is_ascii_graphic() || matches!(c, ' ' | '\n' | '\t') {
                self.close();
                self.char(c, kind, title);
            } else if code_point::is_unsafe(c) {
                self.close();
                self.runs.push(hidden(c));
            } else if c == char::REPLACEMENT_CHARACTER && kind.is_empty() {
                self.close();
                self.char(c, "lost", "U+FFFD, the replacement character: something got lost here");
            } else if code_point::category(c).0.starts_with('M') {
                self.marks += 1;
                if self.marks <= MARKS {
                    self.char(c, kind, title);
                }
            } else {
                self.close();
                self.char(c, kind, title);
            }
        }
    }

    fn char(&mut self, c: char, kind: &'static str, title: &str) {
        match self.runs.last_mut().filter(|run| run.kind == kind && run.title == title) {
            Some(run) => run.text.push(c),
            None => self.runs.push(Run { text: c.to_string(), kind, title: title.to_owned() }),
        }
    }

    /// The letter is over: says how many marks it had that are not shown.
    fn close(&mut self) {
        let marks = std::mem::take(&mut self.marks);
        if marks > MARKS {
            let text = format!("\u{25CC} {} more combining marks", marks - MARKS);
            self.runs.push(Run { text, kind: "hidden", title: String::new() });
        }
    }
}

/// A code point that does not show, or that acts, by its name.
fn hidden(c: char) -> Run {
    let number = format!("U+{:04X}", u32::from(c));
    let text = code_point::abbreviation(c).map_or_else(|| number.clone(), str::to_owned);
    Run { text, kind: "hidden", title: format!("{number} {}", code_point::name(c)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(String, &'static str)> {
        shown(text, 1000).runs.into_iter().map(|run| (run.text, run.kind)).collect()
    }

    #[test]
    fn what_hides_is_named() {
        let runs = kinds("a\u{202E}b\u{1B}\n");
        let expected = [("a", ""), ("U+202E", "hidden"), ("b", ""), ("ESC", "hidden"), ("\n", "")];
        assert_eq!(runs, expected.map(|(text, kind)| (text.to_owned(), kind)));
    }

    #[test]
    fn marks_do_not_tower() {
        let text = "e".to_owned() + &"\u{301}".repeat(100_000);
        let all = shown(&text, usize::MAX);
        assert_eq!(all.runs[0].text.chars().count(), 1 + MARKS);
        assert_eq!(all.runs[1].text, "\u{25CC} 99992 more combining marks");
    }

    #[test]
    fn stretches_are_marked_and_long_text_is_cut() {
        let mark = Marked { range: 1..2, kind: "new", title: "t".to_owned() };
        let gone = Marked { range: 2..2, kind: "new", title: "u".to_owned() };
        let all = shown_with("abcd€", vec![mark, gone], 6);
        let runs: Vec<_> = all.runs.iter().map(|run| (&*run.text, run.kind)).collect();
        assert_eq!(runs, [("a", ""), ("b", "new"), ("", "gone"), ("cd", "")]);
        assert_eq!(all.left_out, 3);
    }
}
