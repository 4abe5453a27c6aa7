//! `.gitattributes`: what the file says of `working-tree-encoding`, gitattributes(5).

use super::editorconfig::Declared;
use super::glob::{Dialect, Glob};
use std::collections::HashMap;

const NAME: &str = "working-tree-encoding";

/// What the definition of a macro begins with.
const MACRO: &str = "[attr]";

/// So deep macros may stand in one another.
const DEEPEST: usize = 16;

/// Longer lines do not count, as git has it.
const LONGEST: usize = 2048;

/// Attributes that stand for others (`[attr]name ..`): what each says of the encoding, if anything.
pub(crate) type Macros = HashMap<String, Option<Option<String>>>;

/// What a file says, from the first line to the last. Where it `defines` macros, as only the topmost may, they are added.
pub(crate) fn parse(text: &[u8], macros: &mut Macros, defines: bool) -> Vec<Declared> {
    let text = String::from_utf8_lossy(text);
    let lines = text.trim_start_matches('\u{FEFF}').lines().zip(1..);
    let lines = lines.map(|(line, number)| (line.trim_matches([' ', '\t', '\r']), number));
    let lines = lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#') && line.len() <= LONGEST);
    // They hold above their lines, too, and in one another: the next round finds what one has found.
    let definitions = lines.clone().filter_map(|(line, _)| line.strip_prefix(MACRO));
    for _ in 0..if defines { DEEPEST } else { 0 } {
        let mut is_new = false;
        for definition in definitions.clone() {
            let (name, rest) = definition.split_once([' ', '\t']).unwrap_or((definition, ""));
            let value = said(rest, macros);
            is_new |= macros.insert(name.to_owned(), value.clone()) != Some(value);
        }
        if !is_new {
            break;
        }
    }
    let mut rules = Vec::new();
    for (line, number) in lines.filter(|(line, _)| !line.starts_with(MACRO)) {
        let (pattern, rest) = match line.strip_prefix('"') {
            Some(quoted) => match unquoted(quoted) {
                Some(found) => found,
                None => continue,
            },
            None => {
                let end = line.find([' ', '\t']).unwrap_or(line.len());
                (line[..end].to_owned(), &line[end..])
            }
        };
        // Negative patterns are forbidden.
        if pattern.starts_with('!') {
            continue;
        }
        if let Some(value) = said(rest, macros) {
            rules.push(Declared { glob: Glob::new(&pattern, Dialect::Git), line: number, value });
        }
    }
    rules
}

/// What a list of attributes says of the encoding; none, if nothing.
fn said(attributes: &str, macros: &Macros) -> Option<Option<String>> {
    let mut said = None;
    for attribute in attributes.split_ascii_whitespace() {
        if let Some(value) = attribute.strip_prefix(NAME).and_then(|rest| rest.strip_prefix('=')) {
            said = Some(Some(value.to_owned()).filter(|value| !value.is_empty()));
        } else if attribute.strip_prefix(['-', '!']) == Some(NAME) || attribute == NAME {
            said = Some(None);
        } else if let Some(value) = macros.get(attribute).cloned().flatten() {
            said = Some(value);
        }
    }
    said
}

/// A pattern in the quotes of C, behind the first of them, and what follows it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => return Some((String::from_utf8_lossy(&bytes).into_owned(), rest)),
            '\\' => {
                let escaped = rest.chars().next()?;
                if let Some(octal) =
                    rest.get(..3).filter(|octal| octal.bytes().all(|b| b.is_ascii_digit()))
                {
                    bytes.push(u8::from_str_radix(octal, 8).ok()?);
                    rest = &rest[3..];
                    continue;
                }
                rest = &rest[escaped.len_utf8()..];
                bytes.push(match escaped {
                    'a' => 7,
                    'b' => 8,
                    't' => b'\t',
                    'n' => b'\n',
                    'v' => 11,
                    'f' => 12,
                    'r' => b'\r',
                    '\\' | '"' => escaped as u8,
                    _ => return None,
                });
            }
            c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(rules: &[Declared]) -> Vec<(usize, Option<&str>)> {
        rules.iter().map(|rule| (rule.line, rule.value.as_deref())).collect()
    }

    #[test]
    fn files() {
        let text = b"# comment\n*.ps1 text working-tree-encoding=UTF-16 eol=crlf\n\
            *.txt text\n\"a b\\303\\251.rc\" working-tree-encoding=UTF-16LE-BOM\n\
            x.ps1 -working-tree-encoding\ny.ps1 !working-tree-encoding\n!*.z working-tree-encoding=x\n";
        let rules = parse(text, &mut Macros::new(), false);
        assert_eq!(
            told(&rules),
            [(2, Some("UTF-16")), (4, Some("UTF-16LE-BOM")), (5, None), (6, None)]
        );
        assert!(rules[1].glob.matches("d/a bé.rc".as_bytes()));
    }

    #[test]
    fn macros() {
        let mut macros = Macros::new();
        let text = b"[attr]wide text working-tree-encoding=UTF-16\n*.rc wide\n*.c text\n";
        let rules = parse(text, &mut macros, true);
        assert_eq!(told(&rules), [(2, Some("UTF-16"))]);
        let before = b"*.rc wide\n[attr]wide working-tree-encoding=UTF-16\n";
        assert_eq!(told(&parse(before, &mut Macros::new(), true)), [(1, Some("UTF-16"))]);
        // One may stand for another that is below it, or for itself.
        let nested = b"[attr]a b\n[attr]b a working-tree-encoding=UTF-16\n*.rc a\n";
        assert_eq!(told(&parse(nested, &mut Macros::new(), true)), [(3, Some("UTF-16"))]);
        // Below, they can be used and not be defined.
        assert_eq!(told(&parse(b"*.x wide", &mut macros, false)), [(1, Some("UTF-16"))]);
        assert_eq!(told(&parse(text, &mut Macros::new(), false)), []);
    }
}
