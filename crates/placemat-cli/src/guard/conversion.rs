//! Whether a text is another in another encoding, and in which legacy encoding the one
//! of them is that does not tell.
//!
//! Words are read in every encoding there is; the one in which most of them are words of
//! the other text is it, if those are more than half. A sample of the words is enough
//! here: all of the text is compared afterwards as text in that encoding.

use super::legacy::Decoding;
use super::text::{Form, Text};
use std::collections::HashSet;

/// About so many bytes of words are read.
const SAMPLE: usize = 64 << 10;

/// A word of so many code points is no other word by chance.
const TELLING: usize = 3;

/// No longer word is.
const LONGEST: usize = 4 << 10;

/// What the texts are in, where they do not tell.
#[derive(Debug)]
pub(super) struct Conversion {
    pub(super) from: Option<Decoding>,
    pub(super) to: Option<Decoding>,
}

impl Conversion {
    pub(super) fn find(old: &Text<'_>, new: &Text<'_>) -> Option<Self> {
        let tells = |text: &Text<'_>| matches!(text.form, Form::Utf8 | Form::Wide(_));
        if old.form == Form::EightBit && tells(new) {
            let between = Decoding::all().filter_map(Decoding::between_utf8);
            let words = words(new);
            let from = best(Decoding::all().chain(between), &sample(old), &words)?;
            return (!is_mixed(old, &from, &words)).then_some(Self { from: Some(from), to: None });
        }
        if new.form == Form::EightBit && tells(old) {
            let (sample, words) = (sample(new), words(old));
            // What still is in UTF-8 was not converted: that is not the whole text.
            let is_left =
                |word: &&[u8]| str::from_utf8(word).is_ok_and(|word| words.contains(word));
            if old.form == Form::Utf8 && sample.iter().any(is_left) {
                return None;
            }
            let to = best(Decoding::all(), &sample, &words)?;
            return (!is_mixed(new, &to, &words)).then_some(Self { from: None, to: Some(to) });
        }
        None
    }
}

/// The encoding in which most of `sample` are words, the first of those that are equal.
fn best(
    decodings: impl Iterator<Item = Decoding>,
    sample: &[&[u8]],
    words: &HashSet<String>,
) -> Option<Decoding> {
    let mut best = (sample.len() / 2, None);
    for decoding in decodings {
        let count = sample.iter().filter(|word| fits(&decoding, word, words)).count();
        if count > best.0 {
            best = (count, Some(decoding));
        }
        if count == sample.len() {
            break;
        }
    }
    best.1
}

/// Whether there are words in a text that are words of the other text in another encoding
/// than most are. Short ones can be so by chance.
fn is_mixed(text: &Text<'_>, decoding: &Decoding, words: &HashSet<String>) -> bool {
    let mut seen = HashSet::new();
    let fits_not = |word: &&[u8]| word.len() <= LONGEST && !fits(decoding, word, words);
    let others: Vec<&[u8]> =
        raw_words(text).filter(fits_not).filter(|word| seen.insert(*word)).collect();
    Decoding::all().any(|other| {
        let mut read = others.iter().filter_map(|word| other.decode(word));
        read.any(|word| word.chars().count() >= TELLING && words.contains(&word))
    })
}

/// Whether words of a text in a legacy encoding are in UTF-8 now, while others are not.
pub(super) fn is_in_part(old: &Text<'_>, new: &Text<'_>) -> bool {
    if (old.form, new.form) != (Form::EightBit, Form::EightBit) {
        return false;
    }
    let was: HashSet<&[u8]> = raw_words(old).filter(|word| word.len() <= LONGEST).collect();
    let fresh = raw_words(new).filter(|word| word.len() <= 2 * LONGEST && !was.contains(word));
    let fresh: HashSet<&str> = fresh.filter_map(|word| str::from_utf8(word).ok()).collect();
    let is_converted = |word: String| word.chars().nth(1).is_some() && fresh.contains(&*word);
    let read =
        |decoding: Decoding| was.iter().filter_map(|word| decoding.decode(word)).any(is_converted);
    !fresh.is_empty() && Decoding::all().any(read)
}

/// Whether a word is one of the other text.
fn fits(decoding: &Decoding, word: &[u8], words: &HashSet<String>) -> bool {
    decoding.decode(word).is_some_and(|word| words.contains(&word))
}

/// The words of a text that have something beyond ASCII. No encoding has the bytes between
/// them as parts of a code.
fn raw_words<'a>(text: &Text<'a>) -> impl Iterator<Item = &'a [u8]> {
    let bytes = &text.bytes[text.signature..];
    let words = bytes.split(|byte| matches!(byte, 0..=b'/' | b':'..=b'?'));
    words.filter(|word| !word.is_ascii())
}

/// Some of them, from all parts of the text.
fn sample<'a>(text: &Text<'a>) -> Vec<&'a [u8]> {
    let short = || raw_words(text).filter(|word| word.len() <= LONGEST);
    let bytes: usize = short().map(<[u8]>::len).sum();
    short().step_by(bytes / SAMPLE + 1).collect()
}

/// The words of a text that tells what it is in.
fn words(text: &Text<'_>) -> HashSet<String> {
    if text.form == Form::Utf8 {
        let words = raw_words(text).filter(|word| word.len() <= 2 * LONGEST);
        return words.map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    }
    let mut words = HashSet::new();
    for line in &text.lines {
        let items = text.items(line.content.clone());
        let line: String = items.iter().map(|item| item.code_point().unwrap_or('\n')).collect();
        let all = line.split(|c| matches!(c, '\0'..='/' | ':'..='?'));
        words.extend(all.filter(|word| !word.is_ascii()).map(str::to_owned));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(old: &[u8], new: &[u8]) -> Option<(Option<&'static str>, Option<&'static str>)> {
        let conversion = Conversion::find(&Text::new(old), &Text::new(new))?;
        Some((conversion.from.map(|from| from.name), conversion.to.map(|to| to.name)))
    }

    #[test]
    fn every_legacy_encoding_is_found() {
        for (name, text) in [
            ("windows-1252", "un café à l’œil, naïf"),
            ("windows-1251", "Привет, мир"),
            ("koi8-r", "Привет, мир"),
            ("windows-1250", "Příliš žluťoučký kůň"),
            ("shift_jis", "表示 ソフト 能力"),
            ("euc-jp", "日本語です 表示"),
            ("big5", "功能 表"),
            ("euc-kr", "한국어 문서"),
        ] {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
            let bytes = encoding.encode(text).0;
            assert_eq!(found(&bytes, text.as_bytes()), Some((Some(name), None)));
            assert_eq!(found(text.as_bytes(), &bytes), Some((None, Some(name))));
            let wide: Vec<u8> =
                format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(found(&bytes, &wide), Some((Some(name), None)), "UTF-16");
        }
        assert_eq!(
            found(b"\xE9t\xE9 \x92\x85 \xC3\xA9", "été ’… é".as_bytes()).unwrap().0,
            Some("utf-8 and windows-1252")
        );
    }

    #[test]
    fn text_in_two_encodings_is_no_conversion() {
        let text = "Привет мир\nкак дела сегодня\nхорошо спасибо\nдо свидания\n";
        let (start, end) = text.split_at(text.find("до").unwrap());
        let mixed = [
            encoding_rs::WINDOWS_1251.encode(start).0.as_ref(),
            encoding_rs::KOI8_R.encode(end).0.as_ref(),
        ]
        .concat();
        assert_eq!(found(text.as_bytes(), &mixed), None);
        assert_eq!(found(&mixed, text.as_bytes()), None);
        // Other words were added.
        let edited = encoding_rs::WINDOWS_1251.encode("новое слово ещё\n").0;
        let edited = [encoding_rs::WINDOWS_1251.encode(text).0, edited].concat();
        assert_eq!(found(text.as_bytes(), &edited), Some((None, Some("windows-1251"))));
        let western = "café à la crème, déjà vu, été\n";
        let mixed = b"caf\xE9 \xE0 la cr\xE8me, d\xE9j\xE0 vu, \x8Et\x8E\n";
        assert_eq!(found(western.as_bytes(), mixed), None);
    }

    #[test]
    fn what_is_no_conversion() {
        // All of it replaced; a part of it converted; something else.
        assert_eq!(found(b"caf\xE9 \xE0", "caf\u{FFFD} \u{FFFD}".as_bytes()), None);
        assert_eq!(found("café à".as_bytes(), "caf\u{E9} \u{E0}".as_bytes()), None);
        assert_eq!(found("café à".as_bytes(), b"caf\xE9 \xC3\xA0"), None);
        assert_eq!(found(b"caf\xE9 \xE0", "тест éa".as_bytes()), None);
    }
}
