//! Names of encodings are those of the table, read naively, and in the Encoding Standard's meaning those
//! of encoding_rs; the parameter `charset` is what a machine finds that goes from code point to code
//! point; no memory is asked for.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::Dice;
use libfuzzer_sys::fuzz_target;
use placemat::encoding::Label;

fuzz_target!(|data: &[u8]| {
    let Some((&[kind, seed], text)) = data.split_first_chunk() else { return };
    let text = String::from_utf8_lossy(text);
    let mut dice = Dice::new(seed);
    // Any text, or a label with some of it within, or pieces of a media type.
    let text = match kind % 4 {
        0 => text.into_owned(),
        1 => {
            let label = Label::all()[dice.below(Label::all().len())];
            let names = [label.name()].into_iter().chain(label.aliases().iter().copied());
            let names: Vec<_> = names.chain(label.whatwg_labels().iter().copied()).collect();
            let name = names[dice.below(names.len())];
            let (before, behind) = name.split_at(dice.below(name.len()));
            let within: String = text.chars().take(dice.below(4)).collect();
            format!("{before}{within}{behind}")
        }
        _ => {
            const PIECES: [&str; 12] = [
                "text/plain",
                ";",
                "; charset=",
                "Charset",
                "=",
                "\"",
                "\\",
                "(",
                ")",
                "utf-8",
                " ",
                "x=",
            ];
            let pieces = text.bytes().map(|byte| PIECES[usize::from(byte) % PIECES.len()]);
            pieces.collect()
        }
    };
    let (found, asked) = measured(|| {
        (Label::for_label(&text), Label::for_label_whatwg(&text), Label::charset_of(&text))
    });
    assert_eq!(asked, 0);
    let (label, whatwg, charset) = found;
    assert_eq!(label, named(&text));
    let peer = encoding_rs::Encoding::for_label(text.as_bytes()).map(|peer| peer.name());
    let is_here = |name: &&str| matches!(*name, "UTF-8" | "UTF-16LE" | "UTF-16BE" | "windows-1252");
    let name = whatwg.map(|label| label.name().trim_end_matches("-whatwg").to_owned());
    let of_peer = peer.filter(is_here).map(str::to_ascii_lowercase);
    assert_eq!(name, of_peer);
    assert_eq!(charset.map(str::to_owned), charset_of(&text));
    let within = |value: &str| text.as_bytes().as_ptr_range().contains(&value.as_ptr());
    assert!(charset.is_none_or(within));
    signature(text.as_bytes());
});

/// The label one of whose names has the letters and digits of `text`.
fn named(text: &str) -> Option<Label> {
    let significant = |text: &str| {
        let counts = |c: &char| !c.is_ascii_punctuation() && *c != ' ';
        text.chars().filter(counts).collect::<String>().to_ascii_lowercase()
    };
    Label::all().iter().copied().find(|label| {
        let mut names = [label.name()].into_iter().chain(label.aliases().iter().copied());
        names.any(|name| significant(name) == significant(text))
    })
}

/// Where the machine is.
#[derive(Clone, Copy, PartialEq)]
enum At {
    /// Before a semicolon.
    Outside,
    Name,
    /// Behind a name, before what it is.
    Equals,
    /// Before a value.
    Begin,
    Value,
    Quoted {
        escaped: bool,
    },
}

fn charset_of(text: &str) -> Option<String> {
    let mut at = At::Outside;
    let (mut name, mut value) = (String::new(), String::new());
    let (mut depth, mut escaped) = (0, false);
    // A semicolon ends the last one.
    let done = |name: &str, value: &str| name.eq_ignore_ascii_case("charset") && !value.is_empty();
    for c in text.chars() {
        if let At::Quoted { escaped } = &mut at {
            match c {
                '"' if !*escaped => {
                    if done(&name, &value) {
                        return Some(value);
                    }
                    at = At::Outside;
                }
                _ => {
                    *escaped = c == '\\' && !*escaped;
                    value.push(c);
                }
            }
            continue;
        }
        // A comment is a blank.
        let is_comment = depth > 0 || c == '(';
        match c {
            _ if depth > 0 && escaped => escaped = false,
            '\\' if depth > 0 => escaped = true,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ => {}
        }
        let c = if is_comment { ' ' } else { c };
        let is_blank = matches!(c, ' ' | '\t' | '\r' | '\n');
        at = match at {
            At::Outside if c != ';' => At::Outside,
            At::Value if !is_blank && !matches!(c, ';' | ',' | '"') => {
                value.push(c);
                At::Value
            }
            At::Value if done(&name, &value) => return Some(value),
            At::Name if is_blank && name.is_empty() => At::Name,
            At::Name if is_blank => At::Equals,
            At::Name | At::Equals if c == '=' => At::Begin,
            At::Name if c != ';' => {
                name.push(c);
                At::Name
            }
            At::Begin if is_blank => At::Begin,
            At::Begin if c == '"' => At::Quoted { escaped: false },
            At::Begin if !matches!(c, ';' | ',') => {
                value.push(c);
                At::Value
            }
            At::Equals if is_blank => At::Equals,
            _ if c == ';' => {
                name.clear();
                value.clear();
                At::Name
            }
            _ => At::Outside,
        };
    }
    done(&name, &value).then_some(value)
}

/// Text that begins with a signature is of the encoding that has it.
fn signature(text: &[u8]) {
    for &label in Label::all() {
        for last in [false, true] {
            match label.for_reading(text, last) {
                None => assert!(!last && text.len() < 4),
                Some((found, 0)) => assert!(!label.needs_signature() || found == big_endian(label)),
                Some((found, len)) => {
                    assert_eq!(found.signature(), &text[..len]);
                    assert!(found == label || label.needs_signature());
                }
            }
        }
    }
}

fn big_endian(label: Label) -> Label {
    match label {
        Label::Utf16 => Label::Utf16Be,
        Label::Utf32 => Label::Utf32Be,
        Label::Ucs2 => Label::Ucs2Be,
        Label::Ucs4 => Label::Ucs4Be,
        named => named,
    }
}
