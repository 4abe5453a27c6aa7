//! Where a long text can be cut, so that its parts become what they become in the whole.

use super::{Coding, line_feed};
use placemat::encoding::Label;
use placemat::utf8;

/// Which places of a text in an encoding are between two items, as far as a few bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// All: an item is one byte.
    Anywhere,
    /// Behind a well-formed sequence of UTF-8: what is malformed before it ends by what follows, and is named so.
    Utf8,
    /// Before ASCII, which is no part of another item in relatives of UTF-8.
    BeforeAscii,
    /// Behind the byte that is U+000A, and no part of another item.
    BehindLine(u8),
    /// Before a unit of so many bytes that is no surrogate.
    BeforeUnit { width: usize, big_endian: bool },
}

impl Cut {
    /// How text in `from` can be cut that is to be in `to`; not at all where one of them remembers
    /// what was before.
    pub(crate) fn of(from: Coding, to: Coding) -> Option<Self> {
        use Label::{
            Cesu8, Latin1, ModifiedUtf8, Ucs2Be, Ucs2Le, Ucs4Be, Ucs4Le, Unicode11Utf8, UsAscii,
            Utf8, Utf8Rfc2279, Utf16Be, Utf16Le, Utf32Be, Utf32Le, Windows1252, Windows1252Whatwg,
            Wtf8,
        };
        if from.remembers() || to.remembers() {
            return None;
        }
        let units = |width, big_endian| Self::BeforeUnit { width, big_endian };
        Some(match from {
            Coding::Family(Utf8) => Self::Utf8,
            Coding::Family(Utf8Rfc2279 | Cesu8 | ModifiedUtf8 | Wtf8 | Unicode11Utf8) => {
                Self::BeforeAscii
            }
            Coding::Family(UsAscii | Latin1 | Windows1252 | Windows1252Whatwg) => Self::Anywhere,
            Coding::Family(Utf16Le | Ucs2Le) => units(2, false),
            Coding::Family(Utf16Be | Ucs2Be) => units(2, true),
            Coding::Family(Utf32Le | Ucs4Le) => units(4, false),
            Coding::Family(Utf32Be | Ucs4Be) => units(4, true),
            Coding::Legacy(legacy) if legacy.is_single_byte() => Self::Anywhere,
            other => match line_feed(other)[..] {
                [byte] => Self::BehindLine(byte),
                _ => return None,
            },
        })
    }

    /// The last such place in `window`, or at its end; the text goes on behind it. It begins
    /// where a unit does.
    pub(crate) fn last(self, window: &[u8]) -> Option<usize> {
        match self {
            Self::Anywhere => Some(window.len()),
            Self::Utf8 => {
                let mut end = window.len();
                while let (Err(_), len) = utf8::decode_last(&window[..end])? {
                    end -= len;
                }
                Some(end)
            }
            Self::BeforeAscii => window.iter().rposition(u8::is_ascii),
            Self::BehindLine(byte) => Some(memchr::memrchr(byte, window)? + 1),
            Self::BeforeUnit { width, big_endian } => {
                let high = |unit: &[u8]| match (width, big_endian) {
                    (2, false) => (0, unit[1]),
                    (2, true) => (0, unit[0]),
                    (_, false) => (u16::from_le_bytes([unit[2], unit[3]]), unit[1]),
                    (_, true) => (u16::from_be_bytes([unit[0], unit[1]]), unit[2]),
                };
                let is_plain = |unit: &[u8]| !matches!(high(unit), (0, 0xD8..=0xDF));
                Some(window.chunks_exact(width).rposition(is_plain)? * width)
            }
        }
    }
}

impl Coding {
    /// Whether what bytes are depends on more than a few before them, or how text is written on
    /// what was written before.
    fn remembers(self) -> bool {
        use Label::{Bocu1, Scsu, Ucs2, Ucs4, Utf7, Utf7Imap, Utf16, Utf32};
        match self {
            Self::Family(label) => {
                matches!(label, Bocu1 | Scsu | Utf7 | Utf7Imap | Utf16 | Utf32 | Ucs2 | Ucs4)
            }
            Self::Legacy(legacy) => legacy.has_shifts(),
        }
    }
}
