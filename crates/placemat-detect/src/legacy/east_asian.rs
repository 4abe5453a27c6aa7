//! East Asian encodings, by how frequent their characters are.
//!
//! The character sets are grids of 94 rows and 94 columns (Big5: of 157), and the model has how
//! frequent the character of each cell is. No table of code points is needed.

use crate::model::Model;

/// What an encoding makes of a text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) name: &'static str,
    /// The logarithm of its likelihood.
    pub(crate) score: f32,
    /// Characters that are not ASCII.
    characters: u64,
    /// Those of the whole text, where only its start was judged.
    pub(crate) of_all: u64,
    /// Those of them that a grid has.
    cells: u64,
    malformed: usize,
}

impl Reading {
    /// Whether this many characters are this frequent only in text of this encoding: no other
    /// need be tried. Half-width katakana say nothing: Russian in KOI8-R reads as them.
    pub(crate) fn is_clear(&self) -> bool {
        self.malformed == 0
            && self.cells >= CLEAR.0
            && 10 * self.cells >= 9 * self.characters
            && self.score > CLEAR.1 * self.characters as f32
    }
}

/// So many characters, and so likely each: text of pages of one byte, read as such, makes rare ones.
const CLEAR: (u64, f32) = (60, -8.0);

/// An item of the text above U+007F.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A character of the grid.
    Cell(usize, usize),
    /// One that only a later extension has.
    Extended,
    /// Half-width katakana.
    Katakana,
    /// A syllable of Johab: first consonant, vowel, last consonant.
    Syllable([u8; 3]),
}

/// An encoding of two bytes and more. What it does with a text is compiled for each, so that items are read in
/// place, and only as far as is asked.
trait Form {
    const NAME: &'static str;
    /// Its grid in the model.
    const GRID: &'static str;
    /// Ranges of first and of second bytes, any of which are an item of two bytes: most of the text.
    const PAIRS: [[(u8, u8); 2]; 2];
    /// How many bytes the item at the start takes; none if it is malformed.
    fn item(text: &[u8]) -> Option<(usize, Item)>;
}

/// The forms, by what each makes of a text, and by how many characters one of this name has.
const FORMS: [Known; 7] = [
    Known::new::<ShiftJis>(),
    Known::new::<EucJp>(),
    Known::new::<Gbk>(),
    Known::new::<Big5>(),
    Known::new::<EucKr>(),
    Known::new::<EucTw>(),
    Known::new::<Johab>(),
];

struct Known {
    name: &'static str,
    /// What it makes of a text; none as soon as its score is less than that.
    read: fn(&[u8], f32) -> Option<Reading>,
    characters: fn(&[u8]) -> Option<u64>,
}

impl Known {
    const fn new<F: Form>() -> Self {
        Self { name: F::NAME, read: read_as::<F>, characters: characters::<F> }
    }

    fn whole(&self, text: &[u8]) -> Option<Reading> {
        (self.read)(text, f32::NEG_INFINITY)
    }
}

/// A malformed sequence: text may be cut or damaged, but rarely is.
const MALFORMED: f32 = -20.0;

/// More of them, and it is another encoding.
const MOST_MALFORMED: usize = 4;

/// A character that only an extension has.
const EXTENDED: f32 = -12.5;

/// Half-width katakana, alone and behind another one.
const KATAKANA: [f32; 2] = [-12.0, -5.0];

/// A character behind a letter or a digit of ASCII, behind other ASCII, and behind another one.
const BEHIND: [f32; 3] = [-4.0, -1.2, -0.15];

/// ASCII letters behind a character.
const ASCII_BEHIND: f32 = -3.0;

/// A character between ASCII on both sides: words of these languages have two and more.
const ALONE: f32 = -2.5;

/// No character but signs, each alone: the rows of grids that have signs.
const SIGNS_ALONE: f32 = -3.0;
const SIGNS: usize = 3;

/// Katakana behind katakana, in Japanese: words are written in them or not. The row of the grid, and the sign of a long
/// vowel.
const IN_KATAKANA: f32 = 1.5;
const KATAKANA_ROW: usize = 4;
const LONG_VOWEL: (usize, usize) = (0, 27);

/// So much of a text tells, if it is clear there, by so much, and the rest is no other.
const ENOUGH: usize = 1 << 10;
const MARGIN: f32 = 200.0;

/// So much tells which form is likely the likeliest: what is read as that first is compared with less of the others.
const GLANCE: usize = 1 << 7;

/// The likelihood of the text in each encoding that it can be in, and how much of it was judged
/// for that. Of a text that is clear, only one.
pub(crate) fn read(text: &[u8]) -> (Vec<Reading>, usize) {
    if text.len() > 2 * ENOUGH
        && let Some(reading) = clear(text)
    {
        return (vec![reading], ENOUGH);
    }
    (FORMS.iter().filter_map(|form| form.whole(text)).collect(), text.len())
}

/// The reading of the start, if it is the only one, and that of the whole.
fn clear(text: &[u8]) -> Option<Reading> {
    let (start, glance) = (&text[..ENOUGH], &text[..GLANCE]);
    let glanced =
        |form: &Known| form.whole(glance).map_or(f32::NEG_INFINITY, |reading| reading.score);
    let scores = FORMS.each_ref().map(glanced);
    let (likeliest, _) = FORMS.iter().zip(scores).max_by(|one, other| one.1.total_cmp(&other.1))?;
    let mut best = likeliest.whole(start)?;
    let least = best.score - MARGIN;
    let is_close =
        |form: &Known| form.name != likeliest.name && (form.read)(start, least).is_some();
    if !best.is_clear() || FORMS.iter().any(is_close) {
        return None;
    }
    best.of_all = (likeliest.characters)(text)?;
    Some(best)
}

/// Whether `label` is one of those of the encoding.
pub(crate) fn is(name: &str, label: &str) -> bool {
    let others: &[&str] = match name {
        "shift_jis" => &["shift-jis", "sjis", "x-sjis", "windows-31j", "cp932", "ms932"],
        "euc-jp" => &["x-euc-jp", "eucjp"],
        "gbk" => &["gb2312", "gb_2312-80", "cp936", "gb18030"],
        "gb18030" => &["gbk", "gb2312"],
        "big5" => &["big5-hkscs", "cp950", "big-5"],
        "euc-kr" => &["cp949", "ks_c_5601-1987", "uhc", "korean", "ksc5601"],
        "euc-tw" => &["x-euc-tw"],
        "johab" => &["cp1361", "ms1361"],
        _ => &[],
    };
    name == label || others.contains(&label)
}

/// How many characters are not ASCII, if none is malformed.
fn characters<F: Form>(text: &[u8]) -> Option<u64> {
    let (mut at, mut characters) = (0, 0);
    while at < text.len() {
        while text[at..].first_chunk().is_some_and(is_pairs::<F>) {
            (at, characters) = (at + RUN, characters + RUN as u64 / 2);
        }
        // What is something else is among these.
        let to = text.len().min(at + RUN);
        while at < to {
            if text[at].is_ascii() {
                // Behind it there may be pairs again.
                at += text[at..].iter().take_while(|byte| byte.is_ascii()).count();
                break;
            }
            match F::item(&text[at..]) {
                Some((len, _)) => at += len,
                None if text.len() - at < 2 => return Some(characters),
                None => return None,
            }
            characters += 1;
        }
    }
    Some(characters)
}

/// So many bytes are looked at together.
const RUN: usize = 16;

/// Whether all bytes are first and second ones in turn. The compiler makes a vector of that.
#[inline(always)]
fn is_pairs<F: Form>(run: &[u8; RUN]) -> bool {
    // For each place the ranges of the byte there: where they begin, and how far they reach.
    const fn each(pairs: [[(u8, u8); 2]; 2], range: usize) -> ([u8; RUN], [u8; RUN]) {
        let (mut from, mut reach, mut at) = ([0; RUN], [0; RUN], 0);
        while at < RUN {
            let (first, last) = pairs[at % 2][range];
            (from[at], reach[at], at) = (first, last - first, at + 1);
        }
        (from, reach)
    }
    let [one, other] = const { [each(F::PAIRS, 0), each(F::PAIRS, 1)] };
    let mut all = true;
    for (at, byte) in run.iter().enumerate() {
        let is_in =
            |(from, reach): &([u8; RUN], [u8; RUN])| byte.wrapping_sub(from[at]) <= reach[at];
        all &= is_in(&one) | is_in(&other);
    }
    all
}

/// What a form makes of a text; none as soon as its score is less than that.
fn read_as<F: Form>(text: &[u8], least: f32) -> Option<Reading> {
    let grid = Model::get().grid(F::GRID);
    let (mut score, mut malformed, mut four) = (0.0, 0, false);
    let (mut characters, mut cells, mut alone) = (0, 0, 0);
    let (mut before, mut run): (Option<Item>, u32) = (None, 0);
    let mut ascii = b'\n';
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte.is_ascii() {
            if before.is_some() {
                score += if byte.is_ascii_alphabetic() { ASCII_BEHIND } else { 0.0 };
                score += if run == 1 { ALONE } else { 0.0 };
                let is_sign = matches!(before, Some(Item::Cell(0..SIGNS, _)));
                alone += u64::from(run == 1 && is_sign);
            }
            run = 0;
            (before, ascii) = (None, byte);
            at += 1;
            continue;
        }
        let Some((len, item)) = F::item(&text[at..]) else {
            // What the end cuts off is no mistake.
            if text.len() - at < 2 {
                break;
            }
            malformed += 1;
            score += MALFORMED;
            if malformed > MOST_MALFORMED {
                return None;
            }
            (before, ascii) = (None, b'\n');
            at += 1;
            continue;
        };
        score += match before {
            Some(_) => BEHIND[2],
            None if ascii.is_ascii_alphanumeric() => BEHIND[0],
            None => BEHIND[1],
        };
        score += match item {
            Item::Cell(row, column) => {
                let behind = matches!(before, Some(Item::Cell(KATAKANA_ROW, _)));
                let is_katakana = row == KATAKANA_ROW || (row, column) == LONG_VOWEL;
                let again = F::GRID == "jis" && behind && is_katakana;
                grid.weight(row, column) + if again { IN_KATAKANA } else { 0.0 }
            }
            Item::Extended => EXTENDED,
            Item::Katakana => KATAKANA[usize::from(before == Some(Item::Katakana))],
            Item::Syllable(parts) => syllable(parts),
        };
        four |= len == 4 && F::NAME == "gbk";
        (characters, run) = (characters + 1, run + 1);
        cells += u64::from(matches!(item, Item::Cell(..)));
        (before, ascii) = (Some(item), b'\n');
        at += len;
        // It never rises.
        if score < least {
            return None;
        }
    }
    if characters == 0 {
        return None;
    }
    if alone == characters {
        score += SIGNS_ALONE;
    }
    let name = if four { "gb18030" } else { F::NAME };
    Some(Reading { name, score, characters, of_all: characters, cells, malformed })
}

/// Two bytes as the numbers of a row and a column; none if one of them has none.
#[inline(always)]
fn numbers(text: &[u8], rows: &Numbers, columns: &Numbers) -> Option<(usize, usize)> {
    let &[lead, trail, ..] = text else { return None };
    let (row, column) = (rows[usize::from(lead)], columns[usize::from(trail)]);
    (row.max(column) != NONE).then_some((usize::from(row), usize::from(column)))
}

/// The number of each byte. A table asks for no branch, which nothing could foretell.
type Numbers = [u8; 256];

/// The number of a byte that has none.
const NONE: u8 = 0xFF;

/// The bytes of ranges have numbers from 0 on.
const fn numbered(ranges: &[(u8, u8)]) -> Numbers {
    let (mut numbers, mut number, mut range) = ([NONE; 256], 0, 0);
    while range < ranges.len() {
        let (mut byte, last) = (ranges[range].0 as usize, ranges[range].1 as usize);
        while byte <= last {
            numbers[byte] = number;
            (number, byte) = (number + 1, byte + 1);
        }
        range += 1;
    }
    numbers
}

const EUC: [[(u8, u8); 2]; 2] = [[(0xA1, 0xFE); 2]; 2];

/// Two bytes from A1 on: rows and columns.
#[inline(always)]
fn euc(text: &[u8]) -> Option<(usize, Item)> {
    static BYTES: Numbers = numbered(&[(0xA1, 0xFE)]);
    let (row, column) = numbers(text, &BYTES, &BYTES)?;
    Some((2, Item::Cell(row, column)))
}

struct ShiftJis;

impl Form for ShiftJis {
    const NAME: &'static str = "shift_jis";
    const GRID: &'static str = "jis";
    const PAIRS: [[(u8, u8); 2]; 2] = [[(0x81, 0x9F), (0xE0, 0xFC)], [(0x40, 0x7E), (0x80, 0xFC)]];

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        static LEADS: Numbers = numbered(&[(0x81, 0x9F), (0xE0, 0xFC)]);
        static TRAILS: Numbers = numbered(&[(0x40, 0x7E), (0x80, 0xFC)]);
        if let 0xA1..=0xDF = text[0] {
            return Some((1, Item::Katakana));
        }
        let (lead, trail) = numbers(text, &LEADS, &TRAILS)?;
        let row = 2 * lead + trail / 94;
        let item = if row < 94 { Item::Cell(row, trail % 94) } else { Item::Extended };
        Some((2, item))
    }
}

struct EucJp;

impl Form for EucJp {
    const NAME: &'static str = "euc-jp";
    const GRID: &'static str = "jis";
    const PAIRS: [[(u8, u8); 2]; 2] = EUC;

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        match *text {
            [0x8E, 0xA1..=0xDF, ..] => Some((2, Item::Katakana)),
            [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => Some((3, Item::Extended)),
            _ => euc(text),
        }
    }
}

struct Gbk;

impl Form for Gbk {
    const NAME: &'static str = "gbk";
    const GRID: &'static str = "gb";
    const PAIRS: [[(u8, u8); 2]; 2] = [[(0x81, 0xFE); 2], [(0x40, 0x7E), (0x80, 0xFE)]];

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        static LEADS: Numbers = numbered(&[(0x81, 0xFE)]);
        static TRAILS: Numbers = numbered(&[(0x40, 0x7E), (0x80, 0xFE)]);
        match *text {
            // The euro sign of code page 936.
            [0x80, ..] => Some((1, Item::Extended)),
            [0xA1..=0xF7, 0xA1..=0xFE, ..] => euc(text),
            [0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, ..] => Some((4, Item::Extended)),
            _ => numbers(text, &LEADS, &TRAILS).map(|_| (2, Item::Extended)),
        }
    }
}

struct Big5;

impl Form for Big5 {
    const NAME: &'static str = "big5";
    const GRID: &'static str = "big5";
    const PAIRS: [[(u8, u8); 2]; 2] = [[(0x81, 0xFE); 2], [(0x40, 0x7E), (0xA1, 0xFE)]];

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        static LEADS: Numbers = numbered(&[(0xA1, 0xF9), (0x81, 0xA0), (0xFA, 0xFE)]);
        static TRAILS: Numbers = numbered(&[(0x40, 0x7E), (0xA1, 0xFE)]);
        let (row, column) = numbers(text, &LEADS, &TRAILS)?;
        // The grid ends with F9.
        Some((2, if row <= 0xF9 - 0xA1 { Item::Cell(row, column) } else { Item::Extended }))
    }
}

struct EucKr;

impl Form for EucKr {
    const NAME: &'static str = "euc-kr";
    const GRID: &'static str = "ks";
    const PAIRS: [[(u8, u8); 2]; 2] = EUC;

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        static LEADS: Numbers = numbered(&[(0x81, 0xC6)]);
        static TRAILS: Numbers = numbered(&[(0x41, 0x5A), (0x61, 0x7A), (0x81, 0xFE)]);
        let extended = || numbers(text, &LEADS, &TRAILS).map(|_| (2, Item::Extended));
        euc(text).or_else(extended)
    }
}

struct EucTw;

impl Form for EucTw {
    const NAME: &'static str = "euc-tw";
    const GRID: &'static str = "cns";
    const PAIRS: [[(u8, u8); 2]; 2] = EUC;

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        match *text {
            [0x8E, 0xA1..=0xA7, 0xA1..=0xFE, 0xA1..=0xFE, ..] => Some((4, Item::Extended)),
            _ => euc(text),
        }
    }
}

/// A syllable is three numbers of five bits behind a bit that is set (KS X 1001, annex 3).
struct Johab;

impl Form for Johab {
    const NAME: &'static str = "johab";
    const GRID: &'static str = "ks";
    // Signs alone: not any first byte of a syllable stands before any second one.
    const PAIRS: [[(u8, u8); 2]; 2] = [[(0xE0, 0xF9); 2], [(0x31, 0x7E), (0x91, 0xFE)]];

    #[inline(always)]
    fn item(text: &[u8]) -> Option<(usize, Item)> {
        let &[lead, trail, ..] = text else { return None };
        if let (0xD8..=0xDE | 0xE0..=0xF9, 0x31..=0x7E | 0x91..=0xFE) = (lead, trail) {
            return Some((2, Item::Extended));
        }
        if !matches!(lead, 0x84..=0xD3) {
            return None;
        }
        let code = u16::from_be_bytes([lead, trail]);
        let [first, vowel, last] = [code >> 10 & 31, code >> 5 & 31, code & 31];
        let vowels = matches!(vowel, 2..=7 | 10..=15 | 18..=23 | 26..=29);
        let lasts = matches!(last, 1..=17 | 19..=29);
        (matches!(first, 1..=20) && vowels && lasts)
            .then_some((2, Item::Syllable([first as u8, vowel as u8, last as u8])))
    }
}

/// How likely a syllable is: most have no last consonant, and simple vowels.
fn syllable([first, vowel, last]: [u8; 3]) -> f32 {
    let first = match first {
        2 | 4 | 5 | 7..=9 | 11 | 13 | 14 | 20 => -2.3,
        _ => -4.2,
    };
    let vowel = match vowel {
        3 | 7 | 10 | 13 | 20 | 27 | 29 => -2.0,
        _ => -3.6,
    };
    let last = match last {
        1 => -0.7,
        2 | 5 | 9 | 17 | 19 | 22 | 23 => -2.7,
        _ => -6.0,
    };
    first + vowel + last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, with all forms read to the end: whether one is far ahead of all others.
    fn clear_by_all(text: &[u8]) -> Option<Reading> {
        let start = &text[..ENOUGH];
        let mut readings: Vec<Reading> =
            FORMS.iter().filter_map(|form| form.whole(start)).collect();
        readings.sort_by(|a, b| b.score.total_cmp(&a.score));
        let (best, others) = readings.split_first_mut()?;
        let form = FORMS.iter().find(|form| form.name == best.name)?;
        let is_ahead = others.iter().all(|other| other.score < best.score - MARGIN);
        if !is_ahead || !best.is_clear() {
            return None;
        }
        best.of_all = (form.characters)(text)?;
        Some(best.clone())
    }

    #[test]
    fn what_is_clear_is_so_against_all_others() {
        const TEXTS: [(&str, &str); 6] = [
            ("shift_jis", "いろはにほへと散りぬるを。我が世たれぞ常ならむ。\n"),
            ("euc-jp", "いろはにほへと散りぬるを。我が世たれぞ常ならむ。\n"),
            ("gbk", "我们的文字没有空格，所以很难断句。abc 这是一个例子。\n"),
            ("big5", "我們的文字沒有空格，所以很難斷句。這是一個例子。\n"),
            ("euc-kr", "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.\n"),
            ("koi8-r", "Съешь же ещё этих мягких французских булок, да выпей чаю.\n"),
        ];
        let mut clear_ones = 0;
        for (label, text) in TEXTS {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            for (of_unit, damaged) in
                [1, 3, 5, 9, 99].into_iter().flat_map(|n| [(n, false), (n, true)])
            {
                let unit: String = text.chars().take(of_unit).collect();
                let mut bytes = encoding.encode(&unit).0.repeat(5000);
                bytes.truncate(5000);
                if damaged {
                    // In what is glanced at, behind it, and in what is only counted.
                    [9, 300, 301, 800, 3000].into_iter().for_each(|at| bytes[at] ^= 0x91);
                }
                let found =
                    [clear(&bytes), clear_by_all(&bytes)].map(|reading| format!("{reading:?}"));
                clear_ones += usize::from(found[0] != "None");
                assert_eq!(found[0], found[1], "{label} {unit} {damaged}");
            }
        }
        assert!(clear_ones > 9, "{clear_ones}");
    }

    #[test]
    fn signs_that_all_stand_alone_are_fewer() {
        let grid = Model::get().grid("gb");
        let score = |text: &[u8]| read_as::<Gbk>(text, f32::NEG_INFINITY).unwrap().score;
        // Rows 1 and 16, of which the first has signs.
        let sign = |at: usize| BEHIND[1] + grid.weight(0, at) + ALONE;
        let ideograph = BEHIND[1] + grid.weight(15, 0) + ALONE;
        let is = |text: &[u8], expected: f32| {
            assert!((score(text) - expected).abs() < 1e-3, "{text:X?}");
        };
        is(b"1 \xA1\xB0 2", sign(15) + SIGNS_ALONE);
        is(b"1 \xA1\xB0 2 \xA1\xC0 3", sign(15) + sign(31) + SIGNS_ALONE);
        is(b"1 \xB0\xA1 2", ideograph);
        is(b"1 \xA1\xB0 2 \xB0\xA1 3", sign(15) + ideograph);
        let two = BEHIND[1] + BEHIND[2] + grid.weight(0, 15) + grid.weight(15, 0);
        is(b"1 \xA1\xB0\xB0\xA1 2", two);
    }
}
