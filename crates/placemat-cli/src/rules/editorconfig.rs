//! `.editorconfig`: what the file says of `charset`. The EditorConfig specification, version 0.17, which has no comments
//! behind values.

use super::glob::{Dialect, Glob};

/// What a file says.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditorConfig {
    /// Files in folders above it do not count.
    pub(crate) root: bool,
    /// What is said of charsets, from the first line to the last.
    pub(crate) rules: Vec<Declared>,
}

/// That files of some names are in some encoding.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) glob: Glob,
    /// The line that says it, from 1.
    pub(crate) line: usize,
    /// What is said, safe to print or not; none: nothing holds that was said before.
    pub(crate) value: Option<String>,
}

impl EditorConfig {
    pub(crate) fn parse(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut found = Self::default();
        let mut section: Option<Glob> = None;
        let mut in_preamble = true;
        for (line, number) in text.trim_start_matches('\u{FEFF}').lines().zip(1..) {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                in_preamble = false;
                section = Some(Glob::new(name, Dialect::EditorConfig));
                continue;
            }
            let Some((key, value)) = line.split_once('=') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            match (&section, &*key) {
                (None, "root") if in_preamble => found.root = value.eq_ignore_ascii_case("true"),
                (Some(glob), "charset") => {
                    let value = Some(value).filter(|value| !value.eq_ignore_ascii_case("unset"));
                    let value = value.map(str::to_owned);
                    found.rules.push(Declared { glob: glob.clone(), line: number, value });
                }
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let text = b"\xEF\xBB\xBFRoot = TRUE\n; a comment\n[*]\ncharset=utf-8\nindent_size = 2\n\n\
            [*.{bat,cmd}]\r\nCharset = latin1\r\nroot = false\n[x]\ncharset = unset\n[y\nno line\n";
        let found = EditorConfig::parse(text);
        assert!(found.root);
        let told: Vec<_> =
            found.rules.iter().map(|rule| (rule.line, rule.value.as_deref())).collect();
        assert_eq!(told, [(4, Some("utf-8")), (8, Some("latin1")), (11, None)]);
        assert!(found.rules[1].glob.matches(b"a/b.cmd"));
        assert!(!found.rules[1].glob.matches(b"a/b.sh"));
    }

    #[test]
    fn sections_end_at_the_last_bracket() {
        let found = EditorConfig::parse(b"[[ab]].g]\ncharset = latin1\n");
        assert!(found.rules[0].glob.matches(b"b].g"));
        assert!(!found.root);
    }
}
