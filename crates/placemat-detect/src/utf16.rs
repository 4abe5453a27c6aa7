//! UTF-16 without a signature, by what its code points are.
//!
//! The zeros of ASCII tell most of it, and the library looks for those. Text without spaces has none:
//! Thai, Chinese, a word of Russian. And where the first byte is lost, or the text was cut at an odd
//! place, zeros stand where they do in the other byte order. Here each of four readings has a
//! likelihood: that of its code points, by script, with no model of a language. It is weighed against
//! bytes as they come by chance, and against text of one byte a code point.

use crate::judge::Candidate;
use crate::legacy::ascii_cost;
use crate::words::count;

/// What the start of a text reads as.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// `utf-16le` or `utf-16be`.
    pub(crate) name: &'static str,
    /// How many bytes before it are no part of it: none or one.
    pub(crate) skipped: usize,
    /// The logarithm of its likelihood.
    pub(crate) score: f32,
    /// Code points of the start.
    pub(crate) code_points: u64,
    /// Those that text hardly has.
    odd: u64,
    /// The script of most of its letters, and how many are of it.
    script: &'static str,
    of_script: u64,
}

/// The readings of the `start`, the likeliest first; of those that are the same text, the likelier.
///
/// Where all letters are in one row of Unicode, UTF-16 without its first byte is the same text in the
/// other byte order.
pub(crate) fn read(start: &[u8]) -> Vec<Reading> {
    let readings = ORDERS.map(|(name, unit)| [0, 1].map(|from| of(name, from, start, unit)));
    let mut readings = readings.concat();
    readings.sort_by(|a, b| b.score.total_cmp(&a.score));
    let first = readings[0];
    let mut place = 0;
    readings.retain(|reading| {
        place += 1;
        place == 1 || !first.is_same(reading, start)
    });
    readings.retain(|reading| reading.code_points > 0);
    readings
}

type Order = (&'static str, fn([u8; 2]) -> u16);

const ORDERS: [Order; 2] = [("utf-16le", u16::from_le_bytes), ("utf-16be", u16::from_be_bytes)];

impl Reading {
    /// Whether it is the same text, but for a code point at the start.
    fn is_same(&self, other: &Self, start: &[u8]) -> bool {
        [(0, 0), (0, 1), (1, 0)].into_iter().any(|(own, of_other)| {
            let other = other.units(start).skip(of_other);
            self.units(start).skip(own).zip(other).all(|(a, b)| a == b)
        })
    }

    fn units(&self, start: &[u8]) -> impl Iterator<Item = u16> {
        units(start, self.skipped, ORDERS[usize::from(self.name == ORDERS[1].0)].1)
    }

    pub(crate) fn reason(&self) -> String {
        let code_points = count(self.code_points, "code point", "code points");
        let script = if self.script.is_empty() { "text" } else { self.script };
        let from =
            if self.skipped > 0 { ", from the second byte on: the first is lost" } else { "" };
        format!("it begins with {code_points} of {script}{from}")
    }

    /// This, where it is likelier than anything else by so much.
    fn candidate(&self, margin: f32) -> Option<Candidate> {
        let certainty = (1.0 - f64::from(-margin).exp()).min(0.97);
        let Self { name, skipped, .. } = *self;
        let candidate = Candidate::new(name, certainty, self.reason());
        (margin > LEAST).then_some(Candidate { skipped, ..candidate })
    }
}

/// How rare it is without zeros.
pub(crate) const PRIOR: f32 = -8.0;

/// By how much it must be likelier than what was found without it.
const LEAST: f32 = 2.0;

/// So much of a text is read, whatever it looks like: shorter text tells too little, and longer UTF-16
/// without zeros has controls.
const SHORT: std::ops::RangeInclusive<usize> = 8..=64;

/// Whether text that is not ASCII can be UTF-16 without zeros.
pub(crate) fn may_be(start: &[u8]) -> bool {
    // Whole chunks, without a way out: the compiler makes vectors of that.
    let has_control = |chunk: &[u8]| chunk.iter().fold(false, |any, byte| any | is_control(*byte));
    let of_kana = |chunk: &[u8]| chunk.iter().map(|byte| u8::from(*byte == 0x30)).sum::<u8>();
    SHORT.contains(&start.len())
        || start.chunks(128).any(has_control)
        || 5 * start.chunks(128).map(|chunk| usize::from(of_kana(chunk))).sum::<usize>()
            > start.len()
}

/// What no text has of ASCII.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// A reading of the start of what looks like UTF-16 in this byte order, if that is another one.
pub(crate) fn instead_of(name: &str, start: &[u8]) -> Option<Candidate> {
    let readings = read(start);
    let (first, others) = readings.split_first()?;
    let other = others.iter().find(|other| other.skipped == 0 && other.name == name)?;
    first.candidate(first.score - other.score)
}

/// That of what looks binary, because it has zeros where UTF-16 has none, or from another byte on;
/// only the latter, if the whole `is_wide`. Binary formats have patterns, too: most of it must be letters of one
/// script, and not much may be odd.
pub(crate) fn among_zeros(start: &[u8], is_wide: bool) -> Option<Candidate> {
    let readings = read(start);
    let first = readings.first()?;
    let Reading { code_points, odd, of_script, skipped, .. } = *first;
    let is_text = code_points >= 6 && 2 * of_script >= code_points && 50 * odd <= code_points;
    // Or names with a NUL behind each.
    let of_bytes = |byte: &u8| if *byte == 0 { NUL } else { -ascii_cost(*byte) };
    let mut other = chance(start);
    if start.is_ascii() {
        other = other.max(start.iter().map(of_bytes).sum());
    }
    (is_text && (skipped > 0 || !is_wide)).then(|| first.candidate(ahead(&readings, other)))?
}

/// The logarithm of how likely NUL is in ASCII that has it.
const NUL: f32 = -3.0;

/// That of ASCII with controls, or with tabs and ends of lines where South Asian letters have them.
pub(crate) fn among_controls(start: &[u8]) -> Option<Candidate> {
    let count = |of: fn(u8) -> bool| start.iter().filter(|byte| of(**byte)).count();
    if count(is_control) == 0 && 4 * count(|byte| byte < b' ') < start.len() {
        return None;
    }
    let readings = read(start);
    let ascii: f32 = start.iter().map(|byte| -ascii_cost(*byte)).sum();
    readings.first()?.candidate(ahead(&readings, ascii.max(chance(start))))
}

/// How much likelier the first reading is than the next, and than what is no UTF-16.
fn ahead(readings: &[Reading], other: f32) -> f32 {
    let next = readings.get(1).map_or(f32::NEG_INFINITY, |next| next.score);
    readings[0].score - next.max(other - PRIOR)
}

/// The logarithm of the likelihood of bytes that come by chance.
fn chance(start: &[u8]) -> f32 {
    -(start.len() as f32) * 256.0_f32.ln()
}

/// The units from a byte on.
fn units(start: &[u8], from: usize, unit: fn([u8; 2]) -> u16) -> impl Iterator<Item = u16> {
    let behind = start.get(from..).unwrap_or_default();
    behind.as_chunks::<2>().0.iter().map(move |&two| unit(two))
}

/// The reading of all units from a byte on.
fn of(name: &'static str, skipped: usize, start: &[u8], unit: fn([u8; 2]) -> u16) -> Reading {
    let is_cut = start.len().saturating_sub(skipped) % 2 == 1;
    let mut score = LOST * f32::from(skipped as u8) + CUT * f32::from(u8::from(is_cut));
    let mut before = Behind::default();
    let (mut code_points, mut odd) = (0, 0);
    let mut scripts: Vec<(&'static str, u64)> = Vec::new();
    for c in char::decode_utf16(units(start, skipped, unit)) {
        code_points += 1;
        let Ok(c) = c else {
            score -= MALFORMED;
            odd += 1;
            continue;
        };
        let known = cost(c);
        score -= known.cost + before.next(&known);
        odd += u64::from(known.cost >= ODD);
        if !known.script.is_empty() {
            match scripts.iter_mut().find(|(script, _)| *script == known.script) {
                Some((_, count)) => *count += 1,
                None => {
                    score -= NEW_SCRIPT;
                    scripts.push((known.script, 1));
                }
            }
        }
    }
    let (script, of_script) =
        scripts.into_iter().max_by_key(|(_, count)| *count).unwrap_or_default();
    Reading { name, skipped, score, code_points, odd, script, of_script }
}

/// How rare it is that the first byte is lost, and the last one.
const LOST: f32 = -7.0;
const CUT: f32 = -6.0;

/// What costs as much is odd.
const ODD: f32 = 15.0;

/// Half of a pair of surrogates alone.
const MALFORMED: f32 = 22.0;

/// To say which script letters are in.
const NEW_SCRIPT: f32 = 4.0;

/// A letter behind one of another script, and a capital one behind a small one.
const OTHER_SCRIPT: f32 = 4.0;
const CAPITAL: f32 = 3.0;

/// What a code point is.
struct Known {
    /// The negative logarithm of its frequency in text of its script.
    cost: f32,
    /// Empty: no letter.
    script: &'static str,
    case: Case,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Case {
    #[default]
    None,
    Small,
    Capital,
}

/// What a code point stands behind.
#[derive(Default)]
struct Behind {
    script: &'static str,
    case: Case,
}

impl Behind {
    /// What the next one costs for standing here.
    fn next(&mut self, known: &Known) -> f32 {
        let other = !self.script.is_empty() && !known.script.is_empty();
        let other = other && self.script != known.script;
        let capital = self.case == Case::Small && known.case == Case::Capital;
        *self = Self { script: known.script, case: known.case };
        f32::from(u8::from(other)) * OTHER_SCRIPT + f32::from(u8::from(capital)) * CAPITAL
    }
}

/// What is known of a code point: in round figures, what is frequent in most languages of a script.
#[rustfmt::skip]
fn cost(c: char) -> Known {
    use Case::{Capital, None, Small};
    let known = |cost, script, case| Known { cost, script, case };
    match u32::from(c) {
        0x20 => known(1.9, "", None),
        0x09 | 0x0A | 0x0D => known(3.8, "", None),
        0x2C | 0x2E => known(3.8, "", None),
        0x30..=0x39 => known(4.6, "", None),
        0x41..=0x5A => known(4.6, "Latin", Capital),
        0x61..=0x7A => known(3.0, "Latin", Small),
        0x21..=0x7E => known(5.5, "", None),
        0xA0..=0xBF | 0xD7 | 0xF7 => known(7.5, "", None),
        0xC0..=0xDE | 0x100..=0x17F if c.is_uppercase() => known(7.5, "Latin", Capital),
        0xDF..=0x17F | 0x1A0..=0x1B0 | 0x218..=0x21B => known(6.0, "Latin", Small),
        0x1EA0..=0x1EF9 => known(5.5, "Latin", Small),
        0x300..=0x323 => known(6.0, "", None),
        0x386..=0x38F | 0x391..=0x3A1 | 0x3A3..=0x3AB => known(5.0, "Greek", Capital),
        0x390 | 0x3AC..=0x3CE => known(3.3, "Greek", Small),
        0x1F00..=0x1FFC => known(6.0, "Greek", Small),
        0x410..=0x42F => known(5.2, "Cyrillic", Capital),
        0x430..=0x44F => known(3.2, "Cyrillic", Small),
        0x401..=0x40F | 0x490 => known(7.5, "Cyrillic", Capital),
        0x451..=0x45F | 0x491 => known(5.0, "Cyrillic", Small),
        0x460..=0x4FF => known(7.5, "Cyrillic", None),
        0x531..=0x556 => known(5.2, "Armenian", Capital),
        0x561..=0x587 => known(3.4, "Armenian", Small),
        0x5D0..=0x5EA => known(3.1, "Hebrew", None),
        0x5B0..=0x5C7 => known(5.5, "Hebrew", None),
        0x60C | 0x61B | 0x61F | 0x660..=0x669 | 0x6D4 | 0x6F0..=0x6F9 => known(5.0, "", None),
        0x621..=0x63A | 0x641..=0x64A => known(3.3, "Arabic", None),
        0x640 | 0x64B..=0x652 | 0x671..=0x6D3 => known(5.5, "Arabic", None),
        0x901..=0x96F => known(3.7, "Devanagari", None),
        0x981..=0x9FB => known(3.9, "Bengali", None),
        0xA01..=0xA75 => known(3.9, "Gurmukhi", None),
        0xA81..=0xAF1 => known(3.9, "Gujarati", None),
        0xB82..=0xBFA => known(3.9, "Tamil", None),
        0xC01..=0xC6F => known(3.9, "Telugu", None),
        0xC82..=0xCEF => known(3.9, "Kannada", None),
        0xD02..=0xD7F => known(3.9, "Malayalam", None),
        0xD82..=0xDF4 => known(3.9, "Sinhala", None),
        0xE01..=0xE3A | 0xE3F..=0xE5B => known(3.6, "Thai", None),
        0xE81..=0xEDD => known(3.8, "Lao", None),
        0xF00..=0xFBC => known(4.0, "Tibetan", None),
        0x1000..=0x109F => known(4.0, "Myanmar", None),
        0x10D0..=0x10F0 => known(3.2, "Georgian", None),
        0x1200..=0x135A | 0x1361..=0x1368 => known(5.0, "Ethiopic", None),
        0x1780..=0x17E9 => known(4.0, "Khmer", None),
        0x200C | 0x200D => known(5.5, "", None),
        0x2013 | 0x2014 | 0x2018..=0x201E | 0x2026 => known(5.5, "", None),
        0x2010..=0x2044 | 0x20AC | 0x2116 | 0x2122 | 0x2190..=0x2193 => known(8.0, "", None),
        0x3000..=0x3002 | 0x3008..=0x3011 | 0x30FB | 0x30FC => known(4.0, "", None),
        0x3041..=0x3096 => known(4.0, "East Asian", None),
        0x30A1..=0x30FA => known(4.8, "East Asian", None),
        0x4E00..=0x9FA5 => known(6.0 + ideograph((u32::from(c) >> 8) as u8), "East Asian", None),
        0xAC00..=0xD7A3 => known(7.5, "Hangul", None),
        0xFF01 | 0xFF08 | 0xFF09 | 0xFF0C | 0xFF1A | 0xFF1B | 0xFF1F => known(5.0, "", None),
        0xFF01..=0xFF5E => known(7.0, "", None),
        // Kana of half the width, as banks have them.
        0xFF61..=0xFF9F => known(7.0, "East Asian", None),
        0x1F300..=0x1FAFF => known(9.0, "", None),
        0..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFF0..=0xFFFF | 0xF0000.. => known(20.0, "", None),
        _ => known(15.0, "", None),
    }
}

/// Which rows of ideographs are frequent: the negative logarithm, in tenths, of how often each first
/// byte from 4E on is there, in the texts that the model learns from.
fn ideograph(row: u8) -> f32 {
    let tenths = IDEOGRAPHS.get(usize::from(row.wrapping_sub(0x4E))).copied();
    f32::from(tenths.unwrap_or(80)) / 10.0
}

const IDEOGRAPHS: [u8; 82] = [
    21, 35, 52, 34, 36, 32, 37, 56, 45, 40, 52, 35, 66, 35, 42, 52, 38, 36, 44, 52, 35, 45, 62, 35,
    39, 34, 50, 60, 67, 44, 40, 49, 53, 64, 53, 54, 50, 50, 56, 41, 32, 48, 58, 47, 48, 49, 57, 55,
    44, 51, 41, 48, 50, 60, 56, 72, 65, 75, 47, 44, 56, 41, 52, 44, 57, 39, 40, 48, 79, 80, 66, 47,
    45, 50, 48, 60, 55, 75, 80, 80, 66, 68,
];
