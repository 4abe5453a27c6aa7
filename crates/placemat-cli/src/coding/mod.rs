//! Encodings as they are typed: the family, which the library knows, the legacy encodings of the
//! Encoding Standard, which `encoding_rs` knows, and code pages that are tables.

mod bridge;
mod cns;
mod coder;
mod controls;
mod cut;
mod form;
mod labels;
mod legacy;
mod page;
mod source;

pub(crate) use coder::Coder;
pub(crate) use controls::{control, line_feed};
pub(crate) use cut::Cut;
pub(crate) use labels::{coding, encodings, list, names, refuse_hint};
pub(crate) use legacy::{Codec, Legacy, all as legacy_encodings};
pub(crate) use source::Source;

use placemat::encoding::Label;
use placemat::policy::Cause;
use placemat::{Malformed, Unmappable};
use std::fmt;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Family(Label),
    Legacy(&'static Legacy),
}

impl From<Label> for Coding {
    fn from(label: Label) -> Self {
        Self::Family(label)
    }
}

impl fmt::Display for Coding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Coding {
    /// The canonical name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Family(label) => label.name(),
            Self::Legacy(legacy) => legacy.name,
        }
    }

    /// U+FEFF at the start of text; empty if there is none.
    pub(crate) fn signature(self) -> &'static [u8] {
        match self {
            Self::Family(label) => label.signature(),
            Self::Legacy(_) => b"",
        }
    }

    /// Whether the byte order is left to the signature.
    pub(crate) fn needs_signature(self) -> bool {
        matches!(self, Self::Family(label) if label.needs_signature())
    }

    /// The encoding in which text is written.
    pub(crate) fn for_writing(self) -> Self {
        match self {
            Self::Family(label) => Self::Family(label.for_writing()),
            legacy => legacy,
        }
    }

    /// The encoding of the text that begins with `start`, and the length of its
    /// signature; `None` if more is needed to tell.
    pub(crate) fn for_reading(self, start: &[u8], last: bool) -> Option<(Self, usize)> {
        match self {
            Self::Family(label) => {
                label.for_reading(start, last).map(|(label, len)| (Self::Family(label), len))
            }
            legacy => Some((legacy, 0)),
        }
    }

    /// Whether its text looks binary to those who expect bytes.
    pub(crate) fn is_wide(self) -> bool {
        use Label::{
            Ucs2, Ucs2Be, Ucs2Le, Ucs4, Ucs4Be, Ucs4Le, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
            Utf32Le,
        };
        let Self::Family(label) = self else { return false };
        let two = matches!(label, Utf16 | Utf16Le | Utf16Be | Ucs2 | Ucs2Le | Ucs2Be);
        two || matches!(label, Utf32 | Utf32Le | Utf32Be | Ucs4 | Ucs4Le | Ucs4Be)
    }

    /// Whether ASCII is in it what it is in UTF-8: not in EBCDIC.
    pub(crate) fn has_ascii(self) -> bool {
        match self {
            Self::Family(label) => {
                !self.is_wide() && !matches!(label, Label::UtfEbcdic | Label::Bocu1)
            }
            Self::Legacy(Legacy { codec: Codec::Page(page), .. }) => page.extends_ascii(),
            Self::Legacy(_) => true,
        }
    }

    /// The form of UTF-16 or UTF-32, by its canonical name, in which text that begins with `start` is read; `None`: in
    /// none.
    pub(crate) fn wide_form(self, start: &[u8]) -> Option<&'static str> {
        use Label::{Ucs2Be, Ucs2Le, Ucs4Be, Ucs4Le, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        match self.for_reading(start, true)?.0 {
            Self::Family(Utf16Le | Ucs2Le) => Some("utf-16le"),
            Self::Family(Utf16Be | Ucs2Be) => Some("utf-16be"),
            Self::Family(Utf32Le | Ucs4Le) => Some("utf-32le"),
            Self::Family(Utf32Be | Ucs4Be) => Some("utf-32be"),
            _ => None,
        }
    }

    /// Whether text can be written in it.
    pub(crate) fn is_written(self) -> bool {
        !matches!(self, Self::Legacy(Legacy { codec: Codec::Form(_), .. }))
    }

    /// Whether every code point can be written in it.
    fn holds_all(self) -> bool {
        use Label::{
            Latin1, Ucs2, Ucs2Be, Ucs2Le, Unicode11Utf8, UsAscii, Windows1252, Windows1252Whatwg,
        };
        !matches!(
            self,
            Self::Legacy(_)
                | Self::Family(
                    UsAscii
                        | Latin1
                        | Windows1252
                        | Windows1252Whatwg
                        | Ucs2
                        | Ucs2Le
                        | Ucs2Be
                        | Unicode11Utf8
                )
        )
    }
}

/// What is wrong with a source, and where in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Malformed(Malformed<u64>),
    Unmappable(Unmappable<u64>),
}

impl Fault {
    /// Why it is one.
    pub(crate) const fn cause(self) -> Cause {
        match self {
            Self::Malformed(bad) => Cause::Malformed(bad.kind),
            Self::Unmappable(item) => Cause::Unmappable(item.code_point),
        }
    }

    /// The same seen from `base` bytes before.
    pub(crate) fn behind(self, base: u64) -> Self {
        match self {
            Self::Malformed(bad) => Self::Malformed(Malformed { offset: base + bad.offset, ..bad }),
            Self::Unmappable(item) => {
                Self::Unmappable(Unmappable { offset: base + item.offset, ..item })
            }
        }
    }
}
