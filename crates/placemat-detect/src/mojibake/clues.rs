//! What stands around a sequence and speaks for or against it: words, faces, and text that was cut.

use super::items::Item;
use super::pages::{PAGES, WINDOWS_1252, row};
use super::sequence::{self, Sequence};

/// By how much a page costs less, where a letter stands in the middle of a word; and where the word is in capitals,
/// but not this letter, as its bytes have none; and where it is one of them.
pub(super) const INSIDE: i32 = 2;
pub(super) const SMALL_INSIDE: i32 = 6;
const CAPITAL_INSIDE: i32 = 5;

/// The same, where a no-break space is part of it, and a word goes on behind that.
pub(super) const BEFORE_SPACE: i32 = 5;

/// So far behind "´", "`" stands in a face.
const CHEEKS: usize = 4;

/// By how much a page costs less for this, whose items but the first these are, between those.
pub(super) fn inside(
    [earlier, before]: [char; 2],
    Sequence { c, loss, .. }: Sequence,
    behind: Option<char>,
    rest: &[Item],
) -> i32 {
    let is_upper = |c: char| c.is_ascii_uppercase();
    let is_capital = is_upper(before) && c.is_uppercase() && loss.is_none();
    let ends = !behind.is_some_and(char::is_alphanumeric);
    // Two words, and what stands between them: "KESÄ–TALVI". "MÃ–TLEY" begins with no word.
    let joins =
        |item: &Item| item.first == Some('’') || earlier.is_uppercase() && joins_words(item);
    if is_capital && !ends && rest.iter().any(joins) {
        return 0;
    }
    match behind {
        Some(behind) if is_upper(before) && is_upper(behind) && c.is_lowercase() => SMALL_INSIDE,
        Some(behind) if is_capital && is_upper(behind) => CAPITAL_INSIDE,
        Some(behind)
            if before.is_ascii_alphabetic()
                && behind.is_ascii_alphabetic()
                && c.is_alphabetic() =>
        {
            INSIDE
        }
        // No word in capitals ends so: "MALMÃ–", "JOSĂ‰".
        _ if ends && is_capital && is_upper(earlier) && !rest.iter().any(ends_words) => {
            CAPITAL_INSIDE
        }
        _ => 0,
    }
}

/// Whether it may stand between two words in capitals.
fn joins_words(item: &Item) -> bool {
    matches!(item.first, Some('–' | '—' | '·'))
}

/// Whether it may stand behind a capital letter at the end of a word.
fn ends_words(item: &Item) -> bool {
    const SIGNS: &str = "®©™°²³¹…’”»›\u{A0}·§£€$\u{AD}";
    item.first.is_some_and(|c| SIGNS.contains(c)) || item.known.is_letter()
}

/// Whether a word begins with it that goes on behind, and none does with a letter and a sign.
pub(super) fn starts_word(items: &[Item], before: char, behind: Option<char>) -> bool {
    behind.is_some_and(|c| c.is_ascii_lowercase())
        && !before.is_alphanumeric()
        && items.iter().any(|item| item.known.is_letter())
        && items.iter().any(|item| item.known.is_sign() && !item.first.is_some_and(is_lookalike))
}

/// Whether a word begins with it that goes on behind a no-break space, which stands in none: "Å\u{A0}koda", but "5 Å\u{A0}long".
pub(super) fn starts_before_space(
    [earlier, before]: [char; 2],
    Sequence { c, loss, .. }: Sequence,
    behind: Option<char>,
    rest: &[Item],
) -> bool {
    c.is_uppercase()
        && loss.is_none()
        && !before.is_alphanumeric()
        && !earlier.is_ascii_digit()
        && behind.is_some_and(|c| c.is_ascii_lowercase())
        && rest.iter().any(|item| item.first == Some('\u{A0}'))
}

/// The letters with which words in capitals end, "IRMÃ"; of a window, in order.
pub(super) fn ends_of_words(items: &[Item]) -> Vec<char> {
    let ends = |(at, item): (usize, &Item)| {
        let letter = item.first.filter(|c| c.is_uppercase() && !c.is_ascii())?;
        let behind = items.get(at + 1).and_then(|item| item.first);
        let is_end =
            behind.is_none_or(|c| c.is_ascii() && !c.is_alphanumeric() || c == '”' || c == '»');
        let before = at.checked_sub(1).and_then(|at| items[at].last)?;
        (is_end && before.is_upper()).then_some(letter)
    };
    let mut letters: Vec<char> = items.iter().enumerate().filter_map(ends).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Whether these, between words in capitals, are a letter that ends another word of the line, and a dash: "IRMÃ–AMANHÃ".
pub(super) fn is_used_alone(items: &[Item], letters: &[char]) -> bool {
    items[1..].iter().any(joins_words)
        && items[0].first.is_some_and(|c| letters.binary_search(&c).is_ok())
}

/// Whether it is taken for a letter by those who choose letters for their looks.
fn is_lookalike(c: char) -> bool {
    matches!(c, '¢' | '£' | '¥' | '§' | 'µ' | '×' | '†')
}

/// Whether these items are one letter over and over, which is a call: "Âââ".
pub(super) fn is_call(items: &[Item], at: usize, end: usize) -> bool {
    let small = |item: &Item| item.first.and_then(|c| c.to_lowercase().next());
    end - at > 2
        && items[at].known.is_letter()
        && items[at..end].iter().all(|item| small(item) == small(&items[at]))
}

/// Whether the first so many items are the mouth of a face, or that and an eye: "◕¬´◕", "Ñ┬Ñ", "ø´¬ø", "Õ´д`Õ".
pub(super) fn is_mirrored([earlier, before]: [char; 2], items: &[Item], len: usize) -> bool {
    let first = |at: usize| items.get(at).and_then(|item| item.first);
    let can_be = |c: char| {
        let is_mark = matches!(c, '\u{2010}'..='\u{201F}' | '…' | '«' | '»' | '\u{A0}');
        !c.is_ascii() && !is_mark || c == '^'
    };
    let last = first(len - 1);
    let is_eye = can_be(before) && (first(len) == Some(before) || last == Some(before))
        || can_be(earlier) && last == Some(earlier) && !before.is_alphanumeric();
    let is_cheek = first(len - 1) == Some('´')
        && items[len..].iter().take(CHEEKS).any(|item| item.single('`'));
    is_eye || is_cheek
}

/// Whether a letter or sign at `at` begins a sequence in the page, and what is behind it does not go on: the face
/// "Ò¸Ó" has two eyes.
#[inline]
pub(super) fn is_half(items: &[Item], at: usize, page: usize) -> bool {
    let Some(c) = items.get(at).and_then(|item| item.first).filter(|c| !c.is_ascii()) else {
        return false;
    };
    let behind = items.get(at + 1).and_then(|item| item.first);
    (items[at].known.is_letter() || c == '¬')
        && begins(items, at, page)
        && behind.is_none_or(|c| c != '\u{FFFD}' && row(c).follows >> page & 1 == 0)
}

/// Whether a sequence of three or four bytes in the page begins there, and the text ends before it does: it was cut in the
/// middle of a letter. Of two bytes, it could be any letter.
#[inline]
pub(super) fn is_cut(items: &[Item], at: usize, page: usize) -> bool {
    if !begins(items, at, page) {
        return false;
    }
    let byte = |item: &Item| item.first.map_or(0, |c| row(c).bytes[page]);
    let len = sequence::len(byte(&items[at]));
    let rest = items[at + 1..].iter().take(len);
    let count = rest.take_while(|item| matches!(byte(item), 0x80..=0xBF)).count();
    len > 2 && 1 + count < len && ends_text(&items[at + 1 + count..])
}

/// Whether these items are nothing, or begin with three dots.
fn ends_text(items: &[Item]) -> bool {
    match items {
        [] => true,
        [dot, dots, ..] => dot.single('.') && dots.first == Some('.') && dots.end - dots.start > 1,
        _ => false,
    }
}

/// Whether what stands there is what is left of a sequence in the page.
#[inline]
pub(super) fn is_rest(items: &[Item], at: usize, page: usize) -> bool {
    is_half(items, at, page) || is_cut(items, at, page)
}

/// Whether a byte of what begins there in the page became "?", in the middle of a word.
pub(super) fn is_asked(items: &[Item], at: usize, page: usize) -> bool {
    let goes_on = |item: &Item| item.first.is_some_and(|c| row(c).leads >> page & 1 == 1);
    begins(items, at, page)
        && items.get(at + 1).is_some_and(|item| item.single('?'))
        && items.get(at + 2).is_some_and(goes_on)
}

/// Whether it goes on with a sequence in windows-1252 of which a byte before became U+FFFD: "Œ" in "å\u{FFFD}Œ".
pub(super) fn is_behind_lost(items: &[Item], at: usize) -> bool {
    let byte = |at: usize| sequence::byte(&items[at], WINDOWS_1252);
    let is_lost = |at: usize| items[at].first == Some('\u{FFFD}');
    matches!(byte(at), 0x80..=0xBF)
        && (2..=at.min(3))
            .any(|back| sequence::len(byte(at - back)) > back && (at - back + 1..at).any(is_lost))
}

/// Whether what stands there begins a sequence in the page.
fn begins(items: &[Item], at: usize, page: usize) -> bool {
    let c = items.get(at).and_then(|item| item.first);
    page < PAGES && c.is_some_and(|c| row(c).leads >> page & 1 == 1)
}

/// What stands in parentheses in the headings of columns, and behind names.
pub(super) fn is_unit(c: char) -> bool {
    matches!(c, '€' | '£' | '¥' | '°' | '©' | '®' | '™')
}

/// Whether people who talk about mojibake talk of it, or what it was is a face: "(í—¥)"; not so kana and pictures.
pub(super) fn is_talked_about(c: char) -> bool {
    !matches!(c, '\u{3040}'..='\u{30FF}' | '\u{1F300}'..)
}

/// Whether a sequence stands alone between marks that say that it is talked about.
pub(super) fn is_mention(before: char, behind: Option<char>) -> bool {
    match (before, behind) {
        ('`', _)
        | ('(', Some(')'))
        | ('“', Some('”'))
        | ('«', Some('»'))
        | ('„', Some('“'))
        | ('‘', Some('’')) => true,
        ('"' | '\'', Some(behind)) => behind == before,
        _ => false,
    }
}

/// Whether an item is U+0085 in a list of what is space: beside a space of no width, as programs have it.
pub(super) fn is_listed_space(before: char, items: &[Item], at: usize) -> bool {
    let is_no_width = |c| matches!(c, Some('\u{180E}' | '\u{200B}'));
    let last = at.checked_sub(1).map_or(Some(before), |last| items[last].first);
    let next = items.get(at + 1).and_then(|item| item.first);
    items[at].first == Some('\u{85}') && (is_no_width(last) || is_no_width(next))
}
