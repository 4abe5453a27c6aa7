//! Whether letters of a word are written together: UTS #39, 5.1 "Mixed-Script Detection" and
//! 5.2, "Highly Restrictive".

use unicode_script::{Script, ScriptExtension, UnicodeScript};

/// The scripts that the letters of a word have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    common: ScriptExtension,
    /// Whether all letters that are not Latin are Japanese; Chinese with Bopomofo; Korean.
    east_asian: [bool; 3],
    first: Option<Script>,
    second: Option<Script>,
    /// Which of the frequent scripts were seen: a bit for each.
    seen: u8,
}

impl Default for Word {
    fn default() -> Self {
        let common = ScriptExtension::default();
        Self { common, east_asian: [true; 3], first: None, second: None, seen: 0 }
    }
}

/// Frequent scripts, by their number in [`frequent`].
const FREQUENT: [Script; 6] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Han,
    Script::Hiragana,
    Script::Hangul,
    Script::Katakana,
];

/// Whether it is a frequent letter, and its script: such letters are of that script and no other,
/// so no table need be asked, and all after the first of a word change nothing.
fn frequent(c: char) -> Option<usize> {
    Some(match c {
        'a'..='z' | 'A'..='Z' => 0,
        'а'..='я' | 'А'..='Я' => 1,
        '\u{4E00}'..='\u{9FFF}' => 2,
        '\u{3041}'..='\u{3096}' => 3,
        '\u{AC00}'..='\u{D7A3}' => 4,
        '\u{30A1}'..='\u{30FA}' => 5,
        _ => return None,
    })
}

impl Word {
    /// Takes a letter, if it is one of those that most text is made of. Whether it was.
    #[inline]
    pub(super) fn add_frequent(&mut self, c: char) -> bool {
        let Some(number) = frequent(c) else { return false };
        if self.seen & 1 << number == 0 {
            self.seen |= 1 << number;
            let script = FREQUENT[number];
            self.add_script(script, script.into());
        }
        true
    }

    /// Takes any letter or digit.
    pub(super) fn add(&mut self, c: char) {
        if !self.add_frequent(c) {
            self.add_script(c.script(), c.script_extension());
        }
    }

    fn add_script(&mut self, script: Script, all: ScriptExtension) {
        if matches!(script, Script::Common | Script::Inherited) {
            return;
        }
        self.common = self.common.intersection(all);
        if script != Script::Latin {
            let is_one = match script {
                Script::Han => [true; 3],
                Script::Hiragana | Script::Katakana => [true, false, false],
                Script::Bopomofo => [false, true, false],
                Script::Hangul => [false, false, true],
                _ => [false; 3],
            };
            self.east_asian.iter_mut().zip(is_one).for_each(|(all, one)| *all &= one);
        }
        match self.first {
            None => self.first = Some(script),
            Some(first) if first != script => _ = self.second.get_or_insert(script),
            Some(_) => {}
        }
    }

    /// The first two scripts, if they are not written together.
    pub(super) fn mixed(&self) -> Option<[&'static str; 2]> {
        if !self.common.is_empty() || self.east_asian.contains(&true) {
            return None;
        }
        Some([self.first?.full_name(), self.second?.full_name()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_letters_are_of_one_script() {
        for c in '\0'..=char::MAX {
            if let Some(number) = frequent(c) {
                assert!(c.is_alphanumeric(), "{c}");
                assert_eq!(c.script_extension(), FREQUENT[number].into(), "{c}");
            }
        }
    }
}
