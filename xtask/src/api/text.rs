//! Tokens as a person would write them, on one line.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The text of a part of the source.
pub(super) fn of(part: &impl ToTokens) -> String {
    let mut out = String::new();
    write(part.to_token_stream(), &mut out);
    out
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut joined = false;
    for token in tokens {
        if !joined && wants_space(out, &token) {
            out.push(' ');
        }
        joined = false;
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                write(group.stream(), out);
                if out.ends_with(',') {
                    out.pop();
                }
                out.push_str(close);
            }
            TokenTree::Punct(punct) => {
                out.push(punct.as_char());
                joined = punct.spacing() == Spacing::Joint;
            }
            other => out.push_str(&other.to_string()),
        }
    }
}

/// Whether a space belongs between what is written and `next`.
fn wants_space(before: &str, next: &TokenTree) -> bool {
    let Some(last) = before.chars().next_back() else { return false };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let behind_arrow = before.ends_with("->") || before.ends_with("=>");
    match next {
        _ if last == ' ' => false,
        _ if behind_arrow || matches!(last, ',' | ';' | '=' | '+') => true,
        _ if last == ':' => !before.ends_with("::"),
        TokenTree::Punct(punct) => match punct.as_char() {
            '-' | '=' | '+' => true,
            '&' | '\'' | '*' | '#' => is_word(last),
            _ => false,
        },
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => true,
            // A type behind `mut`, a lifetime and such.
            Delimiter::Bracket => is_word(last),
            _ => before.ends_with(" for") || before.ends_with(" in"),
        },
        _ => is_word(last) || matches!(last, ')' | ']' | '>' | '}'),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn as_a_person_would_write_it() {
        for line in [
            "fn a<'a, T: Into<u8> + Copy>(x: &'a [u8], y: &mut [T; 4]) -> Result<&'a mut str, Error<u64>>",
            "impl<F: Encoding<Unit = u8>, T> Iterator for Reader<F, T>",
            "const fn all() -> &'static [Self]",
            "fn b(f: impl FnMut(&Change, &[u8]) -> bool, p: *const u8)",
            "fn c() -> impl Iterator<Item = Level>",
        ] {
            let tokens: proc_macro2::TokenStream = line.parse().expect("it is Rust");
            assert_eq!(super::of(&tokens), line);
        }
    }
}
