//! What people paste, read back as bytes: dumps, digits, escapes, references, literals, Base64.
//!
//! [`read`] recognises the form by itself, says how sure it is, and names the other forms that the
//! text could be in; [`read_as`] reads it in the form that the caller names. Each form is a row of
//! one table: what speaks for it, and how it is read. Every form is read in one pass, whatever the
//! text is, so that the time is proportional to its length.
//!
//! # Examples
//! ```
//! use placemat_inspect::paste::{self, Form};
//!
//! let paste = paste::read("%E2%82%AC");
//! assert_eq!((paste.form, &*paste.bytes), (Form::Percent, &b"\xE2\x82\xAC"[..]));
//!
//! // Escapes in ordinary text.
//! assert_eq!(paste::read(r"don\x92t").bytes, b"don\x92t");
//!
//! // It can be told.
//! let paste = paste::read_as("cafe", Form::Hex).unwrap();
//! assert_eq!(paste.bytes, b"\xCA\xFE");
//! ```

mod base64;
mod dump;
mod escapes;
mod literals;
mod markup;
mod numbers;
mod out;

use crate::notation::shown;
use out::Out;
use placemat::utf8;
use std::fmt;
use std::str::FromStr;

/// A form in which people paste text or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// What xxd, hexdump, od and hexyl print: offsets in front, often the text behind.
    Dump,
    /// `U+20AC U+0041`.
    CodePoints,
    /// Literals of Python: `b'\xe2\x82\xac'`, `'\u20ac'`.
    Python,
    /// Strings of JSON: `"\u20AC"`.
    Json,
    /// Literals of Rust: `"\u{20ac}"`, `b"\xE2"`.
    Rust,
    /// Literals of JavaScript: `'\u20AC\x41'`.
    JavaScript,
    /// Strings of C: `"\342\202\254"`.
    C,
    /// `11100010 10000010 10101100`.
    Binary,
    /// `342 202 254`.
    Octal,
    /// `E2 82 AC`, `e282ac`, `0xE2, 0x82`.
    Hex,
    /// `[226, 130, 172]`, and -30 for 226, as Java prints it.
    Decimal,
    /// Escapes in ordinary text: `don\x92t`, `\342`, `\u20AC`, `\u{20ac}`, `\U0001F600`.
    Escapes,
    /// `%E2%82%AC` (RFC 3986).
    Percent,
    /// References of HTML and XML: `&#x20AC;`, `&#8364;`, `&euro;`.
    Html,
    /// `caf<E9>`, `<U+20AC>`, as less, R and placemat print it.
    Brackets,
    /// `=E2=82=AC` (RFC 2045, section 6.7).
    QuotedPrintable,
    /// `4oKs` (RFC 4648), also with `-` and `_`, and without `=` at the end.
    Base64,
    /// Text that stands for itself.
    Text,
}

/// How sure it is that text is in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// It could be.
    Possible,
    /// It looks like it, and could be something else.
    Likely,
    /// Hardly anything else looks like it.
    Certain,
}

/// What was pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paste {
    /// The form that it was taken for.
    pub form: Form,
    /// How sure that is; [`Certain`](Certainty::Certain) where the caller has named the form.
    pub certainty: Certainty,
    /// What it stands for.
    pub bytes: Vec<u8>,
    /// The other forms that it could be in, the likeliest first.
    pub others: Vec<Form>,
    /// What is odd about it, in sentences without a full stop.
    pub notes: Vec<String>,
}

/// Why text is not in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotInForm {
    form: Form,
    why: String,
}

impl fmt::Display for NotInForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for NotInForm {}

impl NotInForm {
    /// The form that was asked for.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }
}

/// How a form is known, and read.
struct Row {
    form: Form,
    name: &'static str,
    /// In words.
    title: &'static str,
    /// What speaks for it; `None` if nothing does. It is read only then.
    evidence: fn(&str) -> Option<Certainty>,
    /// Why it cannot be read, if it cannot.
    read: fn(&str, &mut Out) -> Result<(), String>,
}

/// Of two forms that are as likely, and both or neither UTF-8, the first is taken.
const ROWS: [Row; 18] = [
    Row {
        form: Form::Dump,
        name: "dump",
        title: "a dump of bytes",
        evidence: dump::evidence,
        read: dump::read,
    },
    Row {
        form: Form::CodePoints,
        name: "code-points",
        title: "code points",
        evidence: numbers::code_points_evidence,
        read: numbers::code_points,
    },
    Row {
        form: Form::Python,
        name: "python",
        title: "a literal of Python",
        evidence: literals::python_evidence,
        read: literals::python,
    },
    Row {
        form: Form::Json,
        name: "json",
        title: "a string of JSON",
        evidence: literals::json_evidence,
        read: literals::json,
    },
    Row {
        form: Form::Rust,
        name: "rust",
        title: "a literal of Rust",
        evidence: literals::rust_evidence,
        read: literals::rust,
    },
    Row {
        form: Form::JavaScript,
        name: "javascript",
        title: "a literal of JavaScript",
        evidence: literals::javascript_evidence,
        read: literals::javascript,
    },
    Row {
        form: Form::C,
        name: "c",
        title: "a string of C",
        evidence: literals::c_evidence,
        read: literals::c,
    },
    Row {
        form: Form::Binary,
        name: "binary",
        title: "bytes in binary",
        evidence: numbers::binary_evidence,
        read: numbers::binary,
    },
    Row {
        form: Form::Octal,
        name: "octal",
        title: "bytes in octal",
        evidence: numbers::octal_evidence,
        read: numbers::octal,
    },
    Row {
        form: Form::Hex,
        name: "hex",
        title: "bytes in hexadecimal",
        evidence: numbers::hex_evidence,
        read: numbers::hex,
    },
    Row {
        form: Form::Decimal,
        name: "decimal",
        title: "bytes in decimal",
        evidence: numbers::decimal_evidence,
        read: numbers::decimal,
    },
    Row {
        form: Form::Escapes,
        name: "escapes",
        title: "text with backslash escapes",
        evidence: escapes::evidence,
        read: escapes::read,
    },
    Row {
        form: Form::Percent,
        name: "percent",
        title: "percent-encoded text",
        evidence: markup::percent_evidence,
        read: markup::percent,
    },
    Row {
        form: Form::Html,
        name: "html",
        title: "text with references of HTML",
        evidence: markup::html_evidence,
        read: markup::html,
    },
    Row {
        form: Form::Brackets,
        name: "brackets",
        title: "text with numbers in angle brackets",
        evidence: markup::brackets_evidence,
        read: markup::brackets,
    },
    Row {
        form: Form::QuotedPrintable,
        name: "quoted-printable",
        title: "quoted-printable text",
        evidence: markup::quoted_printable_evidence,
        read: markup::quoted_printable,
    },
    Row {
        form: Form::Base64,
        name: "base64",
        title: "Base64",
        evidence: base64::evidence,
        read: base64::read,
    },
    Row {
        form: Form::Text,
        name: "text",
        title: "text that stands for itself",
        // Whatever only could be something else.
        evidence: |_| Some(Certainty::Likely),
        read: |text, out| {
            out.push_str(text);
            Ok(())
        },
    },
];

impl Form {
    /// Every form; [`Text`](Self::Text) is the last.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.form)
    }

    /// Its name, as [`FromStr`] reads it: `quoted-printable`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// In words: `bytes in hexadecimal`.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title
    }

    fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.form == self).expect("each form has a row")
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// No form has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownForm(String);

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no form is called \"{}\"", shown(&self.0))
    }
}

impl std::error::Error for UnknownForm {}

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Self, UnknownForm> {
        let found = ROWS.iter().find(|row| row.name == name);
        found.map(|row| row.form).ok_or_else(|| UnknownForm(name.to_owned()))
    }
}

/// Reads `text` in the form that it is most likely in.
///
/// # Examples
/// ```
/// use placemat_inspect::paste::{Certainty, Form, read};
///
/// let paste = read("00000000: e282 ac0a                                ....");
/// assert_eq!((paste.form, paste.certainty), (Form::Dump, Certainty::Certain));
/// assert_eq!(paste.bytes, "€\n".as_bytes());
///
/// let paste = read("cafe");
/// assert_eq!((paste.form, paste.others), (Form::Text, vec![Form::Hex]));
/// ```
///
/// # Complexity
/// Linear in the length of `text`.
#[must_use]
pub fn read(text: &str) -> Paste {
    let mut found: Vec<(Certainty, Paste)> = Vec::new();
    let mut notes = Vec::new();
    for row in &ROWS {
        let Some(certainty) = (row.evidence)(text) else { continue };
        match row.attempt(text, certainty) {
            Ok(paste) => found.push((certainty, paste)),
            Err(why) if certainty >= Certainty::Likely => {
                notes.push(format!("it looks like {}, but {why}", row.title));
            }
            Err(_) => {}
        }
    }
    // Of two that are as likely the one that is UTF-8; else, as this is stable, the first; and last
    // what anything could be.
    found.sort_by_cached_key(|(certainty, paste)| {
        let is_utf8 = utf8::is_valid(&paste.bytes);
        std::cmp::Reverse((*certainty, paste.form != Form::Text, is_utf8))
    });
    let mut forms = found.iter().map(|(_, paste)| paste.form).skip(1).collect();
    let (_, mut best) = found.swap_remove(0);
    if best.form == Form::Text {
        // Nothing else speaks for it than that nothing speaks against it.
        best.certainty = match (notes.is_empty(), Vec::is_empty(&forms)) {
            (true, true) => Certainty::Certain,
            (true, false) => Certainty::Likely,
            _ => Certainty::Possible,
        };
        best.notes = notes;
    } else {
        forms.retain(|&form| form != Form::Text);
        forms.push(Form::Text);
    }
    best.others = forms;
    best
}

/// Reads `text` in a form that is known. Digits may then be a dump, and literals may lack their
/// quotation marks.
///
/// # Examples
/// ```
/// use placemat_inspect::paste::{Form, read_as};
/// assert_eq!(read_as("342 202 254", Form::Octal).unwrap().bytes, "€".as_bytes());
/// let why = read_as("e2 82 a", Form::Hex).unwrap_err();
/// assert_eq!(why.to_string(), "\"a\" is not bytes in hexadecimal: 2 digits each");
/// ```
///
/// # Errors
/// If it is not in that form: why, with the words that are wrong, safe to print.
///
/// # Complexity
/// Linear in the length of `text`.
pub fn read_as(text: &str, form: Form) -> Result<Paste, NotInForm> {
    form.row().attempt(text, Certainty::Certain).map_err(|why| NotInForm { form, why })
}

impl Row {
    fn attempt(&self, text: &str, certainty: Certainty) -> Result<Paste, String> {
        let mut out = Out::default();
        (self.read)(text, &mut out)?;
        let (bytes, notes) = out.finish();
        Ok(Paste { form: self.form, certainty, bytes, others: Vec::new(), notes })
    }
}

/// A piece of what was pasted, for a sentence about it.
fn quoted(piece: &str) -> String {
    const MOST: usize = 40;
    let cut = piece.char_indices().nth(MOST).map(|(at, _)| at);
    let shown = shown(&piece[..cut.unwrap_or(piece.len())]);
    if cut.is_some() { format!("\"{shown}..\"") } else { format!("\"{shown}\"") }
}
