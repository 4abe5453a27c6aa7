//! A thousand honest edits, and a thousand damaged ones, in four encodings.

use super::compare::{Finding, compare};
use super::restore::restore;
use crate::random::Random;
use crate::settings::Accepted;

fn compare_all(old: &[u8], new: &[u8]) -> Vec<Finding> {
    compare(old, new, Accepted::default()).findings
}

fn restore_all(old: &[u8], new: &[u8]) -> (Vec<u8>, bool) {
    restore(old, new, Accepted::default())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Utf8,
    Utf8Signed,
    Latin1,
    ShiftJis,
    Utf16Le,
    Utf16Be,
}

const FORMS: [Form; 6] =
    [Form::Utf8, Form::Utf8Signed, Form::Latin1, Form::ShiftJis, Form::Utf16Le, Form::Utf16Be];

const WESTERN: [&str; 23] = [
    "the",
    "quick",
    "café",
    "naïve",
    "où",
    "à",
    "fiancé",
    "Straße",
    "über",
    "and",
    "so",
    "on",
    "«déjà»",
    "x=1;",
    "return",
    "señor",
    "¿qué?",
    "really?",
    "why?",
    "10°C",
    "ça",
    "plan",
    "Ærø",
];
const JAPANESE: [&str; 19] = [
    "表示",
    "ソフト",
    "能力",
    "予定",
    "日本語です。",
    "テキスト",
    "the",
    "file",
    "ﾃｽﾄ",
    "これは",
    "何ですか？",
    "why?",
    "x=1;",
    "申込書",
    "圭",
    "「引用」",
    "値は、",
    "plan",
    "構文",
];
const WORLD: [&str; 21] = [
    "Привет,",
    "мир!",
    "日本語です。",
    "“quoted”",
    "don’t",
    "naïve",
    "Ελλάδα",
    "the",
    "plan",
    "why?",
    "😀",
    "한국어",
    "x=1;",
    "café",
    "…",
    "עברית",
    "and",
    "so",
    "return",
    "é",
    "née",
];

impl Form {
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Latin1 => &WESTERN,
            Self::ShiftJis => &JAPANESE,
            _ => &WORLD,
        }
    }

    fn encode(self, text: &str) -> Vec<u8> {
        let wide = |unit: fn(u16) -> [u8; 2]| {
            "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
        };
        match self {
            Self::Utf8 => text.into(),
            Self::Utf8Signed => ["\u{FEFF}", text].concat().into(),
            // U+FFFD is what a program wrote that took it for UTF-8.
            Self::Latin1 => by_code_point(text, |c| vec![u8::try_from(c).unwrap()]),
            Self::ShiftJis => by_code_point(text, |c| {
                let text = String::from(c);
                let (bytes, _, bad) = encoding_rs::SHIFT_JIS.encode(&text);
                assert!(!bad, "{c} is in Shift_JIS");
                bytes.into_owned()
            }),
            Self::Utf16Le => wide(u16::to_le_bytes),
            Self::Utf16Be => wide(u16::to_be_bytes),
        }
    }
}

fn by_code_point(text: &str, encode: impl Fn(char) -> Vec<u8>) -> Vec<u8> {
    let one = |c| if c == '\u{FFFD}' { "\u{FFFD}".into() } else { encode(c) };
    text.chars().flat_map(one).collect()
}

fn line(random: &mut Random, words: &[&'static str]) -> Vec<String> {
    (0..1 + random.below(9)).map(|_| random.pick(words).to_owned()).collect()
}

/// The lines that are not in both texts.
fn differences(old: &[u8], new: &[u8]) -> String {
    let lines = |text: &[u8]| -> Vec<String> {
        text.split_inclusive(|&byte| byte == b'\n')
            .map(|line| line.escape_ascii().to_string())
            .collect()
    };
    let (old, new) = (lines(old), lines(new));
    let only = |lines: &[String], others: &[String], sign: &str| -> String {
        lines
            .iter()
            .filter(|line| !others.contains(line))
            .map(|line| format!("{sign}{line}\n"))
            .collect()
    };
    only(&old, &new, "-") + &only(&new, &old, "+")
}

type Lines = Vec<Vec<String>>;

fn text(lines: &Lines, ending: &str) -> String {
    lines.iter().map(|line| line.join(" ") + ending).collect()
}

/// Edits as people make them, `count` of them; but for a lone `?` in the place of
/// a word, which nobody can tell from damage. No line below `fixed` is touched.
fn edit(
    lines: &mut Lines,
    count: usize,
    fixed: usize,
    words: &[&'static str],
    random: &mut Random,
) {
    for _ in 0..count {
        let at = fixed + random.below(lines.len() - fixed);
        let word = random.below(lines[at].len());
        let other = random.pick(words).to_owned();
        match random.below(12) {
            0 => lines.insert(at, line(random, words)),
            1 if lines.len() > fixed + 2 => _ = lines.remove(at),
            2 | 3 => lines[at][word] = other,
            4 => lines[at].insert(word, other),
            5 if lines[at].len() > 1 => _ = lines[at].remove(word),
            6 => lines[at].push("ok?".to_owned()),
            7 => lines[at].last_mut().unwrap().push('?'),
            8 => {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
            9 if at + 1 < lines.len() => lines.swap(at, at + 1),
            10 => lines[at].reverse(),
            _ => lines[at] = line(random, words),
        }
    }
}

#[test]
fn a_thousand_honest_edits_raise_no_alarm() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for number in 0..1_000 {
        let form = FORMS[number % FORMS.len()];
        let mut lines: Lines =
            (0..4 + random.below(40)).map(|_| line(&mut random, form.words())).collect();
        // So that it is in that encoding also when all else is deleted.
        lines.insert(0, vec![form.words()[4].to_owned(), form.words()[2].to_owned()]);
        let ending = if random.chance(2) { "\n" } else { "\r\n" };
        let old = form.encode(&text(&lines, ending));
        let count = 1 + random.below(8);
        edit(&mut lines, count, 1, form.words(), &mut random);
        let new = form.encode(&text(&lines, ending));
        let found = compare_all(&old, &new);
        assert!(found.is_empty(), "{number} {form:?}: {found:?}\n{}", differences(&old, &new));
    }
}

/// What a careless program does to a word.
fn damaged(word: &str, form: Form, random: &mut Random) -> Vec<u8> {
    let replaced = |with: char| -> String {
        word.chars().map(|c| if c.is_ascii() { c } else { with }).collect()
    };
    let misread = |page: fn(u8) -> char| -> String { word.bytes().map(page).collect() };
    // The word stands in the middle of a text.
    let encode = |text: &str| form.encode(text).split_off(form.encode("").len());
    let pages =
        [placemat::encoding::single_byte::latin1, placemat::encoding::single_byte::windows_1252];
    match (random.below(5), form) {
        (0, Form::Latin1 | Form::ShiftJis) => {
            String::from_utf8_lossy(&encode(word)).into_owned().into()
        }
        (0 | 1, Form::Utf8 | Form::Utf8Signed) => encode(&misread(pages[random.below(2)])),
        (1, Form::Latin1) => word.into(),
        (2 | 3, _) => encode(&replaced('?')),
        _ => encode(&replaced('\u{FFFD}')),
    }
}

#[test]
fn a_thousand_damages_are_found_and_taken_back() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for number in 0..1_000 {
        let form = FORMS[number % FORMS.len()];
        let mut lines: Lines =
            (0..4 + random.below(40)).map(|_| line(&mut random, form.words())).collect();
        // The line that is damaged, in text that others need not have.
        let target = [form.words()[4], "damaged", form.words()[2], "here", &number.to_string()];
        lines.insert(0, target.map(str::to_owned).to_vec());
        let ending = if random.chance(2) { "\n" } else { "\r\n" };
        let old = form.encode(&text(&lines, ending));
        let count = random.below(6);
        edit(&mut lines, count, 1, form.words(), &mut random);
        if random.chance(2) {
            // The same line was edited, too.
            lines[0][3] = random.pick(form.words()).to_owned();
        }
        let honest = form.encode(&text(&lines, ending));
        let rest = honest.strip_prefix(&*form.encode(&lines[0][0])).unwrap();
        let harm = damaged(&lines[0][0], form, &mut random);
        let new = [&form.encode(""), &*harm, rest].concat();
        if new == honest {
            continue;
        }
        let found = compare_all(&old, &new);
        assert!(!found.is_empty(), "{number} {form:?}:\n{}", differences(&old, &new));
        let restored = restore_all(&old, &new);
        assert!(
            restored == (honest, true),
            "{number} {form:?}: {found:?}
{}",
            differences(&old, &restored.0)
        );
    }
}

/// Whole files: read as UTF-8 and written, without their signature, with other
/// ends of lines, in another encoding.
#[test]
fn damage_to_whole_files_is_found_and_taken_back() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for number in 0..600 {
        let form = FORMS[number % FORMS.len()];
        let mut lines: Lines =
            (0..2 + random.below(20)).map(|_| line(&mut random, form.words())).collect();
        lines[0].push(form.words()[4].to_owned());
        lines[1].push(form.words()[2].to_owned());
        let plain = text(&lines, "\r\n");
        let old = form.encode(&plain);
        let new = match (number / FORMS.len() % 3, form) {
            (0, Form::Latin1 | Form::ShiftJis) => String::from_utf8_lossy(&old).into_owned().into(),
            (0, _) => old[form.encode("").len()..].to_vec(),
            (1, _) => form.encode(&text(&lines, "\n")),
            (2, Form::Utf8 | Form::Utf8Signed) => form.encode(
                &plain
                    .bytes()
                    .map(placemat::encoding::single_byte::windows_1252)
                    .collect::<String>(),
            ),
            _ => plain.into_bytes(),
        };
        if new == old {
            continue;
        }
        let found = compare_all(&old, &new);
        assert!(!found.is_empty(), "{number} {form:?}:\n{}", differences(&old, &new));
        let restored = restore_all(&old, &new);
        assert!(
            restored == (old.clone(), true),
            "{number} {form:?}: {found:?}
{}",
            differences(&old, &restored.0)
        );
    }
}
