//! Texts of kinds that people have, put together from the words of the prose: what corpora of one
//! language do not show. Always the same ones.
//!
//! - `kind/...`: long ones. Most of them are nearly all ASCII, as most text in the world is.
//! - `words/...`: short strings of 1 to 64 bytes, of all lengths in one bag: no processor can learn
//!   what comes next, as it can where all are of one length.
//! - `records/...`: the same of 65 to 4096 bytes, as lines, paragraphs and records are: neither short nor long.
//! - `buffers/...`: each long text, also of the corpora, as it is read from a file or a pipe, buffer by buffer.

use std::fmt::Write;

use fastrand::Rng;

use placemat::utf8::floor_boundary;

use crate::texts::Text;

/// How long a long text is at least. A processor learns by heart where in 64 KB the emoji are, and
/// no user has it convert the same text again and again.
const LENGTH: usize = 1 << 20;

/// How many texts a long one is: of a single megabyte with few code points beyond ASCII, or few emoji, a Zen 4 learns where
/// they are, and then predicts them as it does in no text that is new.
pub(crate) const TEXTS: usize = 4;

/// What names of texts begin with that are read into a buffer.
pub(crate) const BUFFERS: &str = "buffers/";

/// How long they are, in bytes of UTF-8: what programs read at once.
const BUFFER: usize = 64 << 10;

/// How many short strings: more than a processor learns, yet few enough for its caches.
const STRINGS: usize = 4096;

/// The longest of them, in bytes.
const LONGEST: usize = 64;

/// How many records: with what they become, they have their place in the second cache. An Intel learns 256 of them by heart: then a
/// branch for each vector is as good as free, which it is not for 512.
const RECORDS: usize = 512;

/// The longest of them, in bytes: 64 times as long as the longest short string.
const LONGEST_RECORD: usize = 64 * LONGEST;

/// All kinds that the prose has words for.
pub(crate) fn texts(prose: &[(&str, String)]) -> Vec<Text> {
    let mut texts = Vec::new();
    let of = |names: &[&str]| -> Vec<&str> {
        let of = prose.iter().filter(|(name, _)| names.contains(name));
        of.flat_map(|(_, text)| text.split_whitespace()).collect()
    };
    let english = of(&["prose/english"]);
    let latin = of(&["prose/french", "prose/german", "prose/portuguese", "prose/turkish"]);
    let other = of(&["prose/russian", "prose/arabic", "prose/hindi", "prose/korean"]);
    let emoji: Vec<&str> = of(&["prose/emoji"]);
    let chinese = prose.iter().find(|(name, _)| *name == "prose/chinese");

    if !english.is_empty() && !latin.is_empty() {
        let kinds: [(&str, Line); 5] =
            [("json", json), ("csv", csv), ("log", log), ("code", code), ("subtitles", subtitles)];
        for (name, line) in kinds {
            let strings = texts_of(|random, text| {
                line(&mut Words { random, english: &english, latin: &latin }, text);
            });
            texts.push(Text { name: format!("kind/{name}"), strings });
        }
    }
    if !english.is_empty() && !emoji.is_empty() {
        let strings = texts_of(|random, text| chat(random, text, &english, &emoji));
        texts.push(Text { name: "kind/chat".to_owned(), strings });
    }
    if let Some((_, chinese)) = chinese {
        let strings =
            (0..).zip(long(chinese)).map(|(seed, text)| with_rare_ideographs(&text, seed));
        texts.push(Text { name: "kind/rare-ideographs".to_owned(), strings: strings.collect() });
    }
    for (name, words) in [("ascii", english), ("latin", latin), ("other", other)] {
        if !words.is_empty() {
            texts.push(Text { name: format!("words/{name}"), strings: short(&words) });
            texts.push(Text { name: format!("records/{name}"), strings: records(&words) });
        }
    }
    texts
}

/// Writes a line of a kind of text.
type Line = fn(&mut Words, &mut String);

/// Words at random.
struct Words<'a> {
    random: &'a mut Rng,
    english: &'a [&'a str],
    latin: &'a [&'a str],
}

impl Words<'_> {
    fn english(&mut self) -> &str {
        self.english[self.random.usize(..self.english.len())].trim_matches(['"', ','])
    }

    fn latin(&mut self) -> &str {
        self.latin[self.random.usize(..self.latin.len())].trim_matches(['"', ','])
    }

    fn number(&mut self, below: u32) -> u32 {
        self.random.u32(..below)
    }

    /// So many words of one kind, with spaces.
    fn some(&mut self, count: usize, mut word: impl FnMut(&mut Self) -> String) -> String {
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }
}

/// Writes what cannot fail: a string takes all.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {
        writeln!($text, $($format)*).expect("a string takes all")
    };
}

fn json(words: &mut Words, text: &mut String) {
    let name = words.some(2, |words| words.latin().to_owned());
    let note = words.some(6, |words| words.english().to_owned());
    let (id, price) = (words.number(1 << 20), words.number(10_000));
    put!(text, "{{\"id\": {id}, \"name\": \"{name}\", \"price\": {price}, \"note\": \"{note}\"}},");
}

fn csv(words: &mut Words, text: &mut String) {
    let name = words.some(2, |words| words.latin().to_owned());
    let (a, b, c) = (words.number(1 << 20), words.number(100), words.number(10_000));
    put!(
        text,
        "{a},{name},2026-{:02}-{:02},{b}.{c:04},{}",
        a % 12 + 1,
        a % 28 + 1,
        words.english()
    );
}

fn log(words: &mut Words, text: &mut String) {
    let (a, b) = (words.number(60), words.number(1 << 30));
    let what = words.some(7, |words| words.english().to_owned());
    put!(
        text,
        "2026-11-23T07:{a:02}:{:02}.{:06}Z INFO request {b:08x}: {what}",
        b % 60,
        b % 999_983
    );
    if b % 10 == 0 {
        put!(text, "2026-11-23T07:{a:02}:59.000001Z WARN no such user: {}", words.latin());
    }
}

fn code(words: &mut Words, text: &mut String) {
    let (name, argument) = (words.english().to_lowercase(), words.english().to_lowercase());
    if words.number(3) == 0 {
        let comment = words.some(8, |words| words.latin().to_owned());
        put!(text, "    // {comment}");
    }
    put!(
        text,
        "    let {name} = {argument}.get({})?;\n    if {name}.is_empty() {{",
        words.number(99)
    );
    put!(text, "        return Err(Error::new(\"{argument}\"));\n    }}\n");
}

fn subtitles(words: &mut Words, text: &mut String) {
    let (a, b) = (words.number(60), words.number(60));
    let (first, second) = (words.number(7) as usize + 2, words.number(7) as usize);
    let line = words.some(first, |words| words.latin().to_owned());
    put!(text, "{}\n00:{a:02}:{b:02},120 --> 00:{a:02}:{b:02},980\n{line}", a * b + 1);
    if second > 2 {
        put!(text, "{}", words.some(second, |words| words.latin().to_owned()));
    }
    text.push('\n');
}

/// A short line; every other one has emoji.
fn chat(random: &mut Rng, text: &mut String, english: &[&str], emoji: &[&str]) {
    for _ in 0..random.usize(1..12) {
        *text += english[random.usize(..english.len())];
        text.push(' ');
    }
    if random.bool() {
        let faces = emoji[random.usize(..emoji.len())];
        text.extend(faces.chars().take(random.usize(1..4)));
    }
    text.push('\n');
}

/// Long texts of a corpus: its words in random order, or where there are hardly any, parts of eight code points.
pub(crate) fn long(corpus: &str) -> Vec<String> {
    let pieces: Vec<&str> = corpus.split_inclusive(char::is_whitespace).flat_map(parts).collect();
    texts_of(|random, text| *text += pieces[random.usize(..pieces.len())])
}

/// [`TEXTS`] of what `more` adds to a text.
fn texts_of(mut more: impl FnMut(&mut Rng, &mut String)) -> Vec<String> {
    let text = |seed| {
        let mut random = Rng::with_seed(seed);
        let mut text = String::with_capacity(LENGTH + LONGEST);
        while text.len() < LENGTH {
            more(&mut random, &mut text);
        }
        text
    };
    (0..TEXTS as u64).map(text).collect()
}

/// A long text as it is read from a file or a pipe, buffer by buffer, but for the last. None if it is no long one.
pub(crate) fn buffers(text: &Text) -> Option<Text> {
    if text.strings.len() > TEXTS {
        return None;
    }
    let mut strings = Vec::new();
    for mut rest in text.strings.iter().map(String::as_str) {
        while rest.len() > BUFFER {
            let (buffer, behind) = rest.split_at(floor_boundary(rest.as_bytes(), BUFFER));
            strings.push(buffer.to_owned());
            rest = behind;
        }
    }
    (!strings.is_empty()).then(|| Text { name: as_buffers(&text.name), strings })
}

/// The name of a long text that is read buffer by buffer. It does not contain that of the text, so that who asks for the one
/// does not get the other.
pub(crate) fn as_buffers(long: &str) -> String {
    format!("{BUFFERS}{}", long.replace('/', "-"))
}

/// A word; eight code points of it at a time, if it has more than twice as many.
fn parts(mut word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while word.chars().nth(16).is_some() {
        let (end, _) = word.char_indices().nth(8).expect("there are more");
        let (part, rest) = word.split_at(end);
        parts.push(part);
        word = rest;
    }
    parts.push(word);
    parts
}

/// Chinese with one of the ideographs beyond U+FFFF per thousand.
fn with_rare_ideographs(chinese: &str, seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    let rare = |random: &mut Rng| random.char('\u{20000}'..='\u{2A6DF}');
    let each = |c| if random.u32(..1000) == 0 { rare(&mut random) } else { c };
    chinese.chars().map(each).collect()
}

/// Strings of one to a few words that stand in a row.
fn short(words: &[&str]) -> Vec<String> {
    let mut random = Rng::with_seed(1992);
    let mut strings = Vec::with_capacity(STRINGS);
    while strings.len() < STRINGS {
        let first = random.usize(..words.len());
        // Mostly one word or two, as names and keys are.
        let count = [1, 1, 1, 2, 2, 3, 5, 8][random.usize(..8)];
        let string = words[first..words.len().min(first + count)].join(" ");
        if string.len() <= LONGEST {
            strings.push(string);
        }
    }
    strings
}

/// Strings of words that stand in a row; one is as likely to be twice as long as another wherever it begins.
fn records(words: &[&str]) -> Vec<String> {
    let mut random = Rng::with_seed(1992);
    let mut strings = Vec::with_capacity(RECORDS);
    while strings.len() < RECORDS {
        let least = (LONGEST as f64 * 64_f64.powf(random.f64())) as usize;
        let first = random.usize(..words.len());
        let mut string = String::new();
        for word in words.iter().cycle().skip(first) {
            string += word;
            string.push(' ');
            if string.len() > least {
                break;
            }
        }
        if string.len() <= LONGEST_RECORD {
            strings.push(string);
        }
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_what_it_says() {
        let prose = |name, words: &str| (name, words.repeat(500));
        let prose = [
            prose("prose/english", "whereas recognition of the inherent dignity "),
            prose("prose/french", "considérant que la reconnaissance "),
            prose("prose/russian", "принимая во внимание "),
            prose("prose/chinese", "人人生而自由"),
            prose("prose/emoji", "😀👩‍🚀🇩🇪 "),
        ];
        let texts = texts(&prose);
        let names: Vec<&str> = texts.iter().map(|text| &*text.name).collect();
        assert_eq!(
            names,
            [
                "kind/json",
                "kind/csv",
                "kind/log",
                "kind/code",
                "kind/subtitles",
                "kind/chat",
                "kind/rare-ideographs",
                "words/ascii",
                "records/ascii",
                "words/latin",
                "records/latin",
                "words/other",
                "records/other",
            ]
        );
        for text in &texts {
            let read = buffers(text);
            assert_eq!(read.is_some(), text.strings.len() == TEXTS, "{}", text.name);
            if let Some(read) = read {
                assert_eq!(
                    read.name.split_once('/'),
                    Some(("buffers", &*text.name.replace('/', "-")))
                );
                assert!(read.strings.iter().all(|s| (BUFFER - 3..=BUFFER).contains(&s.len())));
                let long: usize = text.strings.iter().map(String::len).sum();
                let read: usize = read.strings.iter().map(String::len).sum();
                assert!(
                    read <= long && long - read <= TEXTS * (BUFFER + 3 * 17),
                    "{read} of {long}"
                );
            }
            let all: String = text.strings.concat();
            assert_eq!(all.is_ascii(), text.name.ends_with("/ascii"), "{}", text.name);
            let lengths = match text.strings.len() {
                STRINGS => 1..=LONGEST,
                RECORDS => LONGEST + 1..=LONGEST_RECORD,
                _ => 1..=usize::MAX,
            };
            assert!(text.strings.iter().all(|s| lengths.contains(&s.len())), "{}", text.name);
            if text.strings.len() == TEXTS && text.name != "kind/rare-ideographs" {
                let ascii = all.bytes().filter(u8::is_ascii).count();
                assert!(all.len() >= TEXTS * LENGTH && ascii * 10 > all.len() * 8, "{}", text.name);
            }
        }
    }
}
