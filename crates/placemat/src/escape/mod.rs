//! Any bytes as well-formed UTF-8, and back again, without loss.
//!
//! A malformed byte becomes `\xHH`, with upper-case digits. So that the way back
//! is exact, a backslash that stands in the source before `xHH`, as if it were
//! such a byte (`HH` from `80` on, or `5C`), becomes `\x5C`. All else stays as it
//! is, also every other backslash: text that is well-formed and has nothing that
//! looks like an escape is not changed.
//!
//! ```text
//! source      caf E9      \n      \xE9          \x5C          C:\xampp
//! escaped     caf \xE9    \n      \x5CxE9       \x5Cx5C       C:\xampp
//! ```
//!
//! For all bytes, `unescape(escape(bytes))` is `bytes`. The other order does not
//! hold: `\xC3\xA9` unescaped is `é`, which needs no escape.
//!
//! This is no [`Policy`](crate::Policy), which only sees what is malformed:
//! [`BackslashReplace`](crate::Policy::BackslashReplace) looks alike, and cannot
//! be undone.

mod pieces;
mod rewriter;

pub use pieces::{Direction, Escape, Unescape};
pub use rewriter::Rewriter;

#[cfg(feature = "alloc")]
use crate::strings;
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec, vec::Vec};

/// `bytes` as well-formed UTF-8 that [`unescape`] turns back into the same bytes.
///
/// Borrowed if nothing had to be changed.
///
/// # Examples
/// ```
/// use placemat::escape::{escape, unescape};
///
/// let bytes = b"caf\xE9 \\xE9 C:\\xampp";
/// let text = escape(bytes);
/// assert_eq!(text, r"caf\xE9 \x5CxE9 C:\xampp");
/// assert_eq!(unescape(text.as_bytes()), &bytes[..]);
/// ```
///
/// # Complexity
/// Linear: a pass for the length, and one more if anything has to be changed.
/// Allocates at most once.
#[cfg(feature = "alloc")]
#[must_use]
pub fn escape(bytes: &[u8]) -> Cow<'_, str> {
    strings::escaped(bytes)
}

/// The bytes that [`escape`] has made `escaped` from.
///
/// Any other text has a meaning too: every `\xHH` that [`escape`] could have
/// written becomes its byte, and all else, malformed or not, is left alone.
/// Borrowed if nothing had to be changed.
///
/// # Examples
/// ```
/// use placemat::escape::unescape;
/// assert_eq!(unescape(br"caf\xE9, \xe9, \x41, \x5Cx5C"), &b"caf\xE9, \\xe9, \\x41, \\x5C"[..]);
/// ```
///
/// # Complexity
/// As [`escape`].
#[cfg(feature = "alloc")]
#[must_use]
pub fn unescape(escaped: &[u8]) -> Cow<'_, [u8]> {
    rewrite::<Unescape>(escaped)
}

/// The exact length of `bytes` escaped: that of `bytes` if, and only if, nothing
/// has to be changed.
///
/// # Examples
/// ```
/// assert_eq!(placemat::escape::escaped_len(b"caf\xE9"), 7);
/// ```
///
/// # Complexity
/// Linear, at the speed of validation where there is nothing to change.
#[must_use]
pub fn escaped_len(bytes: &[u8]) -> usize {
    len::<Escape>(bytes)
}

/// The exact length of `escaped` unescaped: that of `escaped` if, and only if,
/// nothing has to be changed.
///
/// # Examples
/// ```
/// assert_eq!(placemat::escape::unescaped_len(br"caf\xE9"), 4);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory where there is nothing to change.
#[must_use]
pub fn unescaped_len(escaped: &[u8]) -> usize {
    len::<Unescape>(escaped)
}

fn len<D: Direction>(text: &[u8]) -> usize {
    pieces::pieces::<D>(text, true, pieces::BLOCK)
        .fold(0, |sum: usize, piece| sum.saturating_add(piece.target().len()))
}

/// All of `text`. A change makes it longer, or shorter, but never leaves its
/// length.
#[cfg(feature = "alloc")]
pub(crate) fn rewrite<D: Direction>(text: &[u8]) -> Cow<'_, [u8]> {
    let len = len::<D>(text);
    if len == text.len() {
        return Cow::Borrowed(text);
    }
    let mut out: Vec<u8> = vec![0; len];
    let progress = Rewriter::<D>::new().push(text, &mut out, true);
    debug_assert_eq!((progress.read, progress.written), (text.len(), len));
    Cow::Owned(out)
}
