//! What becomes of text that is malformed, and of text that the target cannot
//! hold: each answer has a name.

use crate::encoding::{Encoding, Form};
use crate::single_byte;
use core::fmt;

/// What becomes of malformed and of unmappable items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Both are errors.
    #[default]
    Strict,
    /// U+FFFD per maximal subpart, as the WHATWG Encoding Standard and The
    /// Unicode Standard recommend, and per unmappable value; `?` where the
    /// target has no U+FFFD.
    Replace,
    /// The same, but one for every malformed byte.
    ReplacePerByte,
    /// Nothing is written. **Dangerous**: text that a filter has passed can join
    /// into something that it would not have.
    Remove,
    /// `\xhh` per malformed byte, in lower case, and `\uXXXX` or `\UXXXXXXXX`
    /// per unmappable value, as Python's `backslashreplace`. One way: use the
    /// escape transform where the bytes must come back.
    BackslashReplace,
    /// Malformed bytes are read as ISO-8859-1. Source: UTF-8.
    Latin1,
    /// Malformed bytes are read as Windows-1252, the five that it leaves
    /// undefined as C1 controls (WHATWG). Source: UTF-8.
    Windows1252,
    /// The same, but the five undefined bytes become U+FFFD. Source: UTF-8.
    Windows1252Strict,
    /// Malformed bytes become U+DC80 to U+DCFF (UTF-8B; Python's
    /// `surrogateescape`, PEP 383). Source: UTF-8; target: UTF-16 or UTF-32.
    Utf8b,
}

/// A policy that makes no sense for a pair of encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyError {
    policy: Policy,
    from: &'static str,
    to: &'static str,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { policy, from, to } = self;
        write!(f, "policy {policy} makes no sense from {from} to {to}: {}", policy.needs())
    }
}

impl core::error::Error for PolicyError {}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 9] = [
        Self::Strict,
        Self::Replace,
        Self::ReplacePerByte,
        Self::Remove,
        Self::BackslashReplace,
        Self::Latin1,
        Self::Windows1252,
        Self::Windows1252Strict,
        Self::Utf8b,
    ];

    /// The name, as flags and other languages spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Replace => "replace",
            Self::ReplacePerByte => "replace-per-byte",
            Self::Remove => "remove",
            Self::BackslashReplace => "backslashreplace",
            Self::Latin1 => "latin1",
            Self::Windows1252 => "windows-1252",
            Self::Windows1252Strict => "windows-1252-strict",
            Self::Utf8b => "utf8b",
        }
    }

    const fn needs(self) -> &'static str {
        match self {
            Self::Utf8b => "it needs UTF-8 as source, and UTF-16 or UTF-32 as target",
            _ => "it needs UTF-8 as source",
        }
    }

    /// Refuses what makes no sense, before anything is read.
    pub(crate) fn check<F: Encoding, T: Encoding>(self) -> Result<(), PolicyError> {
        let from_utf8 = F::FORM == Form::Utf8;
        let possible = match self {
            Self::Latin1 | Self::Windows1252 | Self::Windows1252Strict => from_utf8,
            Self::Utf8b => from_utf8 && matches!(T::FORM, Form::Utf16 { .. } | Form::Utf32 { .. }),
            _ => true,
        };
        if possible {
            Ok(())
        } else {
            Err(PolicyError { policy: self, from: F::NAME, to: T::NAME })
        }
    }

    /// What a malformed item becomes, or `None` if that is an error. `bytes` are
    /// those of the item, in the order of the source.
    pub(crate) fn malformed(self, bytes: &[u8]) -> Option<Substitute> {
        const REPLACEMENT: u32 = 0xFFFD;
        let mut out = Substitute::default();
        match self {
            Self::Strict => return None,
            Self::Replace => out.push(REPLACEMENT),
            Self::ReplacePerByte => bytes.iter().for_each(|_| out.push(REPLACEMENT)),
            Self::Remove => {}
            Self::BackslashReplace => {
                bytes.iter().for_each(|&byte| out.escape('x', byte.into(), 2))
            }
            Self::Latin1 => bytes.iter().for_each(|&byte| out.push(byte.into())),
            Self::Windows1252 => {
                bytes.iter().for_each(|&byte| out.push(single_byte::windows_1252(byte).into()));
            }
            Self::Windows1252Strict => bytes.iter().for_each(|&byte| {
                out.push(single_byte::windows_1252_strict(byte).map_or(REPLACEMENT, u32::from));
            }),
            Self::Utf8b => bytes.iter().for_each(|&byte| out.push(0xDC00 | u32::from(byte))),
        }
        Some(out)
    }

    /// What an unmappable value becomes, or `None` if that is an error.
    pub(crate) fn unmappable(self, value: u32) -> Option<Substitute> {
        let mut out = Substitute::default();
        match self {
            Self::Strict | Self::Utf8b => return None,
            Self::Remove => {}
            Self::BackslashReplace => match value {
                0..=0xFF => out.escape('x', value, 2),
                0x100..=0xFFFF => out.escape('u', value, 4),
                _ => out.escape('U', value, 8),
            },
            _ => out.push(0xFFFD),
        }
        Some(out)
    }
}

/// What is written in the place of an item: at most sixteen values, `\xhh` for
/// each of four bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Substitute {
    values: [u32; 16],
    len: usize,
}

impl Substitute {
    pub(crate) fn values(&self) -> &[u32] {
        &self.values[..self.len]
    }

    fn push(&mut self, value: u32) {
        self.values[self.len] = value;
        self.len += 1;
    }

    /// A backslash, `letter`, and `digits` hexadecimal digits.
    fn escape(&mut self, letter: char, value: u32, digits: u32) {
        self.push('\\'.into());
        self.push(letter.into());
        for place in (0..digits).rev() {
            let digit = value >> (4 * place) & 0xF;
            self.push(char::from_digit(digit, 16).unwrap_or('0').into());
        }
    }
}
