//! What was refused: where, why, what can be done, and what becomes of it.

use crate::Profile;
use placemat::Policy;
use placemat::policy::Cause;
use std::convert::Infallible;
use std::fmt::{self, Write};

/// Something that a profile refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Whose rule it is.
    pub profile: Profile,
    /// Which rule.
    pub kind: Kind,
    /// Where it begins, in bytes from the start of all that was pushed.
    pub offset: u64,
    /// How many bytes it has.
    pub len: usize,
    /// The code point that is refused, or that an escape stands for; none where it is a whole word
    /// or name.
    pub code_point: Option<u32>,
    /// The first two scripts of a word that mixes them.
    pub scripts: Option<[&'static str; 2]>,
}

/// Why something is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// U+0000.
    Nul,
    /// A code point above U+FFFF.
    AboveBmp,
    /// A code point that is none of XML's characters.
    XmlCharacter,
    /// A reference such as `&#0;` to such a code point.
    XmlReference,
    /// An escape such as `\uD83D` for a surrogate without its other half.
    LoneEscape,
    /// A control character in a string of JSON, which can be written as an escape.
    StringControl,
    /// A control character between the values of JSON.
    JsonControl,
    /// U+FEFF at the start.
    Signature,
    /// A control character.
    Control,
    /// A character that separates names, or has a meaning of its own in Windows.
    Separator,
    /// A name that belongs to a device of Windows.
    ReservedName,
    /// No name, `.` or `..`.
    NoName,
    /// A space or a dot at the end, which Windows drops.
    TrailingCharacter,
    /// More than 255 bytes.
    TooLong,
    /// A control of direction, which can show text in another order than it has.
    BidiControl,
    /// A code point that is not shown.
    Invisible,
    /// A word with letters of scripts that are not written together.
    MixedScripts,
}

impl Kind {
    /// All of them.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        use Kind::{
            AboveBmp, BidiControl, Control, Invisible, JsonControl, LoneEscape, MixedScripts,
            NoName, Nul, ReservedName, Separator, Signature, StringControl, TooLong,
            TrailingCharacter, XmlCharacter, XmlReference,
        };
        &[
            Nul,
            AboveBmp,
            XmlCharacter,
            XmlReference,
            LoneEscape,
            StringControl,
            JsonControl,
            Signature,
            Control,
            Separator,
            ReservedName,
            NoName,
            TrailingCharacter,
            TooLong,
            BidiControl,
            Invisible,
            MixedScripts,
        ]
    }

    /// A name for machines: `nul`, `above-bmp`, ..
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nul => "nul",
            Self::AboveBmp => "above-bmp",
            Self::XmlCharacter => "xml-character",
            Self::XmlReference => "xml-reference",
            Self::LoneEscape => "lone-escape",
            Self::StringControl => "string-control",
            Self::JsonControl => "json-control",
            Self::Signature => "signature",
            Self::Control => "control",
            Self::Separator => "separator",
            Self::ReservedName => "reserved-name",
            Self::NoName => "no-name",
            Self::TrailingCharacter => "trailing-character",
            Self::TooLong => "too-long",
            Self::BidiControl => "bidi-control",
            Self::Invisible => "invisible",
            Self::MixedScripts => "mixed-scripts",
        }
    }
}

impl fmt::Display for Kind {
    /// What is refused, in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nul => "U+0000",
            Self::AboveBmp => "code point above U+FFFF",
            Self::XmlCharacter => "no character of XML 1.0",
            Self::XmlReference => "reference to no character of XML 1.0",
            Self::LoneEscape => "escape of a lone surrogate",
            Self::StringControl => "control character in a string of JSON",
            Self::JsonControl => "control character between values of JSON",
            Self::Signature => "signature",
            Self::Control => "control character",
            Self::Separator => "character that file names may not have",
            Self::ReservedName => "name of a device in Windows",
            Self::NoName => "no name for a file",
            Self::TrailingCharacter => "space or dot at the end of a name",
            Self::TooLong => "name of more than 255 bytes",
            Self::BidiControl => "control of direction",
            Self::Invisible => "code point that is not shown",
            Self::MixedScripts => "word of mixed scripts",
        })
    }
}

impl Refusal {
    /// Why it is refused, in a sentence without a full stop. ASCII only, so it is safe to print.
    #[must_use]
    pub fn reason(&self) -> String {
        let subject = self.subject();
        let predicate = match (self.kind, self.profile) {
            (Kind::Nul, Profile::CString) => "ends a string of C: what follows is lost",
            (Kind::Nul, _) => "cannot be in a text of PostgreSQL",
            (Kind::AboveBmp, _) => "is above U+FFFF, the last code point that utf8mb3 can hold",
            (Kind::XmlCharacter, _) => "is none of the characters that XML 1.0 allows",
            (Kind::XmlReference, _) => "refers to what is none of the characters of XML 1.0",
            (Kind::LoneEscape, _) => "is half of a surrogate pair without the other half",
            (Kind::StringControl, _) => "may be in a string of JSON only as an escape",
            (Kind::JsonControl, _) => "may not be in JSON",
            (Kind::Signature, _) => "is a signature (BOM), with which JSON may not begin",
            (Kind::Control, Profile::Filename) => "is a control character in a file name",
            (Kind::Control, _) => "is a control character that no source code needs",
            (Kind::Separator, _) if self.code_point == Some(u32::from('/')) => {
                "separates the names of folders, so it is in no name"
            }
            (Kind::Separator, _) => "may not be in a file name of Windows",
            (Kind::ReservedName, _) => "is the name of a device in Windows, with any ending",
            (Kind::NoName, _) => "cannot be given to a file",
            (Kind::TrailingCharacter, _) => "at the end of a name is dropped by Windows",
            (Kind::TooLong, _) => "is beyond 255 bytes, the most that file systems take",
            (Kind::BidiControl, _) => {
                "changes the order in which text is shown, not that in which it is run"
            }
            (Kind::Invisible, _) => "is not shown: code with it is not what it looks like",
            (Kind::MixedScripts, _) => {
                let [first, second] = self.scripts.unwrap_or_default();
                return format!(
                    "the word mixes {first} with {second} letters, some of which look alike"
                );
            }
        };
        format!("{subject} {predicate}")
    }

    /// What is refused, in words.
    fn subject(&self) -> String {
        match (self.kind, self.code_point) {
            (Kind::LoneEscape, Some(value)) => format!("\\u{value:04X}"),
            (Kind::XmlReference, Some(value)) if value <= 0x10_FFFF => {
                format!("a reference to U+{value:04X}")
            }
            (Kind::XmlReference, _) => "a reference to a number above U+10FFFF".to_owned(),
            (Kind::ReservedName, _) => "it".to_owned(),
            (Kind::NoName, _) => match self.len {
                0 => "an empty name".to_owned(),
                len => format!("\"{}\"", &".."[..len.min(2)]),
            },
            (Kind::TooLong, _) => "what follows in this name".to_owned(),
            (_, Some(value)) => match name_of(value) {
                Some(name) => format!("U+{value:04X} ({name})"),
                None => format!("U+{value:04X}"),
            },
            (_, None) => "it".to_owned(),
        }
    }

    /// What can be done about it, in a sentence without a full stop.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match (self.kind, self.profile) {
            (Kind::Nul, Profile::Postgres) => "a column of type bytea takes it; else leave it out",
            (Kind::Nul, _) => "pass the length with the text; else leave it out",
            (Kind::AboveBmp, _) => "a column in utf8mb4 takes it",
            (Kind::XmlCharacter | Kind::XmlReference, _) => "leave it out, or encode it as Base64",
            (Kind::LoneEscape, _) => "write both halves, or \\uFFFD",
            (Kind::StringControl, _) => "write it as an escape: that loses nothing",
            (Kind::JsonControl, _) => "leave it out: it is in no string",
            (Kind::Signature, _) => "leave it out: that loses nothing",
            (Kind::Control | Kind::Separator, Profile::Filename) => "rename the file",
            (Kind::ReservedName | Kind::NoName, _) => "choose another name",
            (Kind::TrailingCharacter, _) => "leave it out, if no other file has that name",
            (Kind::TooLong, _) => "choose a shorter name",
            (Kind::BidiControl | Kind::Invisible | Kind::Control | Kind::Separator, _) => {
                "write it as an escape, or leave it out"
            }
            (Kind::MixedScripts, _) => "write all of it in one script",
        }
    }

    /// Whether what becomes of it means the same.
    #[must_use]
    pub const fn is_mended_exactly(&self) -> bool {
        matches!(self.kind, Kind::StringControl | Kind::Signature)
    }

    /// What stands in its place under `policy`. None: nobody can say without knowing what was
    /// meant.
    ///
    /// A signature goes, and a control character in a string of JSON becomes its escape, whatever the
    /// policy: both mean the same as before. A single code point, or an escape for one, is for
    /// the policy what no target can hold: U+FFFD with `replace`, nothing with `remove`, `\x00` with
    /// `backslashreplace`; in JSON and as a reference of XML that is written as these write it. Whole
    /// names, words, and controls between the values of JSON stay, and so does all that would be refused
    /// again: a backslash in a file name.
    ///
    /// # Examples
    /// ```
    /// use placemat::Policy;
    /// use placemat_profile::{Checker, Profile};
    ///
    /// let mut mended = Vec::new();
    /// Checker::new(Profile::Json).push(br#"["\uD83D"]"#, true, &mut |refusal| {
    ///     mended.push(refusal.mend(Policy::Replace));
    /// });
    /// assert_eq!(mended, [Some("\\ufffd".to_owned())]);
    /// ```
    #[must_use]
    pub fn mend(&self, policy: Policy) -> Option<String> {
        let value = self.code_point?;
        match self.kind {
            Kind::Signature => return Some(String::new()),
            Kind::StringControl => return Some(in_json(char::from_u32(value)?)),
            Kind::JsonControl | Kind::TrailingCharacter | Kind::TooLong => return None,
            _ => {}
        }
        let mut text = String::new();
        let settled = policy.settle(Cause::Unmappable(value), b"", |substitute| {
            text.extend(substitute.values().iter().filter_map(|&value| char::from_u32(value)));
            Ok::<(), Infallible>(())
        });
        let is_refused_again = self.profile == Profile::Filename && text.contains('\\');
        if settled != Ok(true) || is_refused_again {
            return None;
        }
        Some(match self.kind {
            Kind::LoneEscape => text.chars().map(in_json).collect(),
            Kind::XmlReference => text.chars().map(in_xml).collect(),
            _ => text,
        })
    }
}

/// As an escape of JSON, where it needs one.
fn in_json(c: char) -> String {
    match c {
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{C}' => "\\f".to_owned(),
        '\\' => "\\\\".to_owned(),
        ' '..='~' => c.to_string(),
        _ => c.encode_utf16(&mut [0; 2]).iter().fold(String::new(), |mut out, unit| {
            write!(out, "\\u{unit:04x}").expect("a string takes all that is written to it");
            out
        }),
    }
}

/// As a reference, where it is no ASCII.
fn in_xml(c: char) -> String {
    if c.is_ascii() { c.to_string() } else { format!("&#x{:X};", u32::from(c)) }
}

/// A short name of what has no picture.
fn name_of(value: u32) -> Option<&'static str> {
    Some(match value {
        0 => "NUL",
        0x09 => "tab",
        0x0A => "line feed",
        0x0D => "carriage return",
        0x1B => "escape",
        0x20 => "space",
        0x22 => "\"",
        0x2A => "*",
        0x2E => ".",
        0x2F => "/",
        0x3A => ":",
        0x3C => "<",
        0x3E => ">",
        0x3F => "?",
        0x5C => "\\",
        0x7C => "|",
        0x7F => "delete",
        0xAD => "soft hyphen",
        0x200B => "zero width space",
        0x200C => "zero width non-joiner",
        0x200D => "zero width joiner",
        0x2028 => "line separator",
        0x2029 => "paragraph separator",
        0x202A => "left-to-right embedding",
        0x202B => "right-to-left embedding",
        0x202C => "pop directional formatting",
        0x202D => "left-to-right override",
        0x202E => "right-to-left override",
        0x2060 => "word joiner",
        0x2066 => "left-to-right isolate",
        0x2067 => "right-to-left isolate",
        0x2068 => "first strong isolate",
        0x2069 => "pop directional isolate",
        0x3164 => "Hangul filler",
        0xFEFF => "zero width no-break space",
        0xFE00..=0xFE0F | 0xE0100..=0xE01EF => "variation selector",
        0xE0000..=0xE007F => "tag",
        _ => return None,
    })
}
