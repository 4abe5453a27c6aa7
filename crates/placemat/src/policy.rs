//! What becomes of text that is malformed, and of text that the target cannot
//! hold: each answer has a name. And what was changed: one change, the account of
//! all, and text that is well-formed now.

pub use crate::change::{Account, Cause, Change};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use crate::engine::caller::{Item, Values};
#[cfg(all(feature = "convert", feature = "alloc"))]
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

    /// What it asks of a pair of encodings, in words: why it makes no sense for another.
    #[must_use]
    pub const fn needs(self) -> &'static str {
        match self {
            Self::Strict => "it changes nothing",
            Self::Utf8b => "it needs UTF-8 on one side, and UTF-16, UTF-32 or WTF-8 on the other",
            _ => "it needs UTF-8 or a dialect of it as source",
        }
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

    /// Does with an item what the policy says: `write` is given what stands for it, and writes all
    /// of that or nothing. `false`: the policy has no answer, the item is an error. `bytes` are
    /// those of a malformed item, at most six.
    ///
    /// Whatever decodes or encodes by its own means asks here, as all conversions of this library
    /// do: so there is one place where something becomes of an item.
    ///
    /// # Examples
    /// ```
    /// use placemat::{MalformedKind, Policy, policy::Cause};
    ///
    /// let mut text = String::new();
    /// let cause = Cause::Malformed(MalformedKind::Undefined);
    /// let settled = Policy::BackslashReplace.settle(cause, b"\xE9", |substitute| {
    ///     text.extend(substitute.values().iter().filter_map(|&value| char::from_u32(value)));
    ///     Ok::<(), std::io::Error>(())
    /// })?;
    /// assert!(settled);
    /// assert_eq!(text, "\\xe9");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `write`.
    ///
    /// # Panics
    /// If there are more than six bytes.
    pub fn settle<E>(
        self,
        cause: Cause,
        bytes: &[u8],
        write: impl FnOnce(&Substitute) -> Result<(), E>,
    ) -> Result<bool, E> {
        assert!(bytes.len() <= 6, "no malformed sequence is longer");
        self.settle_of(Form::OTHER, cause, bytes, write)
    }

    /// The same for an item of `form`; `bytes` are in the order of the source.
    #[inline]
    pub(crate) fn settle_of<E>(
        self,
        form: Form,
        cause: Cause,
        bytes: &[u8],
        write: impl FnOnce(&Substitute) -> Result<(), E>,
    ) -> Result<bool, E> {
        // Filled in place: it is large to be moved.
        let mut substitute = Substitute::NOTHING;
        let has_answer = match cause {
            Cause::Malformed(_) => self.answer_to_malformed(form, bytes, &mut substitute),
            Cause::Unmappable(value) => self.answer_to_unmappable(value, &mut substitute),
        };
        if has_answer { write(&substitute).map(|()| true) } else { Ok(false) }
    }

    fn answer_to_malformed(self, form: Form, bytes: &[u8], out: &mut Substitute) -> bool {
        match self {
            Self::Strict => return false,
            Self::Utf8b if !form.is_utf8() => match form.unit(bytes) {
                Some(unit) if UTF8B.contains(&unit) => out.push(unit),
                _ => return false,
            },
            _ if self.is_per_item() => out.push_for_byte(self, 0),
            _ => bytes.iter().for_each(|&byte| out.push_for_byte(self, byte)),
        }
        true
    }

    /// Whether what stands for a malformed item does not depend on its bytes.
    pub(crate) const fn is_per_item(self) -> bool {
        matches!(self, Self::Replace)
    }

    fn answer_to_unmappable(self, value: u32, out: &mut Substitute) -> bool {
        match self {
            // Of a form that holds lone surrogates as values.
            Self::Utf8b if UTF8B.contains(&value) => out.push(value),
            Self::Strict | Self::Utf8b => return false,
            Self::Remove => {}
            Self::BackslashReplace => match value {
                0..=0xFF => out.escape(b'x', value, 2),
                0x100..=0xFFFF => out.escape(b'u', value, 4),
                _ => out.escape(b'U', value, 8),
            },
            _ => out.push(REPLACEMENT),
        }
        true
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

const REPLACEMENT: u32 = 0xFFFD;

impl Substitute {
    pub(crate) const NOTHING: Self = Self { values: [0; 24], len: 0 };

    /// The values: code points, or surrogates of UTF-8B.
    #[must_use]
    pub const fn values(&self) -> &[u32] {
        self.values.split_at(self.len).0
    }

    /// Adds what `policy` has for a malformed byte.
    pub(crate) const fn push_for_byte(&mut self, policy: Policy, byte: u8) {
        match policy {
            Policy::Strict | Policy::Remove => {}
            Policy::Replace | Policy::ReplacePerByte => self.push(REPLACEMENT),
            Policy::BackslashReplace => self.escape(b'x', byte as u32, 2),
            Policy::Latin1 => self.push(single_byte::latin1(byte) as u32),
            Policy::Windows1252 => self.push(single_byte::windows_1252(byte) as u32),
            Policy::Windows1252Strict => match single_byte::windows_1252_strict(byte) {
                Some(c) => self.push(c as u32),
                None => self.push(REPLACEMENT),
            },
            Policy::Utf8b => self.push(0xDC00 | byte as u32),
        }
    }

    const fn push(&mut self, value: u32) {
        self.values[self.len] = value;
        self.len += 1;
    }

    /// A backslash, `letter`, and `digits` hexadecimal digits.
    const fn escape(&mut self, letter: u8, value: u32, digits: u32) {
        self.push(b'\\' as u32);
        self.push(letter as u32);
        let mut place = digits;
        while place > 0 {
            place -= 1;
            let digit = value >> (4 * place) & 0xF;
            self.push(b"0123456789abcdef"[digit as usize] as u32);
        }
    }
}
