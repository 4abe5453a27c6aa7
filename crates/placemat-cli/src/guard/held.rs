//! Damage that was found, and does not contradict itself.

use super::align::Counterpart;
use super::damage::{Damage, Judge};
use super::matching::Hunk;
use std::collections::BTreeMap;
use std::ops::Range;

/// Damage that does not overlap, neither in the old text nor in the new one.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) damages: Vec<Damage>,
    /// Bytes of runs that were too different to be aligned.
    pub(super) unaligned: Vec<Hunk>,
    /// Ends by starts.
    old: BTreeMap<usize, usize>,
    new: BTreeMap<usize, usize>,
}

impl Held {
    /// Takes the damage of runs. Where runs contradict each other, the surer one holds.
    pub(super) fn take<'a>(
        &mut self,
        runs: impl Iterator<Item = &'a Counterpart>,
        judge: &Judge<'_>,
    ) {
        let mut damages: Vec<Damage> =
            runs.flat_map(|run| judge.judge(run, &mut self.unaligned)).collect();
        damages.sort_by_cached_key(|damage| damage.hold as u64);
        for damage in damages {
            if self.is_free_old(&damage.old) && self.is_free_new(&damage.new) {
                self.old.insert(damage.old.start, damage.old.end);
                self.new.insert(damage.new.start, damage.new.end);
                self.damages.push(damage);
            }
        }
    }

    pub(super) fn is_free_old(&self, range: &Range<usize>) -> bool {
        is_free(&self.old, range)
    }

    pub(super) fn is_free_new(&self, range: &Range<usize>) -> bool {
        is_free(&self.new, range)
    }
}

fn is_free(held: &BTreeMap<usize, usize>, range: &Range<usize>) -> bool {
    held.range(..range.end).next_back().is_none_or(|(_, end)| *end <= range.start)
}
