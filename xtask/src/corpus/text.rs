//! From web pages to distinct paragraphs.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// One declaration of human rights.
pub(crate) struct Document {
    /// Its code in the package.
    pub(super) code: String,
    /// The name of its language, in English.
    pub(super) language: String,
    /// The page as it is.
    pub(super) html: String,
    /// The text of the page, a paragraph or heading each.
    pub(crate) paragraphs: Vec<String>,
}

impl Document {
    pub(crate) fn read(declarations: &Path, code: &str) -> Result<Self> {
        let path = declarations.join(format!("{code}.html"));
        let html =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // The title is the language's name in English: not a part of the text.
        let (head, body) = html
            .split_once("</head>")
            .with_context(|| format!("{} has no head", path.display()))?;
        let language = paragraphs(head).concat();
        let paragraphs = paragraphs(body);
        Ok(Self { code: code.to_owned(), language, paragraphs, html })
    }
}

/// The text between tags, entities decoded, white space folded, empty pieces left out.
///
/// The package has tags of blocks only, so every tag ends a paragraph.
fn paragraphs(html: &str) -> Vec<String> {
    html.split('<')
        .map(|piece| piece.split_once('>').map_or(piece, |(_tag, text)| text))
        .map(|text| {
            html_escape::decode_html_entities(text).split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .filter(|text| !text.is_empty())
        .collect()
}

/// Tells text that says something new from text seen before.
#[derive(Default)]
pub(super) struct Distinct {
    seen: HashSet<Vec<u8>>,
}

impl Distinct {
    /// The windows of text that are compared: long enough to hold a few words in any script.
    const WINDOW: usize = 24;

    /// Whether at least half of a paragraph is new; it is remembered in any case.
    pub(super) fn adds(&mut self, paragraph: &str) -> bool {
        let bytes = paragraph.as_bytes();
        let windows = bytes.windows(Self::WINDOW.min(bytes.len()));
        let all = windows.len();
        let new = windows.filter(|window| self.seen.insert(window.to_vec())).count();
        2 * new >= all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_paragraphs_and_entities_are_decoded() {
        let html = "<body>\n  <h1>Tea &#x26;\n   milk</h1>\n <p></p><li><p>a&lt;b</p></li></body>";
        assert_eq!(paragraphs(html), ["Tea & milk", "a<b"]);
    }

    #[test]
    fn repeated_text_is_not_distinct() {
        let mut distinct = Distinct::default();
        let article = "Everyone has the right to life, liberty and security of person.";
        assert!(distinct.adds(article));
        assert!(!distinct.adds(article));
        assert!(!distinct.adds(&article.replace("person", "people")));
        assert!(distinct.adds("No one shall be held in slavery or servitude."));
        assert!(distinct.adds("1"));
        assert!(!distinct.adds("1"));
    }
}
