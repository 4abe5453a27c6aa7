//! How unlikely a code point is behind another one, in bits: the negative logarithm of its share
//! in text that is as it should be.
//!
//! The numbers are set by hand, from what is frequent in many languages at once, and checked on
//! texts for tuning; only differences count. A sequence of mojibake costs some thirty bits, the
//! letter that it was some eight.

/// What a code point is to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Space,
    Lower,
    Upper,
    /// A letter of a script without case.
    Letter,
    Digit,
    Open,
    Close,
    /// A quotation mark that opens in one language and closes in another.
    Quote,
    Dash,
    Sign,
    /// Controls, private use, what is not assigned.
    Odd,
    /// It belongs to the one before.
    Mark,
    /// Lines and blocks for drawing.
    Drawing,
    Picture,
}

use Kind::*;

const KINDS: usize = 14;

/// What a kind costs behind another one.
#[rustfmt::skip]
const BEHIND: [[u8; KINDS]; KINDS] = [
    // Space Lower Upper Letter Digit Open Close Quote Dash Sign Odd Mark Drawing Picture
    [  4,  2,  3,  2,  4,  5,  6,  5,  5,  5, 14, 10,  7,  8], // Space
    [  2,  0,  9,  8,  9,  8,  3,  4,  6,  6, 14,  5, 14,  9], // Lower
    [  4,  1,  2,  8,  7,  9,  5,  5,  7,  6, 14,  6, 14,  9], // Upper
    [  3,  8,  8,  0,  7,  5,  3,  4,  6,  6, 14,  1, 14,  8], // Letter
    [  2,  6,  7,  5,  1,  8,  3,  5,  3,  3, 14,  8, 14,  8], // Digit
    [  6,  2,  2,  2,  4,  5,  6,  5,  4,  4, 14, 10, 10,  7], // Open
    [  1,  5,  4,  4,  5,  4,  3,  4,  5,  5, 14,  8,  9,  7], // Close
    [  2,  3,  3,  2,  4,  5,  4,  5,  5,  5, 14,  9,  9,  7], // Quote
    [  3,  4,  4,  5,  3,  5,  5,  5,  4,  4, 14,  8,  8,  8], // Dash
    [  3,  4,  5,  5,  3,  5,  5,  5,  4,  4, 14,  8,  8,  8], // Sign
    [  3, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10], // Odd
    [  3,  2,  6,  1,  7,  6,  4,  5,  6,  6, 14,  2, 10,  3], // Mark
    [  2,  9,  9,  9,  9,  9,  9,  9,  9,  9, 14, 12,  1,  9], // Drawing
    [  2,  6,  6,  6,  6,  6,  4,  6,  6,  6, 14,  2,  9,  2], // Picture
];

/// A letter of another script than the letter before.
const OTHER_SCRIPT: i32 = 10;

/// A word in another script than the one before.
const OTHER_WORD: i32 = 4;

/// The same, for letters of Greek that were read and stand in Latin text as signs: "5 kΩ", "TGF-β1".
const SIGN_SCRIPT: i32 = 4;
const SIGN_WORD: i32 = 2;

/// Two letters of Latin side by side that are not ASCII.
const BOTH_ACCENTED: u8 = 3;

/// A letter of Latin that is not ASCII, behind a sign that is not, or a drawing.
const ACCENTED_BEHIND_SIGN: u8 = 5;

/// A small letter of phonetics and its like, behind a capital one.
const PHONETIC_BEHIND_CAPITAL: u8 = 6;

/// A small letter behind two capital ones.
const SMALL_BEHIND_CAPITALS: u8 = 6;

/// What is no letter, behind Â, Ã, Ā, Ă or Ć that stands alone.
const BEHIND_LONE_A: u8 = 4;

/// What is no letter of Latin, behind a ligature: in words, œ never stands at their end.
const BEHIND_LIGATURE: u8 = 5;

/// A sign or a letter of Latin that is not ASCII, behind a root or "≈".
const BEHIND_ROOT: u8 = 3;

/// A letter behind a quotation mark that closes.
const LETTER_BEHIND_CLOSED: u8 = 4;

/// By how much more something can cost behind one code point than behind another, at most.
pub(super) const MOST: i32 = OTHER_SCRIPT + 14 + 16;

/// What is known of a code point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trait {
    /// Its kind, and bits of what follows.
    class: u8,
    /// Scripts are told apart by number; 0: no letter.
    script: u8,
    /// That of the last letter before or at it.
    around: u8,
    bits: u8,
}

/// The bits of a class that are its kind.
const KIND: u8 = 0x0F;

/// A letter of Latin that is not ASCII.
const ACCENTED: u8 = 0x10;

/// A small letter of phonetics, and of a few orthographies.
const PHONETIC: u8 = 0x20;

/// A capital letter behind a space.
const BEGINS: u8 = 0x20;

/// œ; Â, Ã, Ā, Ă and Ć, with which few words begin; √ and ≈.
const SINGULAR: u8 = 0x40;

/// A capital letter behind another one; a quotation mark behind a letter or what closes; a sign of ASCII.
const BEHIND_LIKE: u8 = 0x80;

/// What a code point of one class costs behind one of another, whose last two bits play no part.
static COSTS: [[u8; 0x40]; 0x100] = {
    let mut costs = [[0; 0x40]; 0x100];
    let mut at = 0;
    while at < 0x4000 {
        costs[at >> 6][at & 0x3F] = between((at >> 6) as u8, (at & 0x3F) as u8);
        at += 1;
    }
    costs
};

const fn between(before: u8, c: u8) -> u8 {
    let (behind, kind) = ((before & KIND) as usize, (c & KIND) as usize);
    if behind >= KINDS || kind >= KINDS {
        return 0;
    }
    let (from_upper, to_lower) = (behind == Upper as usize, kind == Lower as usize);
    let is_letter = to_lower || kind == Upper as usize || kind == Letter as usize;
    let accented = c & ACCENTED != 0;
    let mut cost = BEHIND[behind][kind];
    let behind_accented = before & ACCENTED != 0 || !from_upper && before & PHONETIC != 0;
    if accented && behind_accented {
        cost += BOTH_ACCENTED;
    } else if accented
        && (behind == Sign as usize && before & BEHIND_LIKE == 0 || behind == Drawing as usize)
    {
        cost += ACCENTED_BEHIND_SIGN;
    }
    if from_upper && to_lower && c & PHONETIC != 0 {
        cost += PHONETIC_BEHIND_CAPITAL;
    }
    if from_upper && to_lower && before & BEHIND_LIKE != 0 {
        cost += SMALL_BEHIND_CAPITALS;
    }
    if before & SINGULAR != 0 {
        if behind == Sign as usize {
            cost += if kind == Sign as usize || accented { BEHIND_ROOT } else { 0 };
        } else if !from_upper {
            cost += if is_letter { 0 } else { BEHIND_LIGATURE };
        } else if before & BEGINS != 0 && !is_letter {
            cost += BEHIND_LONE_A;
        }
    }
    if behind == Quote as usize && before & BEHIND_LIKE != 0 && is_letter {
        cost += LETTER_BEHIND_CLOSED;
    }
    cost
}

/// What is added to the class of one kind behind another.
static ADDED: [[u8; 16]; 16] = {
    let mut added = [[0; 16]; 16];
    added[Upper as usize][Upper as usize] = BEHIND_LIKE;
    added[Upper as usize][Space as usize] = BEGINS;
    added[Upper as usize][Digit as usize] = BEGINS;
    added[Upper as usize][Open as usize] = BEGINS;
    added[Upper as usize][Dash as usize] = BEGINS;
    added[Upper as usize][Sign as usize] = BEGINS;
    added[Quote as usize][Lower as usize] = BEHIND_LIKE;
    added[Quote as usize][Upper as usize] = BEHIND_LIKE;
    added[Quote as usize][Letter as usize] = BEHIND_LIKE;
    added[Quote as usize][Close as usize] = BEHIND_LIKE;
    added
};

/// What it costs to go on from `before` along pieces of text: the first code point of each, and the last
/// where it has several.
pub(super) fn along(before: Trait, kinds: impl Iterator<Item = (Trait, Option<Trait>)>) -> i32 {
    let mut last = before;
    kinds
        .map(|(first, end)| {
            let cost = cost(last, first);
            last = first.end(end, last);
            cost
        })
        .sum()
}

/// What `c` costs behind `before`.
#[inline]
pub(super) fn cost(before: Trait, c: Trait) -> i32 {
    let cost = COSTS[usize::from(before.class)][usize::from(c.class & 0x3F)] + c.bits;
    let mut cost = i32::from(cost);
    if c.script != 0 && before.around != c.script && before.around != 0 {
        let is_word = before.script == 0;
        cost += match (before.around, c.script) {
            (GREEK, GREEK_SIGN) | (GREEK_SIGN, GREEK) => 0,
            (LATIN, GREEK_SIGN) | (GREEK_SIGN, LATIN) if is_word => SIGN_WORD,
            (LATIN, GREEK_SIGN) | (GREEK_SIGN, LATIN) => SIGN_SCRIPT,
            _ if is_word => OTHER_WORD,
            _ => OTHER_SCRIPT,
        };
    }
    cost
}

/// What code points cost behind each other, and the last of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) bits: i32,
    pub(super) last: Trait,
}

impl Way {
    /// Nothing, behind that.
    #[inline]
    pub(super) fn behind(last: Trait) -> Self {
        Self { bits: 0, last }
    }

    #[inline]
    pub(super) fn go_on(&mut self, known: Trait) {
        self.bits += cost(self.last, known);
        self.last = known.behind(self.last);
    }
}

impl Trait {
    /// Of some script.
    pub(super) fn is_letter(self) -> bool {
        self.script != 0
    }

    /// Of Latin, Greek or Cyrillic, as it stands in text.
    pub(super) fn is_of_page(self) -> bool {
        matches!(self.script, LATIN..=CYRILLIC)
    }

    /// The same, less frequent by so many bits.
    pub(super) fn dearer(self, bits: u8) -> Self {
        Self { bits: self.bits + bits, ..self }
    }

    pub(super) fn is_upper(self) -> bool {
        self.class & KIND == Upper as u8
    }

    pub(super) fn is_space(self) -> bool {
        self.class & KIND == Space as u8
    }

    /// Of no words: no letter, and no mark that stands beside one.
    pub(super) fn is_sign(self) -> bool {
        matches!(self.class & KIND, sign if sign == Sign as u8 || sign == Drawing as u8)
    }

    /// The same, of no script.
    pub(super) fn no_letter(self) -> Self {
        Self { script: 0, ..self }
    }

    /// The same, behind a word of another script.
    pub(super) fn among_others(self) -> Self {
        if self.is_letter() { self } else { Self { around: u8::MAX, ..self } }
    }

    /// What text ends with that begins with this, behind that; and with `last`, if it is longer.
    #[inline]
    pub(super) fn end(self, last: Option<Self>, before: Self) -> Self {
        let first = self.behind(before);
        match last {
            Some(last) if last.is_letter() => last,
            Some(last) => Self { around: first.around, ..last },
            None => first,
        }
    }

    /// The same, behind that.
    #[inline]
    pub(super) fn behind(self, before: Self) -> Self {
        let kinds = (usize::from(self.class & KIND), usize::from(before.class & KIND));
        let around = if self.script == 0 { before.around } else { self.around };
        Self { class: self.class | ADDED[kinds.0][kinds.1], around, ..self }
    }
}

/// What is known of `c`.
#[inline]
pub(super) fn of(c: char) -> Trait {
    let c = c as usize;
    match FREQUENT.get(c).or_else(|| SIGNS.get(c.wrapping_sub(FIRST_SIGN))) {
        Some(known) => *known,
        None => look_up(c as u32),
    }
}

/// The same, where it was read: letters of Greek may be signs.
#[inline]
pub(super) fn of_read(c: char) -> Trait {
    let known = of(c);
    match known.script {
        GREEK => Trait { script: GREEK_SIGN, around: GREEK_SIGN, ..known },
        _ => known,
    }
}

/// From here on, signs that pages have.
const FIRST_SIGN: usize = 0x2000;

static SIGNS: [Trait; 0x600] = {
    let mut known = [known(Odd, 0, 0); 0x600];
    let mut at = 0;
    while at < known.len() {
        known[at] = look_up((FIRST_SIGN + at) as u32);
        if matches!(FIRST_SIGN + at, 0x221A | 0x2248) {
            known[at].class |= SINGULAR;
        }
        at += 1;
    }
    known
};

/// Up to U+052F, and so all that is a letter in a page.
static FREQUENT: [Trait; 0x530] = {
    let mut known = [known(Odd, 0, 24); 0x530];
    let mut c = 0;
    while c < known.len() {
        known[c] = below_armenian(c as u32);
        // "ƒ" stands among accented letters where letters are chosen for their looks.
        if known[c].script == LATIN && c > 0x7F && c != 0x192 {
            known[c].class |= ACCENTED;
        }
        if c >= 0x180 && c <= 0x2AF && known[c].script == LATIN && !has(EVERYDAY, c as u32) {
            known[c].class |= PHONETIC;
        }
        if c <= 0x7E && known[c].class == Sign as u8 {
            known[c].class |= BEHIND_LIKE;
        }
        if matches!(c, 0xC2..=0xC4 | 0xCE | 0x100 | 0x102 | 0x106 | 0x139 | 0x153) {
            known[c].class |= SINGULAR;
        }
        c += 1;
    }
    known
};

const LATIN: u8 = 1;
const GREEK: u8 = 2;
const CYRILLIC: u8 = 3;
const EAST_ASIAN: u8 = 4;
const HANGUL: u8 = 5;
const GREEK_SIGN: u8 = 12;

const fn known(kind: Kind, script: u8, bits: u8) -> Trait {
    Trait { class: kind as u8, script, around: script, bits }
}

/// What nobody can have written.
const UNASSIGNED: Trait = known(Odd, 0, 60);

/// Letters that many words of some language have, in lower case.
const EVERYDAY: &str =
    "éèàçêâîôûëïüöäßñóíáúåæøąćęłńśźżčďěňřšťůžőűășțşţğıāēģīķļņūįųėđўёіїєґђјљњћџѓќ";

/// Those of fewer.
const RARER: &str = "œãõýùìòÿðþơưǎƙɓɗɛɔŋқғүөңұһѕċġħĝĉĥĵŝŭľŵŷəә";

/// Letters of phonetics that dictionaries of English, French and German have.
const SPOKEN: &str = "ʃʒʊɪɡʁɲɑʌɒɜɹ";

/// Whether a list has a code point below U+0800.
const fn has(list: &str, c: u32) -> bool {
    let list = list.as_bytes();
    let mut at = 0;
    while at < list.len() {
        if (list[at] as u32 & 0x1F) << 6 | list[at + 1] as u32 & 0x3F == c {
            return true;
        }
        at += 2;
    }
    false
}

const fn below_armenian(c: u32) -> Trait {
    match c {
        0x09..=0x0D | 0x20 => known(Space, 0, 2),
        0x00..=0x1F | 0x7F => known(Odd, 0, 6),
        0x30..=0x39 => known(Digit, 0, 4),
        0x41..=0x5A => known(Upper, LATIN, 5),
        0x61..=0x7A => known(Lower, LATIN, 4),
        0x28 | 0x5B | 0x7B => known(Open, 0, 4),
        0x21 | 0x22 | 0x27 | 0x29 | 0x2C | 0x2E | 0x3A | 0x3B | 0x3F | 0x5D | 0x7D => {
            known(Close, 0, 3)
        }
        0x2D => known(Dash, 0, 5),
        0x21..=0x7E => known(Sign, 0, 5),
        0x85 => known(Odd, 0, 4),
        0x80..=0x9F => known(Odd, 0, 10),
        0xA0 => known(Space, 0, 5),
        0xA1 | 0xBF => known(Open, 0, 7),
        0xAB => known(Open, 0, 4),
        0xBB => known(Quote, 0, 4),
        0xAD => known(Mark, 0, 6),
        0xAA | 0xBA => known(Sign, 0, 8),
        0xAE => known(Sign, 0, 6),
        0xA9 | 0xB7 => known(Sign, 0, 7),
        0xB0 => known(Sign, 0, 5),
        0xA3 | 0xA7 | 0xB1 | 0xB2 | 0xB3 | 0xB5 => known(Sign, 0, 8),
        0xBC..=0xBE => known(Sign, 0, 8),
        0xF7 => known(Sign, 0, 8),
        0xA2 | 0xA5 | 0xB4 | 0xB9 => known(Sign, 0, 10),
        0xA4 | 0xA6 | 0xA8 | 0xAC | 0xAF | 0xB6 | 0xB8 => known(Sign, 0, 13),
        0xC2 | 0xC3 => known(Upper, LATIN, 11),
        0xD0 | 0xD1 => known(Upper, LATIN, 10),
        0xD7 => known(Sign, 0, 6),
        0xC0..=0xDE => known(Upper, LATIN, if has(EVERYDAY, c + 0x20) { 8 } else { 10 }),
        0xDF => known(Lower, LATIN, 5),
        0xF9 => known(Lower, LATIN, 8),
        0xE0..=0xFF => known(Lower, LATIN, if has(EVERYDAY, c) { 5 } else { 7 }),
        0x100..=0x17F => {
            // In pairs; the upper case comes first, and from 139 to 148, and from 179 on, second.
            let odd_first = c >= 0x139 && c <= 0x148 || c >= 0x179;
            let upper = (c % 2 == 1) == odd_first && c != 0x138 && c != 0x17F || c == 0x178;
            let lower = if upper { c + 1 } else { c };
            let bits = if has(EVERYDAY, lower) || c == 0x130 {
                6
            } else if has(RARER, lower) {
                9
            } else {
                12
            };
            if upper { known(Upper, LATIN, bits + 2) } else { known(Lower, LATIN, bits) }
        }
        // Ə, whose small letter is among those of phonetics.
        0x18F => known(Upper, LATIN, 12),
        0x180..=0x24F => {
            // Of those with a frequent small letter, the capital one comes before it.
            let upper = has(EVERYDAY, c + 1) || has(RARER, c + 1);
            let lower = if upper { c + 1 } else { c };
            let bits = if has(EVERYDAY, lower) {
                6
            } else if has(RARER, lower) {
                8
            } else if c == 0x192 {
                13
            } else {
                20
            };
            known(if upper { Upper } else { Lower }, LATIN, bits)
        }
        // Of faces: "ʕ•ᴥ•ʔ", "( ͡° ͜ʖ ͡°)".
        0x294..=0x296 => known(Sign, 0, 9),
        0x35C | 0x361 => known(Mark, 0, 8),
        0x250..=0x2AF => {
            let bits = if has(RARER, c) {
                8
            } else if has(SPOKEN, c) {
                13
            } else {
                17
            };
            known(Lower, LATIN, bits)
        }
        0x2B0..=0x2FF => known(Sign, 0, if c == 0x2BC || c == 0x2BB { 8 } else { 12 }),
        // Those of everyday letters stand apart where text was taken apart, as names of files are.
        0x300..=0x304 | 0x306..=0x30C | 0x323 | 0x326..=0x328 => known(Mark, 0, 9),
        0x300..=0x36F => known(Mark, 0, if c < 0x329 { 12 } else { 14 }),
        // Numbers of kings are marked with it.
        0x384 => known(Sign, 0, 8),
        0x385 | 0x387 => known(Sign, 0, 12),
        0x378 | 0x379 | 0x380..=0x383 | 0x38B | 0x38D | 0x3A2 => UNASSIGNED,
        0x386 | 0x388..=0x38F => known(Upper, GREEK, 8),
        0x391..=0x3AB => known(Upper, GREEK, 7),
        0x390 | 0x3B0 => known(Lower, GREEK, 9),
        0x3AC..=0x3CE => known(Lower, GREEK, 5),
        0x370..=0x3FF => known(Lower, GREEK, 16),
        0x410..=0x42F => known(Upper, CYRILLIC, 7),
        0x430..=0x44F => known(Lower, CYRILLIC, 5),
        0x400..=0x40F => known(Upper, CYRILLIC, if has(EVERYDAY, c + 0x50) { 9 } else { 11 }),
        0x450..=0x45F => known(Lower, CYRILLIC, if has(EVERYDAY, c) { 6 } else { 11 }),
        0x490 => known(Upper, CYRILLIC, 9),
        0x483..=0x489 => known(Mark, 0, 14),
        0x460..=0x52F => {
            // In pairs; the upper case comes first, and at 4C0 and from 4C1 to 4CE second.
            let upper = (c % 2 == 1) == (c >= 0x4C1 && c <= 0x4CE) && c != 0x482 && c != 0x4CF
                || c == 0x4C0;
            let bits = if has(EVERYDAY, c) || has(RARER, c) || has(RARER, c + 1) { 8 } else { 14 };
            known(if upper { Upper } else { Lower }, CYRILLIC, bits)
        }
        _ => known(Odd, 0, 14),
    }
}

/// From Armenian on.
const fn look_up(c: u32) -> Trait {
    // Of blocks of letters without case, each a script of its own.
    let block = (c >> 7) as u8 | 0x80;
    match c {
        // First, as they are met most often.
        0xAC00..=0xD7A3 => known(Letter, HANGUL, 9),
        0x4E00..=0x9FFF => known(Letter, EAST_ASIAN, 13),
        0x3040..=0x30FF => known(Letter, EAST_ASIAN, 6),
        0x561..=0x586 => known(Lower, 6, 7),
        0x530 | 0x557 | 0x558 | 0x58B | 0x58C => UNASSIGNED,
        0x530..=0x58F => known(Lower, 6, 10),
        // Marks of Hebrew and Arabic stand beside letters of theirs.
        0x591..=0x5AF | 0x5C3..=0x5C7 => known(Mark, 7, 13),
        0x5B0..=0x5C2 => known(Mark, 7, 7),
        0x64B..=0x65F | 0x670 => known(Mark, 8, 7),
        0x6D6..=0x6ED => known(Mark, 8, 12),
        0x60C | 0x61B | 0x61F | 0x6D4 => known(Close, 0, 5),
        0x5D0..=0x5EA => known(Letter, 7, 5),
        0x621..=0x64A => known(Letter, 8, 5),
        // Of Persian and Urdu, and digits.
        0x67E
        | 0x679
        | 0x686
        | 0x688
        | 0x691
        | 0x698
        | 0x6A9
        | 0x6AF
        | 0x6BA
        | 0x6BE
        | 0x6C1
        | 0x6CC
        | 0x6D2
        | 0x660..=0x669
        | 0x6F0..=0x6F9 => known(Letter, 8, 6),
        0x590 | 0x5C8..=0x5CF | 0x5EB..=0x5EE | 0x5F5..=0x5FF => UNASSIGNED,
        0x590..=0x6FF => known(Letter, 8, 14),
        0x70E | 0x74B | 0x74C | 0x7B2..=0x7BF | 0x7FB | 0x7FC => UNASSIGNED,
        // Samaritan, Mandaic and signs beside Syriac and Arabic: nearly nobody writes them, and "à €" is a price.
        0x800..=0x89F => known(Letter, 11, 30),
        0x900..=0xDFF | 0xE80..=0xFFF | 0x1000..=0x109F | 0x1780..=0x17FF => {
            known(Letter, block, 6)
        }
        0xE00..=0xE7F => known(Letter, block, 5),
        0x10A0..=0x10FF => known(Letter, 9, 6),
        0x1200..=0x139F => known(Letter, 10, 8),
        0x1100..=0x11FF => known(Letter, HANGUL, 12),
        0x1E96..=0x1E9F => known(Lower, LATIN, 12),
        // Small and raised letters, which stand as signs: "aᵢ".
        0x1D00..=0x1DBF => known(Sign, 0, 11),
        // In pairs; the upper case comes first.
        0x1E00..=0x1EFF => {
            let bits = if c < 0x1EA0 { 12 } else { 7 };
            known(if c % 2 == 1 { Lower } else { Upper }, LATIN, bits)
        }
        0x1F00..=0x1FFF => known(Lower, GREEK, 9),
        0x2019 => known(Close, 0, 2),
        0x201C | 0x201D => known(Quote, 0, 3),
        0x2018 => known(Open, 0, 5),
        0x2026 => known(Close, 0, 4),
        0x201E | 0x2039 => known(Open, 0, 6),
        0x201A => known(Open, 0, 10),
        0x203A => known(Quote, 0, 6),
        0x2013 | 0x2014 => known(Dash, 0, 3),
        0x2010 | 0x2011 => known(Dash, 0, 5),
        0x2022 => known(Sign, 0, 6),
        0x2122 => known(Sign, 0, 6),
        0x20AC => known(Sign, 0, 6),
        0x200B..=0x200E | 0x200F | 0x2028 | 0x2060 => known(Mark, 0, 7),
        0xFE0F => known(Mark, 0, 4),
        0x2002 | 0x2003 | 0x2009 | 0x202F => known(Space, 0, 6),
        0x2000 | 0x2001 | 0x2004..=0x2008 | 0x200A => known(Space, 0, 12),
        0x2030 => known(Sign, 0, 8),
        0x2020 => known(Sign, 0, 9),
        0x2010..=0x2015 | 0x2032 | 0x2033 | 0x2212 => known(Sign, 0, 8),
        0x2000..=0x206F => known(Sign, 0, 11),
        0x2070..=0x20CF => known(Sign, 0, 9),
        0x2190..=0x2199 => known(Sign, 0, 6),
        0x2116 => known(Sign, 0, 7),
        0x2100..=0x23FF => known(Sign, 0, 9),
        0x2591..=0x2593 => known(Drawing, 0, 8),
        // Corners of two kinds of lines, and of two lines: "½" and its like end with them.
        0x255B..=0x255D => known(Drawing, 0, 8),
        0x2500..=0x259F => known(Drawing, 0, 5),
        // Arrows for mathematics, Braille, and operators that few have seen.
        0x27F0..=0x2AFF => known(Sign, 0, 14),
        0x25A0..=0x27BF => known(Sign, 0, 7),
        // Of arrows and shapes that few have seen.
        0x2B56..=0x2BFF => known(Sign, 0, 16),
        // What ideographs are made of.
        0x2E80..=0x2FDF => known(Sign, 0, 20),
        0x2400..=0x2BFF => known(Sign, 0, 8),
        0x3000..=0x3002 | 0x3008..=0x3011 | 0xFF01..=0xFF1F => known(Close, 0, 5),
        0x3000..=0x33FF => known(Letter, EAST_ASIAN, 11),
        0xFB00..=0xFB06 => known(Lower, LATIN, 9),
        0xFB1D..=0xFB4F => known(Letter, 7, 10),
        0xFB50..=0xFDFF | 0xFE70..=0xFEFE => known(Letter, 8, 11),
        0xFEFF => known(Space, 0, 4),
        0xFF61..=0xFF65 => known(Close, 0, 7),
        // Hanja that are others, but for their places in older sets.
        0xF900..=0xFAFF => known(Letter, EAST_ASIAN, 18),
        0xFF20..=0xFFEF => known(Letter, EAST_ASIAN, 9),
        0xFFFD => known(Sign, 0, 6),
        0x1F650..=0x1F67F | 0x1F700..=0x1F8FF => known(Picture, 0, 13),
        0x1F300..=0x1FAFF => known(Picture, 0, 8),
        0x20000..=0x3FFFF => known(Letter, EAST_ASIAN, 24),
        // In planes that nothing is in.
        0x40000..=0xDFFFF | 0xE01F0..=0xEFFFF => UNASSIGNED,
        0xE0000.. => known(Odd, 0, 20),
        // Letters for mathematics, which people write names in; and scripts that nobody has written for
        // a thousand years.
        0x1D400..=0x1D7FF => known(Sign, 0, 14),
        0x10000..=0x1FFFF => known(Sign, 0, 24),
        0x3400..=0x4DBF => known(Letter, EAST_ASIAN, 16),
        0x8A0..=0xABFF => known(Letter, 11, 12),
        _ => known(Odd, 0, 12),
    }
}

/// What `c` costs wherever it is.
pub(super) fn bits(c: char) -> i32 {
    i32::from(of(c).bits)
}

/// What stands before and behind a text.
pub(super) const EDGE: Trait = known(Space, 0, 0);

/// A letter of Greek that stands for a unit.
pub(super) const UNIT: Trait = known(Sign, 0, 6);

/// A byte that is no text.
pub(super) const MALFORMED: Trait = known(Odd, 0, 12);
