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
    /// Where all are that were seen so far, if it is one script.
    last: Option<Script>,
}

impl Default for Word {
    fn default() -> Self {
        let common = ScriptExtension::default();
        Self { common, east_asian: [true; 3], first: None, second: None, last: None }
    }
}

impl Word {
    pub(super) fn add(&mut self, c: char) {
        let script = script(c);
        if matches!(script, Script::Common | Script::Inherited) || self.last == Some(script) {
            return;
        }
        self.last = Some(script);
        self.common = self.common.intersection(c.script_extension());
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

/// The script; of the most frequent letters without the table.
fn script(c: char) -> Script {
    match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '0'..='9' | '_' => Script::Common,
        'а'..='я' | 'А'..='Я' => Script::Cyrillic,
        '\u{4E00}'..='\u{9FFF}' => Script::Han,
        '\u{3041}'..='\u{3096}' => Script::Hiragana,
        '\u{AC00}'..='\u{D7A3}' => Script::Hangul,
        _ => c.script(),
    }
}
