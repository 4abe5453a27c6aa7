//! Repair of UTF-16.

use super::is_valid;
use crate::change::{Account, Change};
use crate::encoding::Utf16;
use crate::policy::{Policy, PolicyError};
use crate::repair::{self, Repaired};
use alloc::borrow::Cow;

use alloc::vec::Vec;

/// `units` as well-formed text, everything that is malformed as `policy` says, and
/// an account of that.
///
/// # Examples
/// ```
/// use placemat::{Policy, utf16};
///
/// let repaired = utf16::repair(&[0x61, 0xD800, 0x62], Policy::Replace)?;
/// assert_eq!(repaired.text[..], [0x61, 0xFFFD, 0x62]);
/// assert_eq!(repaired.account.malformed(), 1);
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
///
/// # Errors
/// Before anything is read: if the policy changes nothing ([`Policy::Strict`]), or
/// makes no sense for UTF-16.
///
/// # Complexity
/// Linear, however many errors there are.
pub fn repair(units: &[u16], policy: Policy) -> Result<Repaired<'_, [u16]>, PolicyError> {
    repair_observed(units, policy, |_| {})
}

/// The same, with the list of changes.
///
/// # Examples
/// ```
/// use placemat::{Policy, utf16};
///
/// let (repaired, changes) = utf16::repair_with_changes(&[0x61, 0xD800], Policy::Remove)?;
/// assert_eq!(repaired.text[..], [0x61]);
/// assert_eq!((changes[0].offset, changes[0].output_len), (1, 0));
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
///
/// # Errors
/// Those of [`repair()`].
pub fn repair_with_changes(
    units: &[u16],
    policy: Policy,
) -> Result<(Repaired<'_, [u16]>, Vec<Change>), PolicyError> {
    let mut changes = Vec::new();
    let repaired = repair_observed(units, policy, |change| changes.push(*change))?;
    Ok((repaired, changes))
}

fn repair_observed(
    units: &[u16],
    policy: Policy,
    listen: impl FnMut(&Change),
) -> Result<Repaired<'_, [u16]>, PolicyError> {
    repair::check::<Utf16>(policy)?;
    if is_valid(units) {
        return Ok(Repaired { text: Cow::Borrowed(units), account: Account::default() });
    }
    let (mended, account) = repair::repair::<Utf16>(units, policy, listen);
    Ok(Repaired { text: Cow::Owned(mended), account })
}
