//! What a policy has changed: one change, and the account of all.

use crate::error::MalformedKind;

/// Something of the source that does not stand in the target as it was.
///
/// Offsets and lengths count code units, from the start of source and target,
/// or of a stream of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Where the item begins in the source.
    pub offset: u64,
    /// How many units of the source it has.
    pub len: usize,
    /// Where what stands for it begins in the target.
    pub output_offset: u64,
    /// How many units stand for it: 0 where it was removed.
    pub output_len: usize,
    /// Why.
    pub cause: Cause,
}

/// Why something was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// It is a maximal subpart that is ill-formed.
    Malformed(MalformedKind),
    /// The target encoding cannot hold this value.
    Unmappable(u32),
}

/// How much a policy has changed: the sum of [`Change`]s.
///
/// # Examples
/// ```
/// use placemat::{Converter, MalformedKind, Policy};
/// use placemat::encoding::Utf8;
/// use placemat::policy::Account;
///
/// let mut account = Account::default();
/// let mut stream = Converter::<Utf8, Utf8>::new(Policy::Remove)?.stream();
/// let mut out = [0; 64];
/// stream.push_with_changes(b"a\xC0\xAFb", &mut out, true, |change, before, _| {
///     account.add(change);
///     assert_eq!(before.len(), 1); // \xC0, then \xAF
/// });
/// assert_eq!((account.malformed(), account.units()), (2, 2));
/// assert_eq!(account.of_kind(MalformedKind::Overlong), 1);
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    by_kind: [u64; MalformedKind::all().len()],
    unmappable: u64,
    units: u64,
}

impl Account {
    /// Adds a change.
    pub fn add(&mut self, change: &Change) {
        match change.cause {
            Cause::Malformed(kind) => self.by_kind[kind as usize] += 1,
            Cause::Unmappable(_) => self.unmappable += 1,
        }
        self.units += change.len as u64;
    }

    /// Adds all changes of another account, as of the next piece of a text.
    pub fn merge(&mut self, other: &Self) {
        self.by_kind.iter_mut().zip(other.by_kind).for_each(|(sum, n)| *sum += n);
        self.unmappable += other.unmappable;
        self.units += other.units;
    }

    /// Whether nothing was changed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.units == 0
    }

    /// How many malformed maximal subparts there were.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.by_kind.iter().sum()
    }

    /// How many of them were of `kind`.
    #[must_use]
    pub const fn of_kind(&self, kind: MalformedKind) -> u64 {
        self.by_kind[kind as usize]
    }

    /// How many values there were that the target cannot hold.
    #[must_use]
    pub const fn unmappable(&self) -> u64 {
        self.unmappable
    }

    /// How many code units of the source were changed: bytes, for UTF-8.
    #[must_use]
    pub const fn units(&self) -> u64 {
        self.units
    }
}
