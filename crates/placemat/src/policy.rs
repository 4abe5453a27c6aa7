//! What becomes of text that is malformed, and of text that the target cannot
//! hold: each answer has a name. And what was changed: one change, the account of
//! all, and text that is well-formed now.

#[cfg(feature = "alloc")]
pub use crate::caller::{Item, Values};
pub use crate::change::{Account, Cause, Change};
#[cfg(feature = "alloc")]
pub use crate::repair::Repaired;

use crate::encoding::form::Form;
use crate::encoding::{Encoding, single_byte};
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

/// What becomes of malformed and of unmappable items.
///
/// # Examples
/// ```
/// use placemat::Policy;
///
/// assert_eq!("replace".parse(), Ok(Policy::Replace));
/// let unknown = "ignore".parse::<Policy>().unwrap_err();
/// assert!(unknown.to_string().contains("strict replace replace-per-byte remove"));
/// ```
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
    /// Malformed bytes are read as ISO-8859-1. Source: UTF-8 or a dialect.
    Latin1,
    /// Malformed bytes are read as Windows-1252, the five that it leaves
    /// undefined as C1 controls (WHATWG). Source: UTF-8 or a dialect.
    Windows1252,
    /// The same, but the five undefined bytes become U+FFFD. Source: UTF-8 or a
    /// dialect.
    Windows1252Strict,
    /// UTF-8B (Python's `surrogateescape`, PEP 383). From UTF-8 to UTF-16, UTF-32
    /// or WTF-8 malformed bytes become U+DC80 to U+DCFF; the other way these become
    /// the bytes again, and only other lone surrogates are errors.
    ///
    /// There and back again gives the same bytes, whatever they are. The other
    /// order does not hold: U+DCC3 U+DCA9 become the bytes C3 A9, and these are
    /// U+00E9.
    Utf8b,
}

/// A policy that makes no sense for a pair of encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        let known = Self::all().iter().find(|policy| policy.name().eq_ignore_ascii_case(name));
        known.copied().ok_or(UnknownPolicy)
    }
}

/// No policy has such a name. The message lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnknownPolicy;

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown policy; the policies are")?;
        Policy::all().iter().try_for_each(|policy| write!(f, " {policy}"))
    }
}

impl core::error::Error for UnknownPolicy {}

impl Policy {
    /// Every policy.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[
            Self::Strict,
            Self::Replace,
            Self::ReplacePerByte,
            Self::Remove,
            Self::BackslashReplace,
            Self::Latin1,
            Self::Windows1252,
            Self::Windows1252Strict,
            Self::Utf8b,
        ]
    }

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
            Self::Strict => "it changes nothing",
            Self::Utf8b => "it needs UTF-8 on one side, and UTF-16, UTF-32 or WTF-8 on the other",
            _ => "it needs UTF-8 or a dialect of it as source",
        }
    }

    /// What stands for malformed `bytes`, at most six, or `None` if they are an
    /// error: for text that other means decode.
    ///
    /// [`Self::Utf8b`] has no answer, because it needs to know the encodings.
    ///
    /// # Examples
    /// ```
    /// use placemat::Policy;
    ///
    /// let escaped = Policy::BackslashReplace.for_malformed(b"\xE9").unwrap();
    /// assert!(escaped.values().iter().copied().eq("\\xe9".chars().map(u32::from)));
    /// assert!(Policy::Strict.for_malformed(b"\xE9").is_none());
    /// ```
    ///
    /// # Panics
    /// If there are more than six bytes.
    #[must_use]
    pub fn for_malformed(self, bytes: &[u8]) -> Option<Substitute> {
        assert!(bytes.len() <= 6, "no malformed sequence is longer");
        self.answer_to_malformed(Form::OTHER, bytes)
    }

    /// What stands for `value`, which the target cannot hold, or `None` if that is
    /// an error: for text that other means encode.
    ///
    /// Where the target has no U+FFFD either, `?` stands for that.
    #[must_use]
    pub fn for_unmappable(self, value: u32) -> Option<Substitute> {
        self.answer_to_unmappable(value)
    }

    /// Refuses what makes no sense, before anything is read.
    pub(crate) fn check<F: Encoding, T: Encoding>(self) -> Result<(), PolicyError> {
        self.check_forms((F::FORM, F::NAME), (T::FORM, T::NAME))
    }

    /// The same for a pair that is chosen at run time, and its names.
    pub(crate) fn check_forms(
        self,
        (source, from): (Form, &'static str),
        (target, to): (Form, &'static str),
    ) -> Result<(), PolicyError> {
        let possible = match self {
            Self::Latin1 | Self::Windows1252 | Self::Windows1252Strict => {
                source.is_dialect_of_utf8()
            }
            Self::Utf8b => {
                source.is_utf8() && target.has_surrogates
                    || source.has_surrogates && target.is_utf8()
            }
            _ => true,
        };
        if possible { Ok(()) } else { Err(PolicyError { policy: self, from, to }) }
    }

    /// The error that this policy makes no sense.
    #[cfg(feature = "alloc")]
    pub(crate) const fn refused<F: Encoding, T: Encoding>(self) -> PolicyError {
        PolicyError { policy: self, from: F::NAME, to: T::NAME }
    }

    /// What an item of `form` becomes, or `None` if that is an error. `bytes` are those of the
    /// item, in the order of the source.
    pub(crate) fn answer(self, form: Form, cause: Cause, bytes: &[u8]) -> Option<Substitute> {
        match cause {
            Cause::Malformed(_) => self.answer_to_malformed(form, bytes),
            Cause::Unmappable(value) => self.answer_to_unmappable(value),
        }
    }

    fn answer_to_malformed(self, form: Form, bytes: &[u8]) -> Option<Substitute> {
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
            Self::Utf8b if form.is_utf8() => {
                bytes.iter().for_each(|&byte| out.push(0xDC00 | u32::from(byte)));
            }
            Self::Utf8b => out.push(form.unit(bytes).filter(|unit| UTF8B.contains(unit))?),
        }
        Some(out)
    }

    fn answer_to_unmappable(self, value: u32) -> Option<Substitute> {
        let mut out = Substitute::default();
        match self {
            // Of a form that holds lone surrogates as values.
            Self::Utf8b if UTF8B.contains(&value) => out.push(value),
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

/// The surrogates that stand for bytes in UTF-8B.
pub(crate) const UTF8B: RangeInclusive<u32> = 0xDC80..=0xDCFF;

/// What is written in the place of an item: at most 24 values, `\xhh` for each
/// of six bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Substitute {
    values: [u32; 24],
    len: usize,
}

impl Substitute {
    /// The values: code points, or surrogates of UTF-8B.
    #[must_use]
    pub fn values(&self) -> &[u32] {
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
