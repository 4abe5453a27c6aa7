//! Repair of UTF-8.

use super::validate;
use crate::change::{Account, Change};
use crate::encoding::Utf8;
use crate::policy::{Policy, PolicyError};
use crate::repair::{self, Repaired};
use crate::strings;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// `bytes` as well-formed text, everything that is malformed as `policy` says, and
/// an account of that.
///
/// # Examples
/// ```
/// use placemat::{MalformedKind, Policy, utf8};
///
/// let repaired = utf8::repair(b"don\x92t, na\xC3\xAFve", Policy::Windows1252)?;
/// assert_eq!(repaired.text, "don’t, naïve");
/// assert_eq!(repaired.account.of_kind(MalformedKind::UnexpectedContinuation), 1);
///
/// // Nothing is allocated where nothing is wrong.
/// assert!(matches!(utf8::repair(b"fine", Policy::Replace)?.text, std::borrow::Cow::Borrowed(_)));
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
///
/// # Errors
/// Before anything is read: if the policy changes nothing ([`Policy::Strict`]), or
/// makes no sense for UTF-8, as [`Policy::Utf8b`], which makes surrogates.
///
/// # Complexity
/// Linear, however many errors there are.
pub fn repair(bytes: &[u8], policy: Policy) -> Result<Repaired<'_, str>, PolicyError> {
    repair_observed(bytes, policy, |_| {})
}

/// The same, with the list of changes.
///
/// # Examples
/// ```
/// use placemat::{MalformedKind, Policy, utf8};
/// use placemat::policy::Cause;
///
/// let (repaired, changes) = utf8::repair_with_changes(b"a\xC3(\xFF", Policy::Replace)?;
/// assert_eq!(repaired.text, "a\u{FFFD}(\u{FFFD}");
/// let offsets: Vec<_> = changes.iter().map(|c| (c.offset, c.output_offset)).collect();
/// assert_eq!(offsets, [(1, 1), (3, 5)]);
/// assert_eq!(changes[1].cause, Cause::Malformed(MalformedKind::NeverValid));
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
///
/// # Errors
/// Those of [`repair()`].
pub fn repair_with_changes(
    bytes: &[u8],
    policy: Policy,
) -> Result<(Repaired<'_, str>, Vec<Change>), PolicyError> {
    let mut changes = Vec::new();
    let repaired = repair_observed(bytes, policy, |change| changes.push(*change))?;
    Ok((repaired, changes))
}

fn repair_observed(
    bytes: &[u8],
    policy: Policy,
    listen: impl FnMut(&Change),
) -> Result<Repaired<'_, str>, PolicyError> {
    repair::check::<Utf8>(policy)?;
    if let Ok(text) = validate(bytes) {
        return Ok(Repaired { text: Cow::Borrowed(text), account: Account::default() });
    }
    let (text, account) = strings::repaired(bytes, policy, listen);
    Ok(Repaired { text: Cow::Owned(text), account })
}
