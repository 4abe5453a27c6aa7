//! What a malformed stretch probably is: where such bytes come from.

use crate::MalformedKind;
use crate::encoding::single_byte;
use crate::utf8::{Group, Meaning};
use core::ops::Range;

/// Where malformed bytes come from, as far as one stretch tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Single letters and signs of Windows-1252: see [`is_windows_1252`].
    Windows1252,
    /// A pair of encoded surrogates.
    Cesu8,
    /// `C0 80`, as Java writes U+0000.
    ModifiedUtf8,
    /// A lone encoded surrogate.
    Wtf8,
    /// Five or six bytes, or a value above U+10FFFF.
    Rfc2279,
    /// The input ends within a sequence.
    CutOff,
    /// Nothing in particular.
    Unknown,
}

impl Look {
    /// Every look, in the order of declaration.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[
            Self::Windows1252,
            Self::Cesu8,
            Self::ModifiedUtf8,
            Self::Wtf8,
            Self::Rfc2279,
            Self::CutOff,
            Self::Unknown,
        ]
    }

    /// What `group` of `text` looks like.
    ///
    /// # Panics
    /// If the group reaches outside `text`.
    #[must_use]
    pub fn of(text: &[u8], group: &Group) -> Self {
        match group.kind {
            MalformedKind::IncompleteAtEnd => Self::CutOff,
            _ => Self::of_whole(text, group.offset..group.end(), group.meaning),
        }
    }

    /// What a mistake looks like that the end of the input does not cut.
    pub(super) fn of_whole(text: &[u8], mistake: Range<usize>, meaning: Meaning) -> Self {
        match meaning {
            Meaning::SurrogatePair { .. } => Self::Cesu8,
            Meaning::Surrogate { .. } => Self::Wtf8,
            Meaning::TooLarge { .. } => Self::Rfc2279,
            Meaning::Overlong { code_point: 0 } if mistake.len() == 2 => Self::ModifiedUtf8,
            _ if is_single(text, mistake) => Self::Windows1252,
            _ => Self::Unknown,
        }
    }

    /// The canonical name of the encoding, for machines.
    #[must_use]
    pub const fn encoding(self) -> Option<&'static str> {
        match self {
            Self::Windows1252 => Some("windows-1252"),
            Self::Cesu8 => Some("cesu-8"),
            Self::ModifiedUtf8 => Some("modified-utf-8"),
            Self::Wtf8 => Some("wtf-8"),
            Self::Rfc2279 => Some("utf-8-rfc2279"),
            Self::CutOff | Self::Unknown => None,
        }
    }

    /// For people, behind "looks like".
    #[must_use]
    pub const fn title(self) -> Option<&'static str> {
        match self {
            Self::Windows1252 => Some("Windows-1252"),
            Self::Cesu8 => Some("CESU-8"),
            Self::ModifiedUtf8 => Some("Modified UTF-8 (Java)"),
            Self::Wtf8 => Some("WTF-8"),
            Self::Rfc2279 => Some("the 31-bit UTF-8 of RFC 2279"),
            Self::CutOff | Self::Unknown => None,
        }
    }
}

/// Whether `group` of `text` stands there as single letters and signs of
/// Windows-1252 do: alone or in twos between ASCII. Longer runs are more often
/// another script, or broken UTF-8.
///
/// # Panics
/// If the group reaches outside `text`.
#[must_use]
pub fn is_windows_1252(text: &[u8], group: &Group) -> bool {
    is_single(text, group.offset..group.end())
}

#[inline]
fn is_single(text: &[u8], mistake: Range<usize>) -> bool {
    let high = |at: Option<usize>| {
        usize::from(at.and_then(|at| text.get(at)).is_some_and(|byte| !byte.is_ascii()))
    };
    // Two bytes on either side tell whether the run is too long, as most are that are no such letters.
    let of_two = |near: usize, far: usize| near + (near & far);
    let (before, behind) = match text.get(mistake.start.wrapping_sub(2)..mistake.end + 2) {
        Some(around) => {
            let high = |at: usize| usize::from(around[at] >> 7);
            let end = around.len() - 2;
            (of_two(high(1), high(0)), of_two(high(end), high(end + 1)))
        }
        None => (
            of_two(high(mistake.start.checked_sub(1)), high(mistake.start.checked_sub(2))),
            of_two(high(Some(mistake.end)), high(Some(mistake.end + 1))),
        ),
    };
    before + mistake.len() + behind <= 2 && is_single_run(text, mistake, before, behind)
}

/// The same of one or two bytes that are not ASCII between such that are, if so many of them stand before the mistake
/// and behind it.
fn is_single_run(text: &[u8], mistake: Range<usize>, before: usize, behind: usize) -> bool {
    let start = mistake.start - before;
    let run = &text[start..mistake.end + behind];
    let letters = |byte: &u8| single_byte::windows_1252(*byte).is_alphabetic();
    let plausible = match run {
        [_] => true,
        [first, 0xA0 | 0xBB] => letters(first), // a no-break space, a closing quotation mark
        [first, second] => letters(first) && letters(second),
        _ => false,
    };
    let neighbours = [start.checked_sub(1), Some(start + run.len())];
    let mut neighbours = neighbours.into_iter().flatten().filter_map(|at| text.get(at)).peekable();
    let printable = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    if !plausible || neighbours.peek().is_none() || !neighbours.all(printable) {
        return false;
    }
    let defined = |byte: &u8| single_byte::windows_1252_strict(*byte).is_some();
    text[mistake].iter().all(defined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn looks(bytes: &[u8]) -> Vec<Look> {
        crate::utf8::groups(bytes).map(|group| Look::of(bytes, &group)).collect()
    }

    #[test]
    fn where_bytes_come_from() {
        use Look::*;
        assert_eq!(looks(b"don\x92t"), [Windows1252]);
        assert_eq!(looks(b"caf\xE9"), [CutOff]);
        assert_eq!(looks(b"caf\xE9\n"), [Windows1252]);
        assert_eq!(looks(b"cr\xE9\xE9 \x93a\x94 l\xE0\xA0!"), [Windows1252; 5]);
        assert_eq!(
            looks(b"\xCF\xF0\xE8\xE2\xE5\xF2"),
            [Unknown, Unknown, Unknown, Unknown, Unknown, CutOff]
        );
        assert_eq!(looks(b"1\xE2\x82 2"), [Unknown]); // a euro sign, cut
        assert_eq!(
            looks(b"\xED\xA0\xBD\xED\xB9\x88 \xC0\x80 \xED\xA0\x80"),
            [Cesu8, ModifiedUtf8, Wtf8]
        );
        assert_eq!(looks(b"a\x81b"), [Unknown]); // undefined in Windows-1252
        assert_eq!(looks(b"\xFF"), [Unknown]);
        assert_eq!(looks(b"\0\x92\0"), [Unknown]);
    }
}
