//! Texts of several kinds in every legacy encoding that holds them exactly, cut to some lengths.

use std::collections::BTreeMap;

use anyhow::Result;
use encoding_rs::Encoding;
use placemat_detect::training::{self, Page};

use super::sources::{self, Split, Text};

/// A text in a known encoding.
pub(super) struct Sample {
    pub(super) encoding: &'static str,
    pub(super) language: String,
    /// The project that it was cut from.
    pub(super) source: &'static str,
    /// The length it was cut to.
    pub(super) size: usize,
    pub(super) kind: &'static str,
    pub(super) bytes: Vec<u8>,
    /// How often such a text is met.
    pub(super) weight: f64,
}

impl Sample {
    /// The text that it was cut from: what is said in one, is said in each of its samples.
    pub(super) fn document(&self) -> (&'static str, &str) {
        (self.source, &self.language)
    }
}

/// The lengths, in bytes.
pub(super) const SIZES: [usize; 5] = [40, 100, 300, 1000, 4000];

/// The lengths of words, in bytes: at most so many, and more than the one before.
pub(super) const SHORT: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, 20];

/// Encodings of two bytes; those of one byte are pages.
const EAST_ASIAN: [(&str, &[&str]); 7] = [
    ("shift_jis", &["ja"]),
    ("euc-jp", &["ja"]),
    ("iso-2022-jp", &["ja"]),
    ("gbk", &["zh"]),
    ("gb18030", &["zh"]),
    ("big5", &["zh-tw"]),
    ("euc-kr", &["ko"]),
];

/// How a text is made up.
const KINDS: [&str; 6] = ["prose", "html", "code", "csv", "mail", "subtitles"];

/// All samples of a split, in an order that is always the same; each text is cut so many times, from
/// other places.
pub(super) fn make(split: Split, rounds: usize) -> Result<Vec<Sample>> {
    let coders = coders();
    let mut samples = Vec::new();
    let mut number = 0_usize;
    let texts = sources::texts(split)?;
    for text in std::iter::repeat_n(&texts, rounds).flatten() {
        for coder in &coders {
            if !coder.is_for(&text.language) {
                continue;
            }
            number += 1;
            add(text, coder, number, &mut samples);
        }
    }
    weigh(&mut samples);
    Ok(samples)
}

/// Words of a split that are not all ASCII, with what stands behind them up to each of the short lengths.
pub(super) fn short(split: Split) -> Result<Vec<Sample>> {
    /// How many words of a text.
    const WORDS: usize = 24;
    let mut coders = coders();
    // What is told by rules is one encoding among the others: else each answer that names it would be wrong.
    coders.push(Coder { name: "utf-8", page: None, languages: &[] });
    let mut samples = Vec::new();
    for text in &sources::texts(split)? {
        for coder in coders.iter().filter(|coder| coder.is_for(&text.language)) {
            let lines: Vec<String> = text.lines.iter().map(|line| coder.written(line)).collect();
            let held: Vec<&String> =
                lines.iter().filter(|line| coder.encode(line).is_some()).collect();
            if held.len() * 5 < text.lines.len() * 3 || held.len() < 5 {
                continue;
            }
            let is_high = |word: &&str| !word.split(' ').next().unwrap_or("").is_ascii();
            let words = held.iter().flat_map(|line| {
                line.match_indices(' ').map(|(at, _)| &line[at + 1..]).chain([line.as_str()])
            });
            let words: Vec<&str> = words.filter(is_high).collect();
            for (number, size) in (0..WORDS).flat_map(|number| SHORT.map(|size| (number, size))) {
                let Some(word) = words.get((number * words.len() + size) / WORDS) else { continue };
                let mut bytes = Vec::new();
                for c in word.chars() {
                    let more = coder.encode(c.encode_utf8(&mut [0; 4])).unwrap_or_default();
                    if bytes.len() + more.len() > size {
                        break;
                    }
                    bytes.extend(more);
                }
                let before = SHORT.iter().rev().find(|before| **before < size).unwrap_or(&0);
                if bytes.len() > *before && !bytes.is_ascii() {
                    let (encoding, language) = (coder.name, text.language.clone());
                    samples.push(Sample {
                        encoding,
                        language,
                        source: text.source,
                        size,
                        kind: "word",
                        bytes,
                        weight: 0.0,
                    });
                }
            }
        }
    }
    weigh(&mut samples);
    Ok(samples)
}

/// Adds a sample of each length.
fn add(text: &Text, coder: &Coder, number: usize, samples: &mut Vec<Sample>) {
    let held = |line: &str| coder.encode(line).filter(|bytes| !bytes.is_empty());
    let lines: Vec<String> = text.lines.iter().map(|line| coder.written(line)).collect();
    let lines: Vec<&String> = lines.iter().filter(|line| held(line).is_some()).collect();
    // A page that lacks a letter of the language holds a few lines by chance.
    if lines.len() * 5 < text.lines.len() * 3 || lines.len() < 5 {
        return;
    }
    for (step, size) in SIZES.into_iter().enumerate() {
        let kind = KINDS[(number + step) % KINDS.len()];
        let mut bytes = Vec::new();
        // Each length begins elsewhere.
        for at in 0..lines.len() {
            let line = lines[(at + number * 7 + step * 31) % lines.len()];
            let made = marked(line, number + at, coder);
            bytes.extend(coder.encode(&wrapped(&made, kind, at)).unwrap_or_default());
            if bytes.len() >= size {
                break;
            }
        }
        // Too little text is a sample of a shorter length, and that is there already.
        if bytes.len() < size * 3 / 4 {
            continue;
        }
        bytes.truncate(size);
        if bytes.iter().any(|byte| !byte.is_ascii()) || bytes.contains(&0x1B) {
            samples.push(Sample {
                encoding: coder.name,
                language: text.language.clone(),
                source: text.source,
                size,
                kind,
                bytes,
                weight: 0.0,
            });
        }
    }
}

/// A line with the marks of typography that the encoding has.
fn marked(line: &str, number: usize, coder: &Coder) -> String {
    let mut made = line.to_owned();
    if !number.is_multiple_of(3) {
        made = made.replace('\'', "’").replace(" - ", " – ").replace("...", "…");
        if line.matches('"').count() == 2 {
            made = made.replacen('"', "“", 1).replacen('"', "”", 1);
        }
    }
    match number % 11 {
        1 => made += " © 2024",
        4 => made += " (12,50 €)",
        6 => made = format!("“{made}”"),
        8 => made += " – 20 °C",
        10 => made = format!("• {made}"),
        _ => {}
    }
    if coder.encode(&made).is_some() { made } else { line.to_owned() }
}

/// A line as a part of a text of this kind.
fn wrapped(line: &str, kind: &str, number: usize) -> String {
    match (kind, number) {
        ("html", 0) => format!("<html>\n<body>\n<p class=\"first\">{line}</p>\n"),
        ("html", _) => format!("<p>{line}</p>\n<a href=\"page{number}.html\">{number}</a>\n"),
        ("code", _) if number.is_multiple_of(2) => {
            format!("    // {line}\n    let value = call({number});\n")
        }
        ("code", _) => format!("    print(\"{line}\");\n"),
        ("csv", _) => format!("{number};{line};{}.00\n", number * 37 % 100),
        ("mail", 0) => format!("Subject: Re: {line}\n\n> {line}\n"),
        ("mail", _) => format!("{line}\n"),
        ("subtitles", _) => format!(
            "{}\n00:0{}:12,000 --> 00:0{}:15,500\n{line}\n\n",
            number + 1,
            number % 10,
            number % 10
        ),
        _ => format!("{line} "),
    }
}

/// As in life: by how often the encoding is met, and for which languages. What a page was not
/// used for weighs next to nothing.
pub(super) fn weigh(samples: &mut [Sample]) {
    let mut cells: BTreeMap<(&str, String, usize), f64> = BTreeMap::new();
    for sample in &*samples {
        *cells.entry((sample.encoding, sample.language.clone(), sample.size)).or_default() += 1.0;
    }
    for sample in samples {
        let count = cells[&(sample.encoding, sample.language.clone(), sample.size)];
        sample.weight = training::frequency(sample.encoding, &sample.language) / count;
    }
}

/// An encoding to be made.
pub(super) struct Coder {
    pub(super) name: &'static str,
    page: Option<BTreeMap<char, u8>>,
    languages: &'static [&'static str],
}

/// All of them.
pub(super) fn coders() -> Vec<Coder> {
    let page = |page: &Page| Coder {
        name: page.name,
        page: Some(
            (0x80..=0xFF)
                .zip(page.high)
                .filter(|&(_, c)| c != '\u{FFFD}')
                .map(|(byte, c)| (c, byte))
                .collect(),
        ),
        languages: &[],
    };
    let east_asian = EAST_ASIAN.map(|(name, languages)| Coder { name, page: None, languages });
    training::pages().iter().map(page).chain(east_asian).collect()
}

impl Coder {
    pub(super) fn is_for(&self, language: &str) -> bool {
        let east_asian = matches!(language, "ja" | "ko" | "zh" | "zh-tw");
        match self.page {
            Some(_) => !east_asian,
            None => self.name == "utf-8" || self.languages.contains(&language),
        }
    }

    /// The bytes of its code points, if each is one.
    pub(super) fn page(&self) -> Option<&BTreeMap<char, u8>> {
        self.page.as_ref()
    }

    /// The line as programs write it that know this page.
    pub(super) fn written(&self, line: &str) -> String {
        match self.name {
            "windows-1258" => windows_1258(line),
            "windows-1256" => line.replace('\u{6CC}', "\u{64A}"),
            "windows-1250" | "iso-8859-2" => {
                line.replace('ș', "ş").replace('ț', "ţ").replace('Ș', "Ş").replace('Ț', "Ţ")
            }
            _ => line.to_owned(),
        }
    }

    /// The bytes, if it holds all of the text.
    pub(super) fn encode(&self, text: &str) -> Option<Vec<u8>> {
        if let Some(page) = &self.page {
            let byte = |c: char| if c.is_ascii() { Some(c as u8) } else { page.get(&c).copied() };
            return text.chars().map(byte).collect();
        }
        let (bytes, _, unmappable) = Encoding::for_label(self.name.as_bytes())?.encode(text);
        (!unmappable).then(|| bytes.into_owned())
    }
}

/// Vietnamese as Windows-1258 has it: tones are marks behind the vowel, but for those vowels that
/// the page has with their tone.
pub(super) fn windows_1258(text: &str) -> String {
    const VOWELS: [&str; 12] = [
        "aàảãáạ",
        "ăằẳẵắặ",
        "âầẩẫấậ",
        "eèẻẽéẹ",
        "êềểễếệ",
        "iìỉĩíị",
        "oòỏõóọ",
        "ôồổỗốộ",
        "ơờởỡớợ",
        "uùủũúụ",
        "ưừửữứự",
        "yỳỷỹýỵ",
    ];
    const TONES: [char; 6] = ['\0', '\u{300}', '\u{309}', '\u{303}', '\u{301}', '\u{323}'];
    let apart = |c: char| -> Option<(char, char)> {
        let lower = c.to_lowercase().next()?;
        let row = VOWELS.iter().find(|row| row.contains(lower))?;
        let tone = row.chars().position(|vowel| vowel == lower)?;
        let base = row.chars().next()?;
        let base = if c == lower { base } else { base.to_uppercase().next()? };
        Some((base, TONES[tone]))
    };
    let mut written = String::new();
    for c in text.chars() {
        match apart(c) {
            Some((base, tone)) if tone != '\0' && !"ÀÁÈÉÍÓÙÚàáèéíóùú".contains(c) =>
            {
                written.extend([base, tone]);
            }
            _ => written.push(c),
        }
    }
    written
}

/// The text of `bytes`, which may end within a character, by a label that someone has answered.
pub(super) fn decode(bytes: &[u8], label: &str) -> Option<String> {
    let label = label.trim().to_lowercase();
    // Python's name of UTF-8 with a signature.
    let label = label.trim_end_matches("-sig").to_owned();
    let label = match label.as_str() {
        // Names that are not those of the pages.
        "mac-cyrillic" | "mac_cyrillic" | "maccyrillic" => "x-mac-cyrillic",
        "mac_roman" | "macroman" => "macintosh",
        "mac_latin2" | "mac-latin2" | "mac-centraleurope" => "x-mac-ce",
        "uhc" | "cp949" => "euc-kr",
        "cp932" | "shift_jis_2004" | "shift_jisx0213" => "shift_jis",
        "big5hkscs" | "big5-hkscs" | "cp950" => "big5",
        "gb2312" => "gbk",
        "unknown-8bit" | "none" | "binary" | "" => return None,
        label => label,
    };
    // Python: cp1252, iso8859_15, koi8_r.
    let dashed = label.replace('_', "-");
    let spelt = dashed.replace("iso8859", "iso-8859").replace("latin-1", "iso-8859-1");
    let windows = dashed.strip_prefix("cp").map(|page| format!("windows-{page}"));
    let dos = dashed.strip_prefix("cp").map(|page| format!("ibm{page}"));
    let candidates = [Some(label.to_owned()), Some(dashed), Some(spelt), windows, dos];
    for label in candidates.iter().flatten() {
        if let Some(page) = training::page(label) {
            let read = |&byte: &u8| match byte {
                0..=0x7F => char::from(byte),
                // C1 controls are read as such.
                _ => match page.high[usize::from(byte - 0x80)] {
                    '\u{FFFD}' => char::from(byte),
                    c => c,
                },
            };
            return Some(bytes.iter().map(read).collect());
        }
    }
    let encoding =
        candidates.iter().flatten().find_map(|label| Encoding::for_label(label.as_bytes()))?;
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(4 * bytes.len() + 16);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, false);
    matches!(result, encoding_rs::DecoderResult::InputEmpty).then_some(text)
}
