//! Labels that are like one that means nothing: what was probably meant.

use super::label::{LONGEST, significant};
use super::label_table::TABLE;
use core::fmt;

/// How many are told.
const TOLD: usize = 3;

/// No encoding has such a label. The message names those that are most like it.
///
/// # Examples
/// ```
/// use placemat::encoding::Label;
///
/// let unknown = "cesu-9".parse::<Label>().unwrap_err();
/// assert_eq!(unknown.to_string(), "no encoding has such a label; near it: cesu-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownLabel {
    near: [&'static str; TOLD],
    len: usize,
}

impl UnknownLabel {
    /// The error of `label`: one name of each encoding that is like it, nearest first.
    pub(super) fn new(label: &str) -> Self {
        let mut unknown = Self { near: [""; TOLD], len: 0 };
        let letters = significant(label).count();
        if letters > 2 * LONGEST {
            return unknown;
        }
        // One letter in three may differ, and one at least.
        for distance in 1..=(letters / 3).max(1) {
            for row in &TABLE {
                let names = || row.aliases.iter().chain([&row.name]);
                let is_nearer = names().any(|name| self::distance(label, name) < distance);
                if let Some(name) = names().find(|name| self::distance(label, name) == distance)
                    && !is_nearer
                    && unknown.len < TOLD
                {
                    unknown.near[unknown.len] = name;
                    unknown.len += 1;
                }
            }
        }
        unknown
    }

    /// The labels that are most like the unknown one, at most three.
    #[must_use]
    pub fn near(&self) -> &[&'static str] {
        &self.near[..self.len]
    }
}

/// How many letters must be added, left out or exchanged to make one label of the
/// other (Levenshtein). Case and punctuation do not count.
fn distance(label: &str, name: &str) -> usize {
    // From the letters of `label` passed over so far, to each begin of `name`.
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|i| i);
    for (i, letter) in significant(label).enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], i + 1);
        for (j, other) in significant(name).enumerate() {
            let exchanged = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[significant(name).count()]
}

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no encoding has such a label")?;
        for (i, name) in self.near().iter().enumerate() {
            write!(f, "{}{name}", if i == 0 { "; near it: " } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownLabel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("utf8", "UTF-8", 0),
            ("utf9", "utf-8", 1),
            ("utf", "utf-8", 1),
            ("", "utf-8", 4),
            ("8ftu", "utf8", 4),
            ("atin1", "latin-1", 1),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn the_nearest_come_first_and_each_encoding_once() {
        assert_eq!(UnknownLabel::new("utf-16lee").near(), ["utf-16le", "utf-16be"]);
        assert_eq!(UnknownLabel::new("windows-1253").near(), ["windows-1252"]);
        for unlike in ["", "shift_jis", "a label that is far longer than any encoding has"] {
            assert_eq!(UnknownLabel::new(unlike).near(), [""; 0], "{unlike}");
        }
    }
}
