//! Errors as people read them: `ED A0 80` is three malformed subparts and one
//! mistake, an encoded surrogate.

use super::{Errors, errors};
use crate::encoding::{Step, utf8 as codec};
use crate::error::{Malformed, MalformedKind};
use core::iter::FusedIterator;

/// One mistake: a lead byte with the continuation bytes it asks for, as far as
/// they are there; a pair of encoded surrogates; or a byte alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// How many bytes it has: 1 to 6.
    pub len: usize,
    /// How many malformed maximal subparts it has: 1 to 6.
    pub subparts: usize,
    /// The kind of the first of them.
    pub kind: MalformedKind,
    /// What was probably meant.
    pub meaning: Meaning,
}

impl Group {
    /// The first byte behind it.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.offset + self.len
    }
}

/// What a malformed stretch was probably meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meaning {
    /// A longer form than the code point needs: `C0 AF` for "/". `C0 80` is how
    /// Modified UTF-8 (Java) writes U+0000.
    Overlong {
        /// The value it spells, up to 7FFFFFFF.
        code_point: u32,
    },
    /// The form of a lone surrogate, `ED A0 80`: legal in WTF-8.
    Surrogate {
        /// D800 to DFFF.
        code_point: u32,
    },
    /// A pair of encoded surrogates, six bytes: how CESU-8 and Modified UTF-8
    /// write a code point above U+FFFF.
    SurrogatePair {
        /// 10000 to 10FFFF.
        code_point: u32,
    },
    /// A whole sequence of four to six bytes by RFC 2279, above U+10FFFF.
    TooLarge {
        /// 110000 to 7FFFFFFF.
        value: u32,
    },
    /// A lead byte that too few continuation bytes follow.
    Incomplete {
        /// How many bytes the lead byte asks for, itself included.
        expected: usize,
    },
    /// A continuation byte that no lead byte asks for. In text that is ASCII
    /// otherwise it is most often Windows-1252.
    StrayContinuation,
    /// FE or FF.
    NeverValid,
}

impl Meaning {
    /// What machines call it.
    ///
    /// ```
    /// let slash = placemat::utf8::groups(b"\xC0\xAF").next().unwrap().meaning;
    /// assert_eq!((slash.name(), slash.value()), ("overlong", Some(0x2F)));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overlong { .. } => "overlong",
            Self::Surrogate { .. } => "surrogate",
            Self::SurrogatePair { .. } => "surrogate-pair",
            Self::TooLarge { .. } => "too-large",
            Self::Incomplete { .. } => "incomplete",
            Self::StrayContinuation => "stray-continuation",
            Self::NeverValid => "never-valid",
        }
    }

    /// The code point that is spelled, or the value that is too large for one; `None` where
    /// nothing is spelled.
    #[must_use]
    pub const fn value(self) -> Option<u32> {
        match self {
            Self::Overlong { code_point }
            | Self::Surrogate { code_point }
            | Self::SurrogatePair { code_point } => Some(code_point),
            Self::TooLarge { value } => Some(value),
            Self::Incomplete { .. } | Self::StrayContinuation | Self::NeverValid => None,
        }
    }
}

impl Malformed {
    /// What was probably meant by this error of UTF-8, read from the `bytes` it
    /// was found in: it looks at up to six bytes from the error on.
    ///
    /// # Examples
    /// ```
    /// use placemat::utf8::{Meaning, validate};
    ///
    /// let bytes = b"\xC0\xAF";
    /// let slash = validate(bytes).unwrap_err().reading(bytes);
    /// assert_eq!((slash.len, slash.subparts), (2, 2));
    /// assert_eq!(slash.meaning, Meaning::Overlong { code_point: 0x2F });
    ///
    /// let bytes = b"\xED\xA0\xBD\xED\xB9\x88"; // CESU-8
    /// let pair = validate(bytes).unwrap_err().reading(bytes);
    /// assert_eq!(pair.meaning, Meaning::SurrogatePair { code_point: 0x1F648 });
    /// ```
    ///
    /// # Panics
    /// If the offset is outside `bytes`.
    #[must_use]
    #[inline]
    pub fn reading(&self, bytes: &[u8]) -> Group {
        let (len, meaning) = read(&bytes[self.offset..]);
        Group {
            offset: self.offset,
            len,
            subparts: count_subparts(&bytes[self.offset..], len),
            kind: self.kind,
            meaning,
        }
    }
}

/// How many bytes `lead` asks for by RFC 2279, section 2.
#[inline]
fn expected(lead: u8) -> Option<usize> {
    matches!(lead, 0xC0..=0xFD).then_some(lead.leading_ones() as usize)
}

/// The value of a sequence of RFC 2279 that is complete, whatever else is wrong
/// with it.
fn value(sequence: &[u8]) -> u32 {
    let bits = u32::from(sequence[0] & (0x7F >> sequence.len()));
    sequence[1..].iter().fold(bits, |value, byte| value << 6 | u32::from(byte & 0x3F))
}

/// How many of the bytes behind the first one are continuation bytes, up to seven of them.
#[inline]
fn continuation_bytes_behind(bytes: &[u8]) -> usize {
    // Text in another encoding has any number of them, and so no branch could be foretold.
    if let Some(eight) = bytes.first_chunk::<8>() {
        const TOP: u64 = 0x8080_8080_8080_8080;
        let behind = u64::from_le_bytes(*eight) >> 8;
        // The top bit of a byte is set if that is none: its first bit is clear, or its second one is set.
        let others = (!behind | behind << 1) & TOP;
        return (others.trailing_zeros() / 8) as usize;
    }
    bytes[1..].iter().take_while(|&&byte| codec::is_continuation(byte)).count()
}

/// The length and the meaning of the mistake at the start of `bytes`.
#[inline]
fn read(bytes: &[u8]) -> (usize, Meaning) {
    let Some(expected) = expected(bytes[0]) else {
        let stray = codec::is_continuation(bytes[0]);
        return (1, if stray { Meaning::StrayContinuation } else { Meaning::NeverValid });
    };
    let len = expected.min(1 + continuation_bytes_behind(bytes));
    if len < expected {
        return (len, Meaning::Incomplete { expected });
    }
    spelled(bytes, len)
}

/// What a mistake is that has all bytes its lead byte asks for.
fn spelled(bytes: &[u8], len: usize) -> (usize, Meaning) {
    let value = value(&bytes[..len]);
    let shortest = match value {
        0..=0x7F => 1,
        0x80..=0x7FF => 2,
        0x800..=0xFFFF => 3,
        0x1_0000..=0x1F_FFFF => 4,
        0x20_0000..=0x3FF_FFFF => 5,
        _ => 6,
    };
    if shortest < len {
        return (len, Meaning::Overlong { code_point: value });
    }
    match (value, bytes.get(3..6)) {
        (0xD800..=0xDBFF, Some(&[0xED, second @ 0xB0..=0xBF, third @ 0x80..=0xBF])) => {
            let low = u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F);
            let code_point = 0x1_0000 + ((value - 0xD800) << 10 | low);
            (6, Meaning::SurrogatePair { code_point })
        }
        (0xD800..=0xDFFF, _) => (len, Meaning::Surrogate { code_point: value }),
        _ => (len, Meaning::TooLarge { value }),
    }
}

/// The last offset at or before `at` where a cut splits neither a well-formed
/// sequence nor a [`Group`]: pieces cut there give together the groups of the
/// whole.
///
/// Each piece must still see up to seven bytes behind its end, or its last
/// error can be mistaken for one at the end of the input.
///
/// # Examples
/// ```
/// use placemat::utf8::floor_group_boundary;
///
/// let pair = b"a\xED\xA0\xBD\xED\xB9\x88b"; // one group of six bytes
/// assert_eq!([1, 4, 6, 7].map(|at| floor_group_boundary(pair, at)), [1, 1, 1, 7]);
/// ```
///
/// # Complexity
/// Constant: at most eight bytes before `at` are read, and five behind it.
#[must_use]
pub fn floor_group_boundary(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    // The nearest byte that can begin something, if what it begins reaches `at`.
    let first = (0..=at.min(5)).find(|&back| !codec::is_continuation(bytes[at - back]));
    let start = match first {
        Some(back) if read(&bytes[at - back..]).0 > back => at - back,
        _ => at,
    };
    // It may be the second half of a pair of encoded surrogates.
    let pair = bytes[start] == 0xED && start >= 3 && read(&bytes[start - 3..]).0 == 6;
    if pair { start - 3 } else { start }
}

/// How many maximal subparts the first `len` of `bytes` are.
#[inline]
fn count_subparts(bytes: &[u8], len: usize) -> usize {
    if len == 1 {
        return 1;
    }
    let (mut at, mut subparts) = (0, 0);
    while at < len {
        match codec::decode(&bytes[at..], true) {
            Step::Shift { .. } | Step::NeedMore => unreachable!("nothing follows the slice"),
            step => at += step.len(),
        }
        subparts += 1;
    }
    subparts
}

/// Every mistake of `bytes`, in order: the errors of [`errors()`], put together as
/// people read them.
///
/// # Examples
/// ```
/// let found: Vec<_> = placemat::utf8::groups(b"\xED\xA0\x80 \x92")
///     .map(|group| (group.offset, group.len, group.subparts))
///     .collect();
/// assert_eq!(found, [(0, 3, 3), (4, 1, 1)]);
/// ```
///
/// # Complexity
/// Linear in the bytes passed over, however many mistakes they have.
#[must_use]
pub fn groups(bytes: &[u8]) -> Groups<'_> {
    Groups { errors: errors(bytes) }
}

/// Iterator over the mistakes of a text: see [`groups()`].
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    errors: Errors<'a>,
}

impl Iterator for Groups<'_> {
    type Item = Group;

    #[inline]
    fn next(&mut self) -> Option<Group> {
        let group = self.errors.next()?.reading(self.errors.bytes);
        self.errors.at = group.end();
        Some(group)
    }
}

impl FusedIterator for Groups<'_> {}

/// A [`Group`] without what takes time to find out: its subparts, and the kind of the first of them.
pub(crate) struct Mistake {
    pub(crate) offset: usize,
    pub(crate) len: usize,
    pub(crate) meaning: Meaning,
}

/// The mistakes of `bytes`, as [`groups()`] has them.
pub(crate) fn mistakes(bytes: &[u8]) -> impl Iterator<Item = Mistake> {
    let mut errors = errors(bytes);
    core::iter::from_fn(move || {
        let offset = errors.next_start()?;
        let (len, meaning) = read(&bytes[offset..]);
        errors.at = offset + len;
        Some(Mistake { offset, len, meaning })
    })
}

impl Mistake {
    /// Whether it is a sequence that the end of `bytes` cuts.
    pub(crate) fn is_cut_off(&self, bytes: &[u8]) -> bool {
        // What codecs say of it, they say of nothing else.
        matches!(self.meaning, Meaning::Incomplete { .. })
            && self.offset + self.len == bytes.len()
            && matches!(
                codec::decode(&bytes[self.offset..], true),
                Step::Malformed { kind: MalformedKind::IncompleteAtEnd, .. }
            )
    }
}
