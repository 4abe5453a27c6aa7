//! Texts on which comparing versions is slow if it is quadratic.

use super::compare::compare;
use crate::random::Random;
use crate::settings::Accepted;
use std::time::{Duration, Instant};

/// The names of what is found, each once. All of these take a second or so; what is
/// quadratic takes minutes.
fn found(what: &str, old: &str, new: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let findings = compare(old.as_bytes(), new.as_bytes(), Accepted::default()).findings;
    assert!(start.elapsed() < Duration::from_secs(40), "{what}: {:?}", start.elapsed());
    let mut names: Vec<_> = findings.iter().map(|finding| finding.what.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn lines(count: usize, line: impl FnMut(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn lines_none_of_which_is_common() {
    let mut random = Random(7);
    let mut numbered = |count: usize, what: &str| {
        lines(count, |_| format!("{what}{:015}\n", random.below(1 << 50)))
    };
    let (old, new) = (numbered(100_000, "é"), numbered(100_000, "è"));
    assert_eq!(found("no common line", &old, &new), [""; 0]);
    // The same without line feeds, and with signs of damage.
    assert_eq!(found("one line", &old.replace('\n', " "), &new.replace('\n', " ")), [""; 0]);
    let damaged = found("damage", &old, &numbered(100_000, "\u{FFFD}"));
    assert!(damaged.contains(&"unaligned") || damaged.contains(&"replaced"), "{damaged:?}");
    let (old, new) = (numbered(2, "é"), numbered(2, "è"));
    assert_eq!(found("short ones", &old, &new), [""; 0]);
}

#[test]
fn lines_that_were_indented_or_numbered_anew() {
    let code = |indent: &str| lines(60_000, |i| format!("{indent}é = f({i});\n"));
    assert_eq!(found("indented", &code("    "), &code("  ")), [""; 0]);
    let damaged = code("  ").replace('é', "?");
    assert_eq!(found("indented and damaged", &code("    "), &damaged), ["replaced"]);
    let table = |first: usize| lines(60_000, |i| format!("{},café,{}\n", first + i, i % 1000));
    assert_eq!(found("numbered", &table(0), &table(1_000_000)), [""; 0]);
    let damaged = table(1_000_000).replace('é', "Ã©");
    assert_eq!(found("numbered and damaged", &table(0), &damaged), ["double-encoded"]);
}

#[test]
fn runs_and_lines_without_end() {
    let mut random = Random(11);
    let mut letters = |count: usize| -> String {
        (0..count).map(|_| char::from_u32(0x430 + random.below(32) as u32).unwrap()).collect()
    };
    assert_eq!(found("one run", &letters(400_000), &letters(400_000)), [""; 0]);
    let russian = letters(400_000);
    assert_eq!(found("all replaced", &russian, &"?".repeat(400_000)), ["replaced"]);
    assert_eq!(found("half replaced", &russian, &"?".repeat(400_000 / 2)), ["unaligned"]);
    let words = |word: &str| lines(100_000, |i| format!("{word}{i} "));
    assert_eq!(found("one line", &words("café"), &words("caf?")), ["replaced"]);
}

#[test]
fn what_is_often_there() {
    let mut random = Random(13);
    let mut zipf = |word: &str| {
        lines(300_000, |i| {
            let rank = 5000_f64.powf(random.below(1 << 20) as f64 / f64::from(1 << 20)) as usize;
            format!("{word}{rank}{}", if i % 9 == 8 { '\n' } else { ' ' })
        })
    };
    let (old, new) = (zipf("mé"), zipf("mé"));
    assert_eq!(found("frequent words", &old, &new), [""; 0]);
    let mut random = Random(17);
    let mut two = |of: u64| {
        lines(400_000, |_| if random.below(of as usize) == 0 { "é\n" } else { "a\n" }.to_owned())
    };
    let (old, new) = (two(2), two(3));
    assert_eq!(found("two lines at random", &old, &new), [""; 0]);
    let (old, new) = ("é é\n".repeat(400_000), "é é\n".repeat(390_000));
    assert_eq!(found("one line", &old, &new), [""; 0]);
    let (old, new) = ("\r".repeat(2_000_000), "\r".repeat(1_500_000));
    assert_eq!(found("empty lines", &old, &new), [""; 0]);
    let alternate = |what: &str| {
        lines(150_000, |i| if i % 2 == 0 { "é\n".to_owned() } else { format!("{what}{i}\n") })
    };
    assert_eq!(found("every other line", &alternate("é"), &alternate("è")), [""; 0]);
}

#[test]
fn moved_blocks() {
    let text = |place: fn(usize) -> usize| lines(150_000, |i| format!("ligne é {}\n", place(i)));
    let old = text(|i| i);
    assert_eq!(found("shuffled", &old, &text(|i| i / 100 * 7919 % 1500 * 100 + i % 100)), [""; 0]);
    assert_eq!(found("backwards", &old, &text(|i| 149_999 - i)), [""; 0]);
}
