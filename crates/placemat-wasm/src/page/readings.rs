//! The same bytes, read in each relative of UTF-8 and in the likeliest other encodings.

use super::encodings::{read, title};
use super::shown::{Shown, shown};
use placemat_detect::{Hints, detect};
use placemat_inspect::code_point;
use serde::Serialize;

/// So many bytes are read.
const READ: usize = 4096;
/// So much of the text is shown: each of them, as twenty readings stand below each other.
const BYTES: usize = 400;
const LINES: usize = 4;
const LABELS: usize = 40;

/// How an encoding reads the sample.
#[derive(Debug, Serialize)]
pub(super) struct Reading {
    name: String,
    title: String,
    group: &'static str,
    text: Shown,
    malformed: u64,
    unmappable: u64,
    /// Others that read the same text.
    same: Vec<String>,
}

const RELATIVES: [&str; 8] = [
    "utf-8",
    "cesu-8",
    "modified-utf-8",
    "wtf-8",
    "utf-8-rfc2279",
    "utf-16le",
    "utf-16be",
    "utf-7",
];

/// Shown in any case, behind what is likely.
const PAGES: [&str; 8] = [
    "windows-1252",
    "iso-8859-1",
    "windows-1251",
    "koi8-r",
    "shift_jis",
    "gbk",
    "macintosh",
    "ibm437",
];

/// Those that read a text alike are one.
pub(super) fn readings(sample: &[u8]) -> Vec<Reading> {
    let sample = &sample[..sample.len().min(READ)];
    let mut all: Vec<(Reading, String)> = Vec::new();
    let mut add = |name: &str, group| {
        if all.iter().any(|(other, _)| other.name == name || other.same.contains(&title(name))) {
            return;
        }
        let Some(found) = read(name, sample) else { return };
        let same = |(other, text): &&mut (Reading, String)| {
            *text == found.text && other.malformed == found.malformed && other.group == group
        };
        if let Some((other, _)) = all.iter_mut().find(same) {
            other.same.push(title(name));
            return;
        }
        let text = shown(&found.text, beginning(&found.text));
        let reading = Reading {
            name: name.to_owned(),
            title: title(name),
            group,
            text,
            malformed: found.malformed,
            unmappable: found.unmappable,
            same: Vec::new(),
        };
        all.push((reading, found.text));
    };
    for name in RELATIVES {
        add(name, "relative");
    }
    let verdict = detect(sample, &Hints::default());
    for candidate in &verdict.candidates {
        if !RELATIVES.contains(&candidate.encoding) {
            add(candidate.encoding, "page");
        }
    }
    for name in PAGES {
        add(name, "page");
    }
    all.into_iter().map(|(reading, _)| reading).collect()
}

/// How many bytes of a text are shown.
fn beginning(text: &str) -> usize {
    let (mut lines, mut labels) = (0, 0);
    let cut = text.char_indices().find(|&(at, c)| {
        lines += usize::from(c == '\n');
        labels += usize::from(c != '\n' && c != '\t' && code_point::is_unsafe(c));
        at >= BYTES || lines == LINES || labels > LABELS
    });
    cut.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_of_a_text() {
        assert_eq!(beginning("a\nb\nc"), 5);
        assert_eq!(beginning(&"a\n".repeat(9)), 7);
        assert_eq!(beginning(&"a\0".repeat(99)), 81);
        assert_eq!(beginning(&"a".repeat(999)), 400);
    }

    #[test]
    fn side_by_side() {
        let all = readings("Съешь же ещё".as_bytes());
        assert_eq!(all[0].title, "UTF-8");
        assert!(all[0].same.contains(&"CESU-8".to_owned()));
        let all = readings(b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1");
        let first = all.iter().find(|reading| reading.group == "page").unwrap();
        assert_eq!((&*first.name, &*first.text.runs[0].text), ("koi8-r", "Привет, как дела"));
    }
}
