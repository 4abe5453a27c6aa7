//! Markup in the making. What a program says of itself is markup; what comes from files, from names and
//! from arguments is text, and becomes nothing else, whatever it is.

use crate::print::escape;
use crate::print::name::Name;
use crate::print::words::{spaced, thousands};
use placemat::utf8;
use unicode_width::UnicodeWidthChar;

/// How many combining marks in a row are shown: what stands behind is said.
const MARKS: usize = 6;

/// How long the markup of a name can be: a page stays small, whatever files are called.
const NAME: usize = 1000;

/// What appends is called hundreds of times, and not inlined: it would be 20 KB.
#[derive(Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// Appends markup that was written by hand.
    #[inline(never)]
    pub(crate) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Appends other markup.
    pub(crate) fn add(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    /// Appends text. Code points that act or hide are shown as what they are.
    #[inline(never)]
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        let mut marks = 0;
        for c in text.chars() {
            let is_mark = c >= '\u{300}' && c.width() == Some(0) && !escape::is_unsafe(c);
            marks = if is_mark { marks + 1 } else { self.skipped(marks) };
            if marks <= MARKS {
                self.char(c);
            }
        }
        self.skipped(marks);
        self
    }

    fn char(&mut self, c: char) {
        match c {
            '&' => self.0.push_str("&amp;"),
            '<' => self.0.push_str("&lt;"),
            '>' => self.0.push_str("&gt;"),
            '"' => self.0.push_str("&quot;"),
            '\'' => self.0.push_str("&#39;"),
            '\t' => self.0.push('\t'),
            _ if escape::is_unsafe(c) => {
                self.0.push_str(&format!("<i class=\"cp\">U+{:04X}</i>", u32::from(c)));
            }
            _ => self.0.push(c),
        }
    }

    /// Says how many of so many marks in a row are left out. No mark follows.
    fn skipped(&mut self, marks: usize) -> usize {
        if marks > MARKS {
            self.raw("<i class=\"cp\">").number((marks - MARKS) as u64).raw(" more marks</i>");
        }
        0
    }

    /// Appends bytes as the text that they are; what is malformed is marked.
    #[inline(never)]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let mut done = 0;
        for group in utf8::groups(bytes) {
            self.well_formed(&bytes[done..group.offset]);
            self.wrong(&bytes[group.offset..group.end()]);
            done = group.end();
        }
        self.well_formed(&bytes[done..]);
        self
    }

    /// Appends the name of a file, which can be any bytes; of a very long one the end.
    pub(crate) fn name(&mut self, name: &Name) -> &mut Self {
        if *name == Name::Stdin {
            return self.raw("standard input");
        }
        let bytes = name.bytes();
        let mut rest = &bytes[..];
        let mut shown = Self::default();
        while shown.bytes(rest).0.len() > NAME {
            rest = &rest[utf8::floor_group_boundary(rest, rest.len() / 2)..];
            shown = Self::default();
            shown.raw("…");
        }
        self.raw("<bdi>").add(&shown).raw("</bdi>")
    }

    fn well_formed(&mut self, bytes: &[u8]) {
        self.text(str::from_utf8(bytes).expect("it is between errors"));
    }

    /// Appends bytes in digits, marked as wrong.
    pub(crate) fn wrong(&mut self, bytes: &[u8]) -> &mut Self {
        self.raw("<mark><span class=\"unseen\">").raw(if bytes.len() == 1 {
            "byte "
        } else {
            "bytes "
        });
        self.raw("</span>").text(&spaced(bytes)).raw("</mark>")
    }

    /// Appends a sentence, in which commands stand between back quotes.
    pub(crate) fn prose(&mut self, sentence: &str) -> &mut Self {
        for (at, part) in sentence.split('`').enumerate() {
            match at % 2 {
                0 => self.text(part),
                _ => self.raw("<code>").text(part).raw("</code>"),
            };
        }
        self
    }

    /// Appends a number, with commas between thousands.
    #[inline(never)]
    pub(crate) fn number(&mut self, n: u64) -> &mut Self {
        self.0.push_str(&thousands(n));
        self
    }

    /// Appends a number as attributes have it.
    #[inline(never)]
    pub(super) fn digits(&mut self, n: impl Into<u64>) -> &mut Self {
        self.0.push_str(&n.into().to_string());
        self
    }

    /// Appends an element around what `inside` appends. `start` has its name and its attributes.
    pub(crate) fn within(
        &mut self,
        start: &'static str,
        inside: impl FnOnce(&mut Self),
    ) -> &mut Self {
        let name = start.split(' ').next().unwrap_or_default();
        self.raw("<").raw(start).raw(">");
        inside(self);
        self.raw("</").raw(name).raw(">\n")
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        let mut markup = Markup::default();
        markup.bytes(bytes);
        markup.into_string()
    }

    #[test]
    fn nothing_is_markup_that_comes_from_outside() {
        assert_eq!(shown(b"<b a=\"1\" b='2'>&"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;");
        assert_eq!(
            shown("a\u{202E}\n".as_bytes()),
            "a<i class=\"cp\">U+202E</i><i class=\"cp\">U+000A</i>"
        );
        let wrong = "<mark><span class=\"unseen\">bytes </span>ED A0 80</mark>";
        assert_eq!(shown(b"x\xED\xA0\x80y"), format!("x{wrong}y"));
        // Every byte before and behind every other.
        let all: Vec<u8> = (0..=0xFFFF_u16).flat_map(u16::to_be_bytes).collect();
        let plain = shown(&all).replace("<mark><span class=\"unseen\">", "").replace("</span>", "");
        let plain =
            plain.replace("</mark>", "").replace("<i class=\"cp\">", "").replace("</i>", "");
        let acts = |c| c != '\t' && escape::is_unsafe(c);
        assert!(!plain.contains(['<', '>', '"', '\'']) && !plain.contains(acts));
    }

    #[test]
    fn of_a_long_name_the_end_is_shown() {
        for (item, at_least) in [("a", 500), ("\u{1B}", 15), ("\u{E9}", 200)] {
            let mut markup = Markup::default();
            markup.name(&Name::Path(format!("{}.txt", item.repeat(3000)).into()));
            let shown = markup.into_string();
            assert!(shown.starts_with("<bdi>…") && shown.ends_with(".txt</bdi>"), "{shown}");
            assert!(shown.len() < 1100 && shown.len() > at_least, "{shown}");
        }
        let mut markup = Markup::default();
        markup.name(&Name::Path("d/a<b".into()));
        assert_eq!(markup.into_string(), "<bdi>d/a&lt;b</bdi>");
    }

    #[test]
    fn marks_do_not_pile_up() {
        let found = shown(format!("e{}!", "\u{301}".repeat(100_000)).as_bytes());
        let marks = "\u{301}".repeat(MARKS);
        assert_eq!(found, format!("e{marks}<i class=\"cp\">99,994 more marks</i>!"));
    }
}
