//! What a profile refuses, in text that is well-formed by now: mended where that can be done.

use placemat::{Policy, utf8};
use placemat_profile::{Checker, Refusal};
use std::collections::VecDeque;

/// Text on its way, of which some is held back until more is known of a word, a name or an escape.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    checkers: Vec<Checker>,
    policy: Policy,
    held: Vec<u8>,
    /// The offset of `held` in the text that comes in.
    base: u64,
}

/// Who is told of a refusal: it, the bytes that are refused, and what stands for them, if anything
/// can.
pub(super) type Tell<'a> = dyn FnMut(&Refusal, &[u8], Option<&str>) + 'a;

impl Filter {
    pub(super) fn new(checkers: Vec<Checker>, policy: Policy) -> Self {
        Self { checkers, policy, held: Vec::new(), base: 0 }
    }

    /// Takes the next `text`, and gives `out` what becomes of it.
    pub(super) fn push(
        &mut self,
        text: &[u8],
        last: bool,
        out: &mut dyn FnMut(&[u8]),
        tell: &mut Tell<'_>,
    ) {
        self.held.extend_from_slice(text);
        let cut = if last { self.held.len() } else { self.floor() };
        let known = &self.held[..cut];
        let mut refused = Vec::new();
        for checker in &mut self.checkers {
            checker.push(known, last, &mut |refusal| {
                let mended = refusal.mend(self.policy);
                refused.push((refusal, mended));
            });
        }
        // What one profile has an answer to is not left because another has none.
        refused.sort_by_key(|(refusal, mended)| (refusal.offset, mended.is_none()));
        let mut passed = 0;
        for (refusal, mended) in refused {
            let start = (refusal.offset - self.base) as usize;
            let end = start + refusal.len;
            if start < passed && (end <= passed || mended.is_some()) {
                // It was refused for another reason, too: it is mended.
                continue;
            }
            tell(&refusal, &known[start..end], mended.as_deref());
            if let Some(mended) = mended {
                out(&known[passed..start]);
                out(mended.as_bytes());
                passed = end;
            }
        }
        out(&known[passed..]);
        self.base += cut as u64;
        self.held.drain(..cut);
    }

    fn floor(&self) -> usize {
        let mut cut = utf8::floor_boundary(&self.held, self.held.len());
        loop {
            let known = &self.held[..cut];
            let floor = self.checkers.iter().map(|checker| checker.floor(known)).min();
            match floor {
                Some(floor) if floor < cut => cut = floor,
                _ => return cut,
            }
        }
    }
}

/// Where mended text was in the source.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    /// Behind which offset of the mended text how much longer than the source it is.
    longer: VecDeque<(u64, i64)>,
    /// That of the last one, and of what was asked for.
    last: i64,
    asked: i64,
}

impl Origins {
    /// `before` bytes at `offset` of the source have become `after`.
    pub(super) fn add(&mut self, offset: u64, before: usize, after: usize) {
        let start = offset.saturating_add_signed(self.last);
        self.last += after as i64 - before as i64;
        self.longer.push_back((start + after as u64, self.last));
    }

    /// The offset in the source of one in the mended text. They are asked for from front to back.
    pub(super) fn of(&mut self, mended: u64) -> u64 {
        while let Some(&(end, longer)) = self.longer.front()
            && end <= mended
        {
            self.asked = longer;
            self.longer.pop_front();
        }
        mended.saturating_add_signed(-self.asked)
    }
}

#[cfg(test)]
mod tests {
    use super::Origins;

    #[test]
    fn offsets_of_the_source() {
        let mut origins = Origins::default();
        // "a\xE9\0b\xFF\0" is mended to "aé\0b\u{FFFD}\0", and then to nothing else.
        origins.add(1, 1, 2);
        origins.add(4, 1, 3);
        assert_eq!([0, 3, 8].map(|mended| origins.of(mended)), [0, 2, 5]);
    }
}
