//! Repair: text made well-formed under a policy, with an account of what was
//! changed.

use crate::change::{Account, Change};
use crate::encoding::Encoding;
use crate::error::Reason;
use crate::policy::{Policy, PolicyError};
use crate::stream::MIN_ROOM;
use crate::transcode::{self, End, Observer, States, Tell};
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
    let out = convert_to_vec::<E, E, _>(units, policy, &mut observer);
    match out {
        Ok(out) => (out, account),
        Err(reason) => unreachable!("the policy has an answer for all errors: {reason:?}"),
    }
}

/// Converts all of `src` into memory that grows as needed.
fn convert_to_vec<F: Encoding, T: Encoding, O: Observer<F, T>>(
    src: &[F::Unit],
    policy: Policy,
    observer: &mut O,
) -> Result<Vec<T::Unit>, Reason> {
    let mut out = Vec::with_capacity(src.len() + src.len() / 16 + MIN_ROOM);
    let (mut states, mut read) = (States::default(), 0);
    loop {
        observer.starts_at(read as u64, out.len() as u64);
        let (rest, room) = (&src[read..], out.spare_capacity_mut());
        let (done, end) =
            transcode::convert_observed::<F, T, O>(&mut states, rest, room, policy, true, observer);
        read += done.read;
        // SAFETY: that many units have been written.
        unsafe { out.set_len(out.len() + done.written) };
        match end {
            End::Finished => return Ok(out),
            // There is room for the next item then, whatever it becomes.
            End::Stopped(Reason::OutputFull) => out.reserve(src.len() - read + MIN_ROOM),
            End::Stopped(reason) => return Err(reason),
            End::NeedMore => unreachable!("nothing follows the source"),
        }
    }
}
