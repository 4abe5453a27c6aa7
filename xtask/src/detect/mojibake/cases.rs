//! The cases: text as it should be, and what is left of it when it is damaged in a known way.

use anyhow::{Context, Result};
use placemat_detect::training;

use crate::detect::sources;

/// Languages that costs may be set by.
const TUNE: [&str; 15] = [
    "arabic",
    "czech",
    "danish",
    "dutch",
    "french",
    "greek",
    "icelandic",
    "japanese",
    "korean",
    "latvian",
    "polish",
    "romanian",
    "russian",
    "spanish",
    "vietnamese",
];

/// Languages that the judge is judged by: of these, only sums are to be seen.
const TEST: [&str; 20] = [
    "bulgarian",
    "catalan",
    "chinese",
    "croatian",
    "estonian",
    "finnish",
    "german",
    "hebrew",
    "hungarian",
    "irish",
    "italian",
    "lithuanian",
    "persian",
    "portuguese",
    "serbian",
    "slovak",
    "swedish",
    "thai",
    "turkish",
    "ukrainian",
];

/// How many pieces of each language there are.
const PIECES: usize = 60;

/// Some text, and what is left of it.
pub(super) struct Case {
    /// The title of its row.
    pub(super) class: String,
    pub(super) text: String,
    pub(super) damaged: String,
    /// Upper and lower case cannot be known.
    pub(super) any_case: bool,
    /// Some of it is gone.
    pub(super) lost: bool,
}

impl Case {
    /// Whether `answer` is the text but for letters of which a byte became U+FFFD: these are as they were, or U+FFFD.
    pub(super) fn is_but_for_lost(&self, answer: &str) -> bool {
        let mut rest = Some(answer);
        for c in self.text.chars().map(String::from) {
            let left = misread(&c, PAGES[0]).map(|read| read.replace(is_control, "\u{FFFD}"));
            let left = left.filter(|left| left.contains('\u{FFFD}'));
            let replaced = left.as_ref().map(|_| "\u{FFFD}");
            rest = [Some(&*c), left.as_deref(), replaced]
                .into_iter()
                .flatten()
                .find_map(|written| rest?.strip_prefix(written));
        }
        self.damaged.contains('\u{FFFD}') && rest == Some("")
    }
}

/// The pages that text is read in.
const PAGES: [&str; 12] = [
    "windows-1252",
    "iso-8859-1",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1257",
    "iso-8859-2",
    "macintosh",
    "ibm437",
    "ibm850",
    "koi8-r",
    "ibm866",
];

/// Those that it is read in more often than once.
const CHAINS: [(&str, &[&str]); 4] = [
    ("twice, windows-1252", &["windows-1252"; 2]),
    ("three times", &["windows-1252"; 3]),
    ("iso-8859-1, then windows-1252", &["iso-8859-1", "windows-1252"]),
    ("windows-1252, then macintosh", &["windows-1252", "macintosh"]),
];

type Damage = fn(&str) -> String;

/// What else happens to text that was read in windows-1252.
const LOSSES: [(&str, Damage); 5] = [
    ("made small", |text| text.to_lowercase()),
    ("in capitals", |text| text.to_uppercase()),
    ("A0 became a space", |text| text.replace('\u{A0}', " ")),
    ("what is undefined became U+FFFD", |text| text.replace(is_control, "\u{FFFD}")),
    ("what is undefined was dropped", |text| text.replace(is_control, "")),
];

fn is_control(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9F}')
}

/// `text`, read in the page; nothing where that lacks a byte of it.
pub(super) fn misread(text: &str, page: &str) -> Option<String> {
    let page = training::page(page)?;
    let read = |byte: u8| match page.high.get(usize::from(byte).wrapping_sub(0x80)) {
        None => Some(char::from(byte)),
        Some('\u{FFFD}') if byte < 0xA0 => Some(char::from(byte)),
        Some(c) => Some(*c).filter(|c| *c != '\u{FFFD}'),
    };
    text.bytes().map(read).collect()
}

/// The sentences of the languages for testing, or else of those for tuning.
pub(super) fn sentences(test: bool) -> Result<Vec<Vec<String>>> {
    let languages: &[&str] = if test { &TEST } else { &TUNE };
    languages.iter().map(|language| sources::sentences(language)).collect()
}

/// Pieces of the sentences, damaged in all ways that do something to them.
pub(super) fn pieces(languages: &[Vec<String>]) -> Vec<Case> {
    let texts: Vec<String> = languages.iter().flat_map(|sentences| cut(sentences)).collect();
    let mut cases = Vec::new();
    let mut add = |class: &str, text: &str, damaged: Option<String>, any_case, lost| {
        if let Some(damaged) = damaged.filter(|damaged| damaged != text) {
            cases.push(Case {
                class: class.to_owned(),
                text: text.to_owned(),
                damaged,
                any_case,
                lost,
            });
        }
    };
    for text in &texts {
        for page in PAGES {
            add(&format!("whole, {page}"), text, misread(text, page), false, false);
        }
        for (name, chain) in CHAINS {
            let start = Some(text.clone());
            let read = chain.iter().fold(start, |text, page| misread(&text?, page));
            add(name, text, read, false, false);
        }
        let read = misread(text, PAGES[0]);
        for (name, damage) in LOSSES {
            let left = read.as_deref().map(damage).filter(|left| Some(left) != read.as_ref());
            add(name, text, left, name.starts_with("made") || name.starts_with("in "), true);
        }
        let word = text.split(' ').find(|word| !word.is_ascii()).unwrap_or(text);
        for page in ["windows-1252", "macintosh", "ibm437"] {
            add(&format!("one word, {page}"), word, misread(word, page), false, false);
        }
        let read = misread(word, PAGES[0]).filter(|_| word != text);
        let among = read.map(|read| text.replacen(word, &read, 1));
        add("one word of several", text, among, false, false);
    }
    // A row is where its class is met first.
    let mut order: Vec<String> = Vec::new();
    for case in &cases {
        if !order.contains(&case.class) {
            order.push(case.class.clone());
        }
    }
    cases.sort_by_key(|case| order.iter().position(|class| *class == case.class));
    cases
}

/// Pieces of one to eight words that are not all ASCII, each of another sentence.
fn cut(sentences: &[String]) -> Vec<String> {
    let mut pieces = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        let words: Vec<&str> = sentence.split_ascii_whitespace().collect();
        let (size, from) = (1 + number * 5 % 8, number * 7 % words.len().max(1));
        let piece = words[from..words.len().min(from + size)].join(" ");
        // What was mojibake before is no text as it should be.
        if !piece.is_ascii() && !is_suspicious(&piece) && pieces.len() < PIECES {
            pieces.push(dressed(&piece.replace('\'', "’"), pieces.len()));
        }
    }
    pieces
}

/// Whether something in it, written in windows-1252, is a sequence of UTF-8.
fn is_suspicious(text: &str) -> bool {
    let Some(page) = training::page(PAGES[0]) else { return false };
    let byte = |c: char| match page.high.iter().position(|high| *high == c) {
        Some(at) => 0x80 + at as u8,
        None => u8::try_from(c).unwrap_or(0),
    };
    let bytes: Vec<u8> = text.chars().map(byte).collect();
    String::from_utf8_lossy(&bytes).chars().any(|c| !c.is_ascii() && c != '\u{FFFD}')
}

/// A third of them in capitals, in quotation marks, and the like.
fn dressed(piece: &str, number: usize) -> String {
    match number % 18 {
        2 => piece.to_uppercase(),
        5 => format!("“{piece}”"),
        8 => format!("{piece} – {number}"),
        11 => format!("{piece} #{}", piece.split(' ').next_back().unwrap_or("")),
        14 => format!("{piece} 😀"),
        17 => format!("«{piece}»…"),
        _ => piece.to_owned(),
    }
}

/// Letters of Latin.
const LETTERS: &str = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćċčďđēėęěğģħīįıķĺľłńņňőœŕřśşšťūůűųźżžơưșț";

/// Signs of print.
const SIGNS: &str = "–—‘’“”„…«»‹›•†€£¥©®™°±×÷½¼²³µ¿¡§·№→✓✔★☺❤😀🎉";

/// Where small letters, capital ones, and signs stand: for tuning.
const PLACES_TUNE: [&[&str]; 3] = [
    &["{}", "caf{}", "{}t{}", "na{}ve", "#d{}j", "\"m{}s\"", "le {} la", "so (b{}r), 12"],
    &["{}", "{}tude", "CAF{}", "D{}J{} VU", "\"{}LE\"", "VOIL{}!", "the {}, 5"],
    &["{}", "a {} b", "5{}", "{}5", "word{}", "{}word", "it{}s", "{}word{} it"],
];

/// The same, for testing.
const PLACES_TEST: [&[&str]; 3] = [
    &["{}", "men{}", "{}l{}ve", "ko{}ma", "#sm{}r", "“l{}n”", "un {}, no", "[t{}k] 2024"],
    &["{}", "{}ber", "MEN{}", "S{}O {}TE", "(“{}RA”)", "M{}N?", "in {} 7"],
    &["{}", "one {} two", "12{}", "{}99", "end{}", "{}go", "rock{}n", "{}yes{} no"],
];

/// Each letter and sign in each place, read in each page.
pub(super) fn places(test: bool) -> Vec<Case> {
    let [small, capital, signs] = if test { PLACES_TEST } else { PLACES_TUNE };
    let capitals = LETTERS.to_uppercase();
    let mut cases = Vec::new();
    for (title, places, letters) in [
        ("small letters", small, LETTERS),
        ("capital letters", capital, &capitals),
        ("signs", signs, SIGNS),
    ] {
        for (place, page) in places.iter().flat_map(|place| PAGES.map(|page| (place, page))) {
            for c in letters.chars() {
                let text = place.replace("{}", &c.to_string());
                let Some(damaged) = misread(&text, page) else { continue };
                let class = title.to_owned();
                cases.push(Case { class, text, damaged, any_case: false, lost: false });
            }
        }
    }
    cases
}

/// What words stand in: behind the first, and before the second.
const AROUND: [(&str, &str); 16] = [
    ("", "™"),
    ("(", ")"),
    ("“", "”"),
    ("«", "»"),
    ("„", "“"),
    ("‘", "’"),
    ("#", "…"),
    ("€", "®"),
    ("– ", " –"),
    ("¿", "?"),
    ("»", "«"),
    ("", " €"),
    ("", "’s"),
    ("²", "°"),
    ("• ", "\u{A0}!"),
    ("—", "—"),
];

/// Words as they should be, as they are and in capitals, with signs around them.
pub(super) fn clean_words(languages: &[Vec<String>]) -> Vec<String> {
    let mut texts = Vec::new();
    for sentences in languages {
        let mut words: Vec<&str> =
            sentences.iter().flat_map(|sentence| sentence.split_ascii_whitespace()).collect();
        words.sort_unstable();
        words.dedup();
        for (number, word) in words.iter().enumerate().filter(|(_, word)| !word.is_ascii()) {
            for word in [(*word).to_owned(), word.to_uppercase()] {
                for step in 0..3 {
                    let (before, behind) = AROUND[(number * 3 + step) % AROUND.len()];
                    texts.push(format!("{before}{word}{behind}"));
                }
                texts.push(word);
            }
        }
    }
    texts
}

/// Sentences as they should be, as they are, in capitals, and with quotation marks and dashes.
pub(super) fn clean_sentences(languages: &[Vec<String>]) -> Vec<String> {
    let mut texts = Vec::new();
    for (number, sentence) in languages.iter().flatten().enumerate() {
        let (before, behind) = AROUND[2 + number % 4];
        texts.push(sentence.clone());
        texts.push(sentence.to_uppercase());
        texts.push(format!("{before}{sentence}{behind}"));
        texts.push(sentence.replace(", ", " — ").replace('\'', "’"));
    }
    texts
}

/// A text of sentences in a language.
pub(super) fn text(language: &str) -> Result<String> {
    let sentences = sources::sentences(language).context("sentences for a measurement")?;
    Ok(sentences.join("\n") + "\n")
}
