//! Repair: text made well-formed under a policy, with an account of what was
//! changed.

use crate::change::{Account, Change};
use crate::encoding::Encoding;
use crate::engine::caller::convert_to_vec;
use crate::observer::Tell;
use crate::policy::{Policy, PolicyError};
use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;
use core::fmt;

/// Well-formed text, and what it took.
///
/// Made by [`utf8::repair`](crate::utf8::repair) and
/// [`utf16::repair`](crate::utf16::repair).
#[derive(Clone, PartialEq, Eq)]
pub struct Repaired<'a, T: ?Sized + ToOwned> {
    /// The text: borrowed if nothing was wrong with it.
    pub text: Cow<'a, T>,
    /// What was changed.
    pub account: Account,
}

impl<T: ?Sized + ToOwned<Owned: fmt::Debug> + fmt::Debug> fmt::Debug for Repaired<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, account } = self;
        f.debug_struct("Repaired").field("text", text).field("account", account).finish()
    }
}

/// Refuses what repairs nothing, or cannot be well-formed.
pub(crate) fn check<E: Encoding>(policy: Policy) -> Result<(), PolicyError> {
    if policy == Policy::Strict {
        return Err(policy.refused::<E, E>());
    }
    policy.check::<E, E>()
}

/// `units`, which are malformed behind a well-formed prefix, made well-formed
/// under a policy that has been checked; and what was changed.
pub(crate) fn repair<E: Encoding>(
    units: &[E::Unit],
    policy: Policy,
    mut listen: impl FnMut(&Change),
) -> (Vec<E::Unit>, Account) {
    let mut account = Account::default();
    let mut observer = Tell::new(|change: &Change, _: &[E::Unit], _: &[E::Unit]| {
        account.add(change);
        listen(change);
    });
    let out = convert_to_vec::<E, E, _>(units, policy, &mut observer, |_, item, _| {
        unreachable!("the policy has an answer for all errors: {item:?}")
    });
    (out, account)
}
