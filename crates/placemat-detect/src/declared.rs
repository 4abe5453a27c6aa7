//! What a text says of its own encoding: in HTML, XML, CSS, mail, or a line for an editor.

/// Declarations stand in the first bytes.
pub(crate) const START: usize = 2048;

/// So many bytes are looked at together.
const BLOCK: usize = 64;

/// What stands before the label of an encoding.
const BEFORE: [&str; 5] = ["charset=", "encoding=", "@charset ", "coding:", "coding="];

/// The label that the text declares, in lower case.
pub(crate) fn label(start: &[u8]) -> Option<String> {
    // Nearly all texts have no such word: to look for what it ends with costs next to nothing.
    let ends = |at: &usize| match start[*at] {
        b'=' | b':' => true,
        // One that stands at the start, or nowhere.
        b' ' => at + 1 == "@charset ".len(),
        _ => false,
    };
    // Only where one of these is, or at the start.
    let (blocks, _) = start.as_chunks::<BLOCK>();
    let may_end = |block: usize| block == 0 || blocks.get(block).is_none_or(has_end);
    let blocks = (0..start.len().div_ceil(BLOCK)).filter(|block| may_end(*block));
    let places = |block| block * BLOCK..start.len().min((block + 1) * BLOCK);
    let ends = blocks.flat_map(places).filter(ends);
    let words_to = |end: usize| {
        let is_there = move |word: &&&str| ends_with(&start[..=end], word);
        BEFORE.iter().filter(is_there).map(move |word| (end + 1 - word.len(), *word))
    };
    let mut words = ends.flat_map(words_to);
    let first = words.next()?;
    let ascii = |byte: &u8| if byte.is_ascii() { byte.to_ascii_lowercase() } else { b'?' };
    let text = String::from_utf8(start.iter().map(ascii).collect()).ok()?;
    let mut words = std::iter::once(first).chain(words);
    let (at, word) = words.find(|&(at, word)| stands_there(&text, at, word))?;
    let label = text[at + word.len()..].trim_start_matches([' ', '"', '\'']);
    let of = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let end = label.find(|c| !of(c)).unwrap_or(label.len());
    (end > 1).then(|| label[..end].to_owned())
}

/// Whether one of them is there. Numbers, and no way out: the compiler makes a vector of that.
fn has_end(block: &[u8; BLOCK]) -> bool {
    let is_end = |byte: &u8| u8::from(*byte == b'=') | u8::from(*byte == b':');
    block.iter().fold(0, |any, byte| any | is_end(byte)) != 0
}

fn ends_with(text: &[u8], word: &str) -> bool {
    text.len() >= word.len()
        && text[text.len() - word.len()..].eq_ignore_ascii_case(word.as_bytes())
}

/// Whether a declaration stands at `at`: XML declares in its first line, and editors in a comment
/// of the first two.
fn stands_there(text: &str, at: usize, before: &str) -> bool {
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[line_start..at];
    match before {
        "encoding=" => text.starts_with("<?xml"),
        "coding:" | "coding=" => {
            text[..at].matches('\n').count() < 2
                && ["#", "//", "/*", "%", ";", "--", "\"", "<!--"]
                    .iter()
                    .any(|mark| line.trim_start().starts_with(mark))
        }
        "@charset " => at == 0,
        // HTML, HTTP and mail.
        _ => {
            line.contains("<meta")
                || line.contains("content-type")
                || text[..at].trim_end().ends_with(';')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_it_stands() {
        let told = |text: &str| label(text.as_bytes());
        for text in [
            "<html><meta charset=\"ISO-8859-2\">",
            "<meta http-equiv=Content-Type content=\"text/html; charset=iso-8859-2\">",
            "<?xml version=\"1.0\" encoding='iso-8859-2'?>",
            "@charset \"iso-8859-2\";",
            "#!/usr/bin/python\n# -*- coding: iso-8859-2 -*-\n",
            "Content-Type: text/plain;\n charset=iso-8859-2\n",
        ] {
            assert_eq!(told(text).as_deref(), Some("iso-8859-2"), "{text}");
        }
        assert_eq!(told("the charset=iso-8859-2 is old"), None);
        assert_eq!(told("encoding=iso-8859-2"), None);
        assert_eq!(told("plain"), None);
    }
}
