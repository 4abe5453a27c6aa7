//! EBCDIC: nearly all letters are above 7F, in three rows with gaps, and a space is 40.

use super::pairs::damped;
use super::{Pairs, Read, Told, ascii_cost};

/// 40 to FF in code page 037: Latin-1 in another order.
const PAGE_037: &str = concat!(
    " \u{A0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"",
    "Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×",
    "{ABCDEFGHI\u{AD}ôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ"
);

/// Pages, and in which bytes they differ from 037.
const PAGES: [(&str, &[(u8, char)]); 4] = [
    ("ibm037", &[]),
    (
        "ibm500",
        &[
            (0x4A, '['),
            (0x4F, '!'),
            (0x5A, ']'),
            (0x5F, '^'),
            (0xB0, '¢'),
            (0xBA, '¬'),
            (0xBB, '|'),
        ],
    ),
    ("ibm1047", &[(0x5F, '^'), (0xAD, '['), (0xB0, '¬'), (0xBA, 'Ý'), (0xBB, '¨'), (0xBD, ']')]),
    // German: letters where others have brackets.
    (
        "ibm273",
        &[
            (0x43, '{'),
            (0x4A, 'Ä'),
            (0x4F, '!'),
            (0x59, '~'),
            (0x5A, 'Ü'),
            (0x5F, '^'),
            (0x63, '['),
            (0x6A, 'ö'),
            (0x7C, '§'),
            (0xA1, 'ß'),
            (0xB0, '¢'),
            (0xB5, '@'),
            (0xBA, '¬'),
            (0xBB, '|'),
            (0xBC, '‾'),
            (0xC0, 'ä'),
            (0xCC, '¦'),
            (0xD0, 'ü'),
            (0xDC, '}'),
            (0xE0, 'Ö'),
            (0xEC, '\\'),
            (0xFC, ']'),
        ],
    ),
];

/// How rare it is.
const PRIOR: f32 = -7.0;

/// What is told of texts that are shorter could be chance.
const LEAST: u32 = 8;

/// The readings, if most bytes are letters of EBCDIC, or nearly all are what text has. Those that differ in nothing
/// that is there are one.
pub(super) fn read(pairs: &Pairs, told: &Told<'_>) -> Vec<Read> {
    let count = |of: fn(u8) -> bool| -> u32 {
        (0..=0xFF).filter(|&byte| of(byte)).map(|byte| pairs.count(byte)).sum()
    };
    let all = count(|_| true);
    // That most text has no such spaces is soon seen.
    let (spaces, of_ascii) = (pairs.count(0x40), pairs.count(b' '));
    if all < LEAST || of_ascii > spaces {
        return Vec::new();
    }
    // Where lines end with CR, they do with CR and LF or NL: CR alone is of the old Macintosh.
    if pairs.count(0x0D) > 2 * (pairs.count(0x15) + pairs.count(0x25)) {
        return Vec::new();
    }
    let letters = count(
        |byte| matches!(byte, 0x81..=0x89 | 0x91..=0x99 | 0xA2..=0xA9 | 0xC1..=0xC9 | 0xD1..=0xD9 | 0xE2..=0xE9),
    );
    // Programs have more signs, and tables have digits.
    let others = count(
        |byte| matches!(byte, 0x05 | 0x0D | 0x15 | 0x25 | 0x40 | 0x4B..=0x4E | 0x50 | 0x5B..=0x5E | 0x60 | 0x61 | 0x6B..=0x6F | 0x7A..=0x7F | 0xC0 | 0xD0 | 0xF0..=0xF9),
    );
    let accented = count(
        |byte| matches!(byte, 0x42..=0x49 | 0x51..=0x59 | 0x62..=0x69 | 0x70..=0x78 | 0x80 | 0x8C..=0x8E | 0x9C | 0x9E | 0xCB..=0xCF | 0xDB..=0xDF | 0xEB..=0xEF | 0xFB..=0xFE),
    );
    // Brackets and signs that stand elsewhere in each page.
    let moved = count(|byte| {
        matches!(
            byte,
            0x4A | 0x4F
                | 0x5A
                | 0x5F
                | 0x6A
                | 0xA1
                | 0xAD
                | 0xB0
                | 0xB5
                | 0xBA
                | 0xBB
                | 0xBD
                | 0xE0
        )
    });
    let (has_spaces, known) = (spaces * 30 >= all, letters + others);
    let is_text = match has_spaces {
        true if letters * 10 >= all * 6 => true,
        true if letters * 10 >= all * 3 && known * 20 >= all * 19 => true,
        // Records may have neither spaces nor many letters.
        _ => {
            let (all_known, signs) = (known + accented + moved, others * 50 >= all);
            signs && letters * 10 >= all && accented * 3 <= letters && all_known * 50 >= all * 49
        }
    };
    if !is_text {
        return Vec::new();
    }
    let ascii: f32 = pairs.ascii().map(|(byte, count)| count * ascii_cost(byte)).sum();
    let of_037: [char; 256] = std::array::from_fn(|byte| at(byte as u8));
    let mut reads: Vec<(Vec<char>, Read)> = Vec::new();
    for (name, differences) in PAGES {
        let differ: Vec<char> = differences
            .iter()
            .filter(|(byte, _)| pairs.count(*byte) > 0)
            .map(|&(_, c)| c)
            .collect();
        let mut page = of_037;
        differences.iter().for_each(|&(byte, c)| page[usize::from(byte)] = c);
        let of = |byte: u8| page[usize::from(byte)];
        let cost: f32 = (0..=0xFF).map(|byte| pairs.count(byte) as f32 * cost(of(byte))).sum();
        let score = (ascii - cost) * pairs.damping() - odd(pairs, of)
            + PRIOR
            + told.of(|label| is(name, label));
        if let Some((_, read)) =
            reads.iter_mut().find(|(other, _)| differ.is_empty() && other.is_empty())
        {
            read.same.push(name);
            continue;
        }
        reads.push((differ, Read::new(name, score, PRIOR, "reads as text in EBCDIC".to_owned())));
    }
    reads.into_iter().map(|(_, read)| read).collect()
}

/// What speaks against signs where they stand: a line that a letter is before, "!" before a letter, a bracket without
/// its other half, and within words signs that have the bytes of letters in another page. Letters there speak for it.
fn odd(pairs: &Pairs, of: impl Fn(u8) -> char) -> f32 {
    let byte = |c: char| (0x40..=0xFF).find(|&byte| of(byte) == c);
    let count = |c: char| byte(c).map_or(0, |byte| pairs.count(byte));
    let letter = |byte: u8| of(byte).is_alphanumeric();
    let beside = |c: char, is: &dyn Fn(u8, u8, u8) -> bool| -> f32 {
        let Some(sign) = byte(c) else { return 0.0 };
        pairs.high.iter().filter(|pair| is(pair.0, pair.1, sign)).map(|pair| pair.2).sum()
    };
    let line = beside('|', &|a, b, line| b == line && letter(a));
    let mark = beside('!', &|a, b, mark| a == mark && letter(b));
    let halves = |one: char, other: char| damped(count(one).abs_diff(count(other)));
    // Behind one that is such a letter, and before another one.
    let within = |c: char, is: &dyn Fn(char) -> bool| {
        let behind = beside(c, &|a, b, sign| b == sign && is(of(a)));
        behind.min(beside(c, &|a, b, sign| a == sign && is(of(b))))
    };
    let signs = ['{', '}', '~', '¦', '¢', '§'].into_iter();
    let signs: f32 = signs.map(|c| within(c, &char::is_alphanumeric)).sum();
    let letters =
        (0x40..=0xFF).filter(|&byte| pairs.count(byte) > 0).map(&of).filter(|c| !c.is_ascii());
    let letters: f32 = letters
        .map(|c| match (c.is_lowercase(), c.is_uppercase()) {
            (true, _) => within(c, &char::is_lowercase),
            (_, true) => within(c, &char::is_uppercase),
            _ => 0.0,
        })
        .sum();
    3.0 * (line + mark + halves('[', ']') + halves('{', '}') + 2.0 * signs - letters)
}

/// The code point of `byte` in page 037; controls are alike in all.
fn at(byte: u8) -> char {
    match byte {
        0x15 | 0x25 => '\n',
        0x05 => '\t',
        0x0D => '\r',
        0..=0x3F => '\0',
        _ => PAGE_037.chars().nth(usize::from(byte - 0x40)).unwrap_or('\0'),
    }
}

fn cost(c: char) -> f32 {
    u8::try_from(c).ok().filter(u8::is_ascii).map_or(8.0, ascii_cost)
}

/// Whether `label` is one of those of the page.
fn is(name: &str, label: &str) -> bool {
    let number = name.trim_start_matches("ibm");
    name == label || label.trim_start_matches("ibm-").trim_start_matches("cp") == number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What speaks against a text in page 037, read as that.
    fn odd_in(text: &str) -> f32 {
        let byte = |c: char| (0x40..=0xFF).find(|&byte| at(byte) == c).unwrap_or(0x15);
        odd(&Pairs::of(&text.chars().map(byte).collect::<Vec<_>>()), at)
    }

    #[test]
    fn signs_where_they_do_not_stand() {
        for text in ["Stop! And go!\n", "a [1] and [2]\n", "1 | 2 | three\n", "really?!\n"] {
            assert_eq!(odd_in(text), 0.0, "{text}");
        }
        for (text, times) in [
            ("Stop| And go.\n", 1.0),
            ("ab !cd\n", 1.0),
            ("a [1 and 2\n", 1.0),
            ("a 1] and 2]\n", damped(2)),
            ("f{r uns}\n", 2.0),
            ("f}r M{rz\n", 4.0),
            ("für\n", -1.0),
            ("Stop| !and [go\n", 3.0),
        ] {
            assert_eq!(odd_in(text), 3.0 * times, "{text}");
        }
    }
}
