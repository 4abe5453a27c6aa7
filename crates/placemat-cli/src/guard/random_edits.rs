//! Random text, random edits, and random damage: how much of it is found, and how often
//! an honest edit is taken for damage.

use super::compare::compare;
use crate::random::Random;
use crate::settings::Accepted;

const WORDS: [&str; 24] = [
    "the",
    "café",
    "naïve",
    "où",
    "Straße",
    "über",
    "and",
    "déjà",
    "return",
    "señor",
    "really?",
    "ça",
    "l’œil",
    "don’t",
    "né",
    "10°C",
    "Привет",
    "мир",
    "日本語",
    "plan,",
    "x=1;",
    "été",
    "garçon",
    "fin.",
];

type Lines = Vec<Vec<String>>;

fn random_line(random: &mut Random) -> Vec<String> {
    (0..1 + random.below(8)).map(|_| random.pick(&WORDS).to_owned()).collect()
}

/// An edit that a person makes, `?` behind a word among them.
fn edit(lines: &mut Lines, random: &mut Random) {
    let at = random.below(lines.len());
    let word = random.below(lines[at].len());
    match random.below(14) {
        0 => lines.insert(at, random_line(random)),
        1 if lines.len() > 2 => _ = lines.remove(at),
        2 => lines[at][word] = random.pick(&WORDS).to_owned(),
        3 => lines[at].insert(word, random.pick(&WORDS).to_owned()),
        4 if lines[at].len() > 1 => _ = lines[at].remove(word),
        5 => lines[at][word].push('?'),
        6 => lines[at].insert(0, "   ".to_owned()),
        7 => {
            let moved = lines.remove(at);
            lines.insert(random.below(lines.len() + 1), moved);
        }
        8 if at + 1 < lines.len() => {
            let next = lines.remove(at + 1);
            lines[at].extend(next);
        }
        9 if lines[at].len() > 1 => {
            let rest = lines[at].split_off(1);
            lines.insert(at + 1, rest);
        }
        10 => lines[at].reverse(),
        11 => lines[at].push("and more?".to_owned()),
        12 => lines[at] = random_line(random),
        _ => lines[at][word] = lines[at][word].replace(|c: char| !c.is_ascii(), "e"),
    }
}

fn text(lines: &Lines) -> String {
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

/// What a program makes of a word, and of which kind that is.
fn damaged(word: &str, random: &mut Random) -> (usize, Vec<u8>) {
    let each = |with: &str| word.replace(|c: char| !c.is_ascii(), with).into_bytes();
    let kind = random.below(4);
    let bytes = match kind {
        0 => each("\u{FFFD}"),
        1 => word
            .bytes()
            .map(placemat::encoding::single_byte::windows_1252)
            .collect::<String>()
            .into(),
        2 => word
            .chars()
            .flat_map(|c| match u8::try_from(u32::from(c)) {
                Ok(byte) => vec![byte],
                Err(_) => c.to_string().into(),
            })
            .collect(),
        _ => each("?"),
    };
    (kind, bytes)
}

fn is_damaged(old: &[u8], new: &[u8]) -> bool {
    !compare(old, new, Accepted::default()).findings.is_empty()
}

#[test]
fn all_damage_but_some_question_marks_is_found() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut alarms = 0;
    let mut tried = [0; 4];
    let mut found = [0; 4];
    for _ in 0..3_000 {
        let mut lines: Lines =
            (0..2 + random.below(15)).map(|_| random_line(&mut random)).collect();
        lines.push(vec!["último".to_owned()]);
        let old = text(&lines);
        for _ in 0..random.below(7) {
            edit(&mut lines, &mut random);
        }
        let new = text(&lines);
        alarms += usize::from(is_damaged(old.as_bytes(), new.as_bytes()));
        // One word of old text that is still there, where it is, or elsewhere, and was not typed
        // once more.
        let words: Vec<&str> = new.split_inclusive([' ', '\n']).collect();
        let mut at = random.below(words.len());
        let is_old = |word: &str| {
            let word = word.trim_end();
            let count = |text: &str| text.split([' ', '\n']).filter(|other| *other == word).count();
            !word.is_ascii() && count(&new) <= count(&old)
        };
        let Some(ahead) =
            words.iter().cycle().skip(at).take(words.len()).position(|word| is_old(word))
        else {
            continue;
        };
        at = (at + ahead) % words.len();
        let word = words[at].trim_end();
        let (kind, harm) = damaged(word, &mut random);
        if harm == word.as_bytes() {
            continue;
        }
        let before: String = words[..at].concat();
        let behind: String = words[at..].concat().split_off(word.len());
        let damaged = [before.as_bytes(), &harm, behind.as_bytes()].concat();
        tried[kind] += 1;
        found[kind] += usize::from(is_damaged(old.as_bytes(), &damaged));
    }
    assert_eq!(alarms, 0, "no honest edit is taken for damage");
    assert!(tried.iter().all(|&tried| tried > 500), "{tried:?}");
    assert_eq!(found[..3], tried[..3], "U+FFFD, twice encoded, converted");
    // Where a line moved, a word that is all `?` now can be any.
    assert!(found[3] * 100 >= tried[3] * 97, "{} of {}", found[3], tried[3]);
}
