//! What life has besides texts, in every legacy encoding that holds it: single lines, lists of names and of measures,
//! tables, boxes and trees of DOS, English and programs with a few foreign words; and bytes in few values, which are no
//! text.

use anyhow::Result;
use placemat_detect::training;

use super::samples::{Coder, SIZES, Sample, coders, weigh};
use super::sources::{self, Split, Text};

/// Lists with one sign in each line: `w` is a word, `W` one that begins in upper case, `9` a number.
const SIGNS: [&str; 44] = [
    "W: 9 m²",
    "W 9 cm³",
    "9 km² w",
    "9 °C at W",
    "W, 9°",
    "W 9°F",
    "© 2009 W W",
    "(c) W © 2019",
    "W® w",
    "W™ w w",
    "§ 9 W w",
    "W §9: w",
    "9 µm w",
    "W 9µs",
    "W: £9",
    "£9.50 w w",
    "W 9 €",
    "€9 w",
    "¥ 9 w",
    "W: 9¢",
    "• W w w",
    "· w",
    "– W w",
    "W – w w",
    "W — w",
    "W w w…",
    "“W w” w",
    "‘w’ w w",
    "w’s w",
    "We don’t w w",
    "W isn’t w",
    "»W« w",
    "« W » w",
    "½ w w",
    "9½ w",
    "9 × 9 w",
    "W ±9",
    "9º W",
    "nº 9, W",
    "9ª w",
    "W 9‰",
    "¿W w?",
    "¡W w!",
    "W† w",
];

/// How a program of some language is written, with a place for words.
const PROGRAM: [&str; 10] = [
    "    if (value == null) { return 0; }",
    "    total += items[index] * 12;",
    "def update(self, key, value=None):",
    "#include <stdio.h>",
    "        self.items.append(value)",
    "for (int i = 0; i < count; i++) {",
    "}",
    "SELECT id, name FROM users WHERE id = 4;",
    "echo \"done\" >> log.txt",
    "",
];

/// Numbers as if by chance, the same each time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % below.max(1)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next(of.len())]
    }
}

/// All samples of a split, in an order that is always the same; of each kind so many times.
pub(super) fn make(split: Split, rounds: usize) -> Result<Vec<Sample>> {
    let texts = sources::texts(split)?;
    let english = texts.iter().filter(|text| text.language == "en").flat_map(|text| &text.lines);
    let english: Vec<&str> = english.map(String::as_str).filter(|line| line.is_ascii()).collect();
    let plain: Vec<&str> = english.iter().flat_map(|line| words(line)).collect();
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut samples = Vec::new();
    for coder in &coders() {
        let of_coder = of(coder, &texts);
        // Lists of names are in an encoding that was used for all of them.
        let used = |held: &Held| training::frequency(coder.name, held.language);
        let most = of_coder.iter().map(used).fold(0.0, f64::max);
        let latin = of_coder.iter().filter(|held| held.latin && held.foreign.len() >= 5);
        let latin = latin.filter(|held| 10.0 * used(held) >= most);
        let several: Vec<&[&str]> = latin.map(|held| &held.foreign[..]).collect();
        for _ in 0..rounds {
            for held in &of_coder {
                let all = Material { held, english: &english, plain: &plain, several: &several };
                for kind in KINDS {
                    all.add(kind, coder, &mut dice, &mut samples);
                }
            }
            for template in SIGNS {
                signs(template, &plain, coder, &mut dice, &mut samples);
            }
        }
    }
    for number in 0..400 * rounds {
        samples.push(no_text(number, &mut dice));
    }
    weigh(&mut samples);
    Ok(samples)
}

/// What a text has that an encoding can hold.
struct Held<'a> {
    language: &'a str,
    latin: bool,
    lines: Vec<String>,
    /// Words that are not all ASCII.
    foreign: Vec<&'a str>,
}

/// Those texts that an encoding holds most of.
fn of<'a>(coder: &Coder, texts: &'a [Text]) -> Vec<Held<'a>> {
    let held = |text: &'a Text| {
        let lines: Vec<String> = text
            .lines
            .iter()
            .map(|line| coder.written(line))
            .filter(|line| coder.encode(line).is_some_and(|bytes| !bytes.is_empty()))
            .collect();
        let foreign = text.lines.iter().flat_map(|line| words(line));
        let foreign = foreign.filter(|word| !word.is_ascii()).collect();
        let is_held = lines.len() * 5 >= text.lines.len() * 3 && lines.len() >= 5;
        let letters = text.lines.iter().flat_map(|line| line.chars()).filter(|c| c.is_alphabetic());
        let (all, ascii) =
            letters.fold((0, 0), |(all, ascii), c| (all + 1, ascii + usize::from(c.is_ascii())));
        let latin = 2 * ascii > all;
        is_held.then_some(Held { language: &text.language, latin, lines, foreign })
    };
    texts.iter().filter(|text| coder.is_for(&text.language)).filter_map(held).collect()
}

/// Words without what stands around them.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([' ', '/', '=', '\u{A0}']);
    words.map(|word| word.trim_matches(|c: char| !c.is_alphabetic())).filter(|word| {
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '-')
    })
}

const KINDS: [&str; 8] =
    ["line", "names", "several", "foreign", "program", "columns", "box", "tree"];

/// What samples in a language are made of.
struct Material<'a> {
    held: &'a Held<'a>,
    english: &'a [&'a str],
    plain: &'a [&'a str],
    /// Words of each language in Latin letters that the encoding holds.
    several: &'a [&'a [&'a str]],
}

impl Material<'_> {
    fn add(&self, kind: &'static str, coder: &Coder, dice: &mut Dice, samples: &mut Vec<Sample>) {
        let Held { language, foreign, lines, latin } = self.held;
        let draws = coder.encode("─│┌└├═║").is_some() && coder.name.starts_with("ibm");
        let is_drawn = matches!(kind, "box" | "tree");
        if foreign.len() < 5
            || is_drawn && !draws
            || kind == "several" && (!latin || self.several.len() < 4)
        {
            return;
        }
        // Most of such texts are short.
        let size = SIZES[[0, 0, 1, 1, 2, 2, 3, 4][dice.next(8)]];
        let mut bytes = Vec::new();
        let few = 1 + dice.next(6);
        // Of a few languages, as a list of names has them.
        let from: Vec<&[&str]> = match kind {
            "several" => (0..2 + dice.next(4)).map(|_| dice.one(self.several)).collect(),
            _ => Vec::new(),
        };
        let chosen: Vec<&str> = (0..few).map(|_| dice.one(foreign)).collect();
        let style = dice.next(6);
        let mut put = |line: &str| {
            let line = coder.written(line);
            bytes.extend(coder.encode(&line).unwrap_or_default());
            bytes.len() < size
        };
        for number in 0..2000 {
            let line = match kind {
                "line" => lines[dice.next(lines.len())].clone(),
                "names" | "several" => {
                    let mut word = || {
                        if kind == "names" {
                            dice.one(foreign)
                        } else {
                            let of_one = dice.one(&from);
                            dice.one(of_one)
                        }
                    };
                    let two = [word(), word()];
                    listed(two, style, number, dice)
                }
                "foreign" => {
                    let line = dice.one(self.english);
                    match dice.next(3) {
                        0 => {
                            let word = dice.one(&chosen);
                            with(line, word, dice)
                        }
                        _ => line.to_owned(),
                    }
                }
                "program" => match dice.next(6) {
                    0 => format!("// {}", dice.one(&chosen)),
                    1 => format!("    print('{} {}')", dice.one(self.plain), dice.one(&chosen)),
                    _ => dice.one(&PROGRAM).to_owned(),
                },
                "columns" => format!(
                    "{:<14}{:>6}  {}",
                    dice.one(foreign),
                    dice.next(10_000),
                    dice.one(self.plain)
                ),
                "box" => boxed(dice.one(foreign), style, number),
                _ => {
                    let from = if dice.next(3) == 0 { &foreign[..] } else { self.plain };
                    let name = dice.one(from);
                    branch(name, dice)
                }
            };
            let end = if is_drawn && style.is_multiple_of(2) { "\r\n" } else { "\n" };
            if !put(&(line + end)) || kind == "line" && style < 4 {
                break;
            }
        }
        push(coder.name, language, size, kind, bytes, samples);
    }
}

/// A sample, if it is not ASCII.
fn push(
    encoding: &'static str,
    language: &str,
    size: usize,
    kind: &'static str,
    mut bytes: Vec<u8>,
    samples: &mut Vec<Sample>,
) {
    bytes.truncate(size);
    // A line may be shorter than was asked for.
    let size = SIZES.into_iter().rev().find(|size| bytes.len() * 4 >= size * 3).unwrap_or(SIZES[0]);
    if bytes.len() >= 12 && (bytes.iter().any(|byte| !byte.is_ascii()) || bytes.contains(&0x1B)) {
        let language = language.to_owned();
        samples.push(Sample { encoding, language, source: "", size, kind, bytes, weight: 0.0 });
    }
}

fn upper(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

/// A line of a list of names.
fn listed(two: [&str; 2], style: usize, number: usize, dice: &mut Dice) -> String {
    let [one, other] = two.map(upper);
    match style {
        0 => one,
        1 => format!("{one} {other}"),
        2 => format!("{other}, {one}"),
        3 => format!("{};{one};{other};{}", number + 1, dice.next(1000)),
        4 => format!("- {one} ({other})"),
        _ => format!("{}. {one} {}", number + 1, dice.next(100)),
    }
}

/// A line with a word more.
fn with(line: &str, word: &str, dice: &mut Dice) -> String {
    let places: Vec<usize> = line.match_indices(' ').map(|(at, _)| at).collect();
    let at = if places.is_empty() { 0 } else { dice.one(&places) };
    format!("{} {word}{}", &line[..at], &line[at..])
}

/// A line of a box or of a table.
fn boxed(word: &str, style: usize, number: usize) -> String {
    let signs: Vec<char> =
        if style < 3 { "─│┌┐├┤└┘" } else { "═║╔╗╠╣╚╝" }.chars().collect();
    let line = |left: usize| {
        let across: String = std::iter::repeat_n(signs[0], 24).collect();
        format!("{}{across}{}", signs[left], signs[left + 1])
    };
    match number % 9 {
        0 => line(2),
        2 => line(4),
        8 => line(6),
        _ => format!("{} {word:<22} {}", signs[1], signs[1]),
    }
}

/// A line of a tree of folders.
fn branch(name: &str, dice: &mut Dice) -> String {
    let deep = ["", "", "│   ", "│   │   "][dice.next(4)];
    let turn = if dice.next(4) == 0 { "└" } else { "├" };
    format!("{deep}{turn}───{name}")
}

/// A list of one sign, in so far as the encoding has it.
fn signs(
    template: &str,
    plain: &[&str],
    coder: &Coder,
    dice: &mut Dice,
    samples: &mut Vec<Sample>,
) {
    // What is not of Latin letters alone has other signs, or signs of two bytes.
    if coder.page().is_none() || coder.encode(template).is_none() {
        return;
    }
    let size = SIZES[[0, 0, 1, 1, 2, 3, 4][dice.next(7)]];
    let mut bytes = Vec::new();
    while bytes.len() < size {
        let mut line = String::new();
        for c in template.chars() {
            match c {
                'w' if line.ends_with(['e', 'r']) => line.push(c),
                'w' => line += dice.one(plain),
                'W' => line += &upper(dice.one(plain)),
                '9' => line += &(1 + dice.next(400)).to_string(),
                _ => line.push(c),
            }
        }
        bytes.extend(coder.encode(&(line + "\n")).unwrap_or_default());
    }
    push(coder.name, "en", size, "signs", bytes, samples);
}

/// Bytes in few values, without a zero: pictures of few colours, sounds, tables of colours.
fn no_text(number: usize, dice: &mut Dice) -> Sample {
    let size = SIZES[1 + dice.next(4)];
    let mut bytes: Vec<u8> = Vec::new();
    let colours: Vec<u8> =
        (0..[2, 3, 4, 6, 8, 12, 16, 32][dice.next(8)]).map(|_| 1 + dice.next(255) as u8).collect();
    let (width, longest) = (8 + dice.next(60), [1, 3, 12, 40][dice.next(4)]);
    let (mut level, mut step) = (128_i32, 0_i32);
    let loud = [2, 6, 20][dice.next(3)];
    while bytes.len() < size {
        match number % 4 {
            // A picture, of which some lines are as the one above.
            0 if bytes.len() >= width && dice.next(width) == 0 => {
                bytes.extend_from_within(bytes.len() - width..);
            }
            0 | 1 => {
                let colour = dice.one(&colours);
                bytes.extend(std::iter::repeat_n(colour, 1 + dice.next(longest)));
            }
            2 => {
                step = (step + dice.next(3) as i32 - 1).clamp(-loud / 2, loud / 2);
                level += step + (128 - level) / 8;
                bytes.push(level.clamp(1, 255) as u8);
            }
            _ => {
                let shade = (bytes.len() * 255 / size) as u8;
                bytes.extend([shade.max(1), (255 - shade).max(1), (shade / 2).max(1)]);
            }
        }
    }
    bytes.truncate(size);
    if bytes.is_ascii() {
        bytes[size / 2] = 0xFF;
    }
    let language = "none".to_owned();
    let (encoding, source, kind, weight) = ("binary", "", "no text", 0.0);
    Sample { encoding, language, source, size, kind, bytes, weight }
}
