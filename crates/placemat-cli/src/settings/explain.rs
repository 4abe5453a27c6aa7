//! What `placemat explain` is to do: numbers in any notation, and what was pasted, become bytes.

use super::{wants_color, width};
use crate::args::{ExplainArgs, Layout, When};
use crate::print::escape;
use crate::print::name::Name;
use crate::report::words;
use crate::standard;
use placemat::detect::{self, Sniffed};
use placemat::tool::anatomy;
use placemat_inspect::paste::{self, Certainty, Form, Paste};
use placemat_inspect::{code_point, search};
use std::fs::File;
use std::io::{self, Read};
use std::ops::{Range, RangeInclusive};
use std::path::Path;

/// What else than standard input may have been meant.
const FILE: &str = "name a file, or \"-\" if that is meant";

pub(crate) struct Explain {
    pub(crate) what: What,
    /// What is to be said of it on standard error.
    pub(crate) notes: Vec<String>,
    /// In bytes.
    pub(crate) range: Range<u64>,
    pub(crate) errors_only: bool,
    pub(crate) code_page: bool,
    pub(crate) layout: Layout,
    pub(crate) color: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

/// What is explained.
pub(crate) enum What {
    Bytes(Vec<u8>),
    Input(Name),
    /// An input that is read as a paste in this form.
    Pasted(Name, Form),
    /// UTF-8 itself.
    Nothing,
}

impl Explain {
    pub(crate) fn resolve(args: ExplainArgs, color: When) -> Result<Self, String> {
        let mut notes = Vec::new();
        let what = what(&args, &mut notes)?;
        if args.code_page && matches!(args.format, Layout::Cards | Layout::Table) {
            return Err(
                "--code-page has a form of its own: leave out --format, or say json or tsv"
                    .to_owned(),
            );
        }
        let range = args.range.as_deref().map_or(Ok(0..u64::MAX), parse_range)?;
        Ok(Self {
            what,
            notes,
            range,
            errors_only: args.errors_only,
            code_page: args.code_page,
            layout: args.format,
            color: wants_color(color),
            width: width(),
        })
    }
}

/// What the arguments name; what is odd about it goes to `notes`.
fn what(args: &ExplainArgs, notes: &mut Vec<String>) -> Result<What, String> {
    let digits = [(&args.hex, Form::Hex), (&args.octal, Form::Octal), (&args.binary, Form::Binary)];
    if let Some((words, form)) = digits.into_iter().find(|(words, _)| !words.is_empty()) {
        return paste_as(&words.join(" "), form, notes).map(What::Bytes);
    }
    if let Some(text) = &args.text {
        let form = args.form.unwrap_or(Form::Text);
        return paste_as(text, form, notes).map(What::Bytes);
    }
    if let Some(words) = &args.name {
        return named(words, args.most.get(), notes).map(What::Bytes);
    }
    if !args.code_point.is_empty() {
        return spell_all(&args.code_point).map(What::Bytes);
    }
    let name = match &args.path {
        Some(path) if path.as_os_str() != "-" => match path.to_str() {
            Some(text) if !args.code_page && !is_there(path) => {
                return pasted(text, path, args.form, notes).map(What::Bytes);
            }
            _ => Name::Path(path.clone()),
        },
        None if args.code_page => return Ok(What::Nothing),
        None if !standard::is_implied(FILE) => {
            return Err("nothing to explain: give a PATH, what was pasted, --text, -U, --name or \
                --code-page (placemat explain --help says more)"
                .to_owned());
        }
        _ => Name::Stdin,
    };
    Ok(match args.form {
        Some(form) => What::Pasted(name, form),
        None => {
            notes.extend(wide(&name));
            What::Input(name)
        }
    })
}

/// What is to be said of a file that looks like UTF-16 or UTF-32: its bytes are explained as UTF-8.
fn wide(name: &Name) -> Option<String> {
    let Name::Path(path) = name else { return None };
    let size = path.metadata().ok().filter(|found| found.is_file())?.len();
    let mut start = Vec::new();
    File::open(path).ok()?.take(detect::SAMPLE as u64).read_to_end(&mut start).ok()?;
    match detect::sniff(&start, start.len() as u64 == size) {
        Sniffed::Other(other) => {
            Some(format!("{}: {}", name.shown(), words::other_encoding(name, other)))
        }
        _ => None,
    }
}

/// Whether a file has this name, though it may be one that cannot be opened.
fn is_there(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// The bytes of what was pasted, in a form that is known.
pub(crate) fn paste_as(text: &str, form: Form, notes: &mut Vec<String>) -> Result<Vec<u8>, String> {
    let Paste { bytes, notes: odd, .. } =
        paste::read_as(text, form).map_err(|why| why.to_string())?;
    notes.extend(odd);
    if bytes.is_empty() && form != Form::Text {
        return Err("there is nothing to explain in what was typed".to_owned());
    }
    Ok(bytes)
}

/// The bytes of an argument that is the name of no file.
fn pasted(
    text: &str,
    path: &Path,
    form: Option<Form>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, String> {
    if let Some(form) = form {
        return paste_as(text, form, notes);
    }
    let Paste { form, certainty, bytes, others, notes: odd, .. } = paste::read(text);
    // A name that was mistyped is not to be explained.
    if form == Form::Text && odd.is_empty() && looks_like_a_path(text) {
        let hint = Name::quoted(text.as_bytes());
        let hint = hint.map(|text| format!("; if the text is meant: --text {text}"));
        let (name, hint) = (crate::print::name::shown(path), hint.unwrap_or_default());
        return Err(format!("{name}: no such file{hint}"));
    }
    let others: Vec<&str> = others.into_iter().map(Form::name).collect();
    let others = match &*others {
        [] => String::new(),
        ["text"] if certainty == Certainty::Certain => String::new(),
        others => format!("; --as {} reads it otherwise", others.join(", --as ")),
    };
    let sure = match certainty {
        Certainty::Certain => "",
        Certainty::Likely => ", most likely",
        _ => ", perhaps",
    };
    notes.push(format!("no file has this name: taken for {form}{sure}{others}"));
    notes.extend(odd);
    Ok(bytes)
}

/// `notes/menu.txt`, `menu`: a word of ASCII has nothing to explain.
fn looks_like_a_path(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_extension = |text: &str| {
        (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let first = text.split(char::is_whitespace).next().unwrap_or_default();
    let one_word = first.len() == text.len();
    first.contains('/')
        || text.starts_with('~')
        || one_word && (text.is_ascii() || extension.is_some_and(is_extension))
}

/// The code points that have these words in their names.
fn named(words: &str, most: usize, notes: &mut Vec<String>) -> Result<Vec<u8>, String> {
    let found = search(words, most);
    let shown = found.code_points.len();
    match found.total {
        0 => return Err(format!("no name has all of these words: \"{}\"", escape::shown(words))),
        total if total > shown => notes.push(format!(
            "{shown} of {total} names are shown: more words leave fewer, and --most N shows more"
        )),
        _ => {}
    }
    Ok(found.code_points.into_iter().collect::<String>().into_bytes())
}

/// More values than there are code points are no range that somebody wants to see.
const MOST_VALUES: u64 = 0x11_0000;

/// The UTF-8 form of each value.
fn spell_all(values: &[String]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut left = MOST_VALUES;
    for value in values {
        if let Some(block) = code_point::block_named(value) {
            let assigned = block.filter_map(char::from_u32);
            let assigned = assigned.filter(|&c| code_point::category(c).0 != "Cn");
            bytes.extend(assigned.collect::<String>().into_bytes());
            continue;
        }
        for text in value.split_whitespace() {
            let range = parse_code_points(text)?;
            left =
                left.checked_sub(u64::from(range.end() - range.start()) + 1).ok_or_else(|| {
                    format!("{} has more values than there are code points", escape::shown(text))
                })?;
            for value in range {
                let spelt = anatomy::spell(value, &mut [0; 6]).map(<[u8]>::to_vec);
                bytes.extend(spelt.ok_or_else(|| {
                    format!("{} is above 7FFFFFFF: no UTF-8 holds it", escape::shown(text))
                })?);
            }
        }
    }
    if bytes.is_empty() {
        return Err("there is nothing to explain in what was typed".to_owned());
    }
    Ok(bytes)
}

/// A code point, or a range of them.
fn parse_code_points(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || {
        format!(
            "\"{}\" is not a code point, and no block is called so: write it as 20AC, U+20AC, \
             0o20254 or &#8364;, a range as 2190..21FF, a block as arrows",
            escape::shown(text)
        )
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = parse_code_point(first).zip(parse_code_point(last));
    let (first, last) = range.ok_or_else(wrong)?;
    if first > last {
        return Err(format!("\"{}\" is a range that ends before it begins", escape::shown(text)));
    }
    Ok(first..=last)
}

fn parse_code_point(text: &str) -> Option<u32> {
    // Not 0d and 0b: 0D15 and 0B15 are code points.
    let lower = text.to_ascii_lowercase();
    let prefixes = [("&#x", 16), ("&#", 10), ("0o", 8), ("u+", 16), ("0x", 16), ("\\u", 16)];
    let stripped =
        prefixes.iter().find_map(|&(prefix, radix)| Some((lower.strip_prefix(prefix)?, radix)));
    let (digits, radix) = stripped.unwrap_or((&lower, 16));
    let digits = digits.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(digits);
    let digits = digits.strip_suffix(';').unwrap_or(digits);
    let number = digits.chars().all(|digit| digit.is_digit(radix));
    u32::from_str_radix(digits, radix).ok().filter(|_| number)
}

/// `100..200`, `100..`, `..200`.
fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str, default| match text.trim() {
        "" => Some(default),
        text => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        },
    };
    let ends = text.split_once("..").and_then(|(start, end)| {
        let range = number(start, 0)?..number(end, u64::MAX)?;
        (range.start <= range.end).then_some(range)
    });
    let shown =
        || format!("\"{}\" is no range of bytes: write it as 100..200", escape::shown(text));
    ends.ok_or_else(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_as_people_write_them() {
        for text in
            ["20AC", "U+20ac", "0x20AC", "\\u20AC", "\\u{20AC}", "0o20254", "&#8364;", "&#x20ac;"]
        {
            assert_eq!(parse_code_point(text), Some(0x20AC), "{text}");
        }
        assert_eq!(["0D15", "0B15", "0d"].map(parse_code_point), [0xD15, 0xB15, 0xD].map(Some));
        assert_eq!(["", "G", "U+", "-1", "+1", "0o8"].map(parse_code_point), [None; 6]);
        assert_eq!(spell_all(&["41".into(), "110000".into()]), Ok(b"A\xF4\x90\x80\x80".to_vec()));
        assert!(spell_all(&["80000000".into()]).is_err());
        assert_eq!(spell_all(&["41..43".into(), "U+61..U+62".into()]), Ok(b"ABCab".to_vec()));
        assert!(
            ["43..41", "..", "0..7FFFFFFF", "41..x"]
                .map(str::to_owned)
                .iter()
                .all(|range| { spell_all(std::slice::from_ref(range)).is_err() })
        );
        // What is not assigned is left out.
        let arabic = spell_all(&["ethiopic extended".to_owned()]).unwrap();
        assert!(str::from_utf8(&arabic).unwrap().chars().count() < 0x60);
    }

    #[test]
    fn names_of_files_are_not_explained() {
        for text in
            ["menu.txt", "notes/menu.md", "/etc/a b", "d/a b", "./x", "~", "menu", "é.txt", "a/é"]
        {
            assert!(looks_like_a_path(text), "{text}");
        }
        for text in ["don\u{e2}t", "that is it.", "a b/c", "1.5 and more", "€"] {
            assert!(!looks_like_a_path(text), "{text}");
        }
    }

    #[test]
    fn ranges() {
        assert_eq!(parse_range("100..200"), Ok(100..200));
        assert_eq!(parse_range("..0x80"), Ok(0..128));
        assert_eq!(parse_range("5.."), Ok(5..u64::MAX));
        assert!(["", "5", "7..5", "a..b"].iter().all(|text| parse_range(text).is_err()));
    }
}
