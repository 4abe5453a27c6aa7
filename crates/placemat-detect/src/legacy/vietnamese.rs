//! Vietnamese is written in syllables: what has two in one word, or a tone behind no vowel, is another language.
//!
//! Windows-1258 has tones as marks behind vowels, where Windows-1252 has "Ì", "Ò", "Þ", "ì" and "ò": to letters
//! and their pairs, Italian "può" and "studiò" are as good as Vietnamese. Words with the tone at "Þ" say nothing here:
//! Portuguese has that tone, if somebody wrote it in this page.

/// The page that this is about.
pub(super) const PAGE: &str = "windows-1258";

/// What such a word says against it; repeats count less.
const EACH: f32 = -2.5;
const DAMPED: f32 = 0.65;

/// In so many words, one may be a foreign name.
const SELDOM: usize = 10;

/// The tones that no other language has in this page.
const TOLD_BY: [u8; 4] = [0xCC, 0xD2, 0xEC, 0xF2];

/// What of a letter is told.
#[derive(Clone, Copy, PartialEq)]
enum Letter {
    Vowel,
    Consonant,
    /// A tone, which belongs to the vowel before.
    Mark,
}

/// What speaks against text in windows-1258 being Vietnamese.
pub(super) fn against(text: &[u8]) -> f32 {
    let (mut words, mut odd) = (0_usize, 0_usize);
    for word in text.split(|byte| letter(*byte).is_none()) {
        if !word.iter().any(|byte| TOLD_BY.contains(byte)) {
            continue;
        }
        let (mut syllables, mut stray) = (0, false);
        let mut before = Letter::Consonant;
        for letter in word.iter().filter_map(|byte| letter(*byte)) {
            if letter == Letter::Mark {
                stray |= before != Letter::Vowel;
                continue;
            }
            syllables += usize::from(letter == Letter::Vowel && before != Letter::Vowel);
            before = letter;
        }
        words += 1;
        odd += usize::from(syllables > 1 || stray);
    }
    if odd * SELDOM > words { EACH * (odd as f32).powf(DAMPED) } else { 0.0 }
}

/// What a byte is; none if it is no letter.
fn letter(byte: u8) -> Option<Letter> {
    match byte {
        0xCC | 0xD2 | 0xDE | 0xEC | 0xF2 => Some(Letter::Mark),
        0xC7 | 0xD0 | 0xD1 | 0xDF | 0xE7 | 0xF0 | 0xF1 => Some(Letter::Consonant),
        0xD7 | 0xF7 | 0xFE => None,
        0xC0.. => Some(Letter::Vowel),
        _ if !byte.is_ascii_alphabetic() => None,
        _ if b"aeiouy".contains(&byte.to_ascii_lowercase()) => Some(Letter::Vowel),
        _ => Some(Letter::Consonant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_syllables() {
        // "Tiếng Việt", "một người đẹp", "Cominciò", "studiò".
        let of = |text: &[u8]| against(text);
        assert_eq!(of(b"Ti\xEA\xECng Vi\xEA\xF2t"), 0.0);
        assert_eq!(of(b"m\xF4\xF2t ng\xFD\xF5\xCCi \xF0e\xF2p, Hanoi, internet"), 0.0);
        assert_eq!(of(b"Cominci\xF2"), EACH);
        assert!(of(b"Cominci\xF2, studi\xF2") < EACH);
        assert_eq!(of(b"plain words of ASCII, informa\xE7a\xDEo"), 0.0);
        assert_eq!(of(b"parl\xF2"), EACH);
        assert_eq!(of(b"\xF2u"), EACH);
        // A name among others.
        assert_eq!(of(&[&b"vi\xEA\xF2t ".repeat(20)[..], b"Perci\xF2"].concat()), 0.0);
    }
}
