//! Code points by words of their names.

use crate::{code_point, controls, names};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The best first; as many as were asked for.
    pub code_points: Vec<char>,
    /// How many there are.
    pub total: usize,
}

/// The code points in whose names all words of `query` are, at most `most` of them.
///
/// Whole words count more than the beginnings of words, and those more than what is within words;
/// of equals the shortest name is the first. Names of controls are looked through, too. Of code
/// points whose name is a number, such as CJK ideographs, the one with that number is found.
///
/// # Examples
/// ```
/// use placemat_inspect::search;
/// assert_eq!(search("euro sign", 1).code_points, ['€']);
/// assert_eq!(search("no such name", 9).total, 0);
/// ```
///
/// # Complexity
/// All names are looked at, some 45,000; for each, all words of `query`, of which the first 16 count.
#[must_use]
pub fn search(query: &str, most: usize) -> Found {
    let query = query.to_ascii_uppercase();
    let words: Vec<&str> = query.split_whitespace().take(16).collect();
    let mut found = Vec::new();
    let mut look = |name: &str, c: char| {
        if let Some(distance) = distance(name, &words) {
            found.push((distance, name.len(), c));
        }
    };
    if words.is_empty() {
        return Found { code_points: Vec::new(), total: 0 };
    }
    for c in ('\0'..='\u{9F}').filter(|c| c.is_control()) {
        look(controls::name(c).unwrap_or_default(), c);
    }
    let numbers = |word: &&str| u32::from_str_radix(word.rsplit('-').next()?, 16).ok();
    let numbers: Vec<u32> = words.iter().filter_map(numbers).collect();
    names::each(|name, numbered, code_points| {
        let named = |number| char::from_u32(number).expect("what has a name is no surrogate");
        if !numbered {
            return look(name, named(code_points.start));
        }
        for &number in numbers.iter().filter(|number| code_points.contains(number)) {
            look(&format!("{name}{number:04X}"), named(number));
        }
    });
    for c in '\u{AC00}'..='\u{D7A3}' {
        look(&code_point::name(c), c);
    }
    found.sort_unstable();
    found.dedup(); // a number that was typed twice
    let total = found.len();
    Found { code_points: found.into_iter().take(most).map(|(.., c)| c).collect(), total }
}

/// How far the name is from the words: nothing for each that is a word of it, 1 for the beginning
/// of one, 2 for what is within one. None if a word is not in it at all.
fn distance(name: &str, words: &[&str]) -> Option<u32> {
    let is_end = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '-'));
    let of_word = |word: &&str| {
        let places = name.match_indices(*word).map(|(at, _)| {
            let before = is_end(name[..at].chars().next_back());
            let behind = is_end(name[at + word.len()..].chars().next());
            match (before, behind) {
                (true, true) => 0,
                (true, false) => 1,
                _ => 2,
            }
        });
        places.min()
    };
    words.iter().map(of_word).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_first() {
        assert_eq!(search("euro", 2).code_points, ['€', '\u{20A0}']);
        assert_eq!(search("Escape", 1).code_points, ['\x1B']);
        assert_eq!(search("ideograph 65e5", 1).code_points, ['日']);
        assert_eq!(search("cjk unified ideograph-65e5", 1).code_points, ['日']);
        assert_eq!(search("hangul syllable ga", 1).code_points, ['가']);
        assert_eq!(search("latin small letter e with acute", 1).code_points, ['é']);
        let many = search("letter", 10);
        assert!(many.code_points.len() == 10 && many.total > 5_000);
        assert_eq!(search(" ", 5).total, 0);
    }
}
