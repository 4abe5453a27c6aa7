//! An output beside a text, where unit becomes unit: one comparison is enough for both.

use super::Output;
use crate::simd::Simd;

/// A text and an output in which its units become as many units: what is left of the text
/// says how much room there is.
pub(crate) struct Beside<'o, 'a, 's> {
    output: &'o mut Output<'a>,
    src: &'s [u8],
    /// How much of it is converted. There is room for what the rest becomes.
    at: usize,
    /// The sizes of units.
    from: usize,
    to: usize,
}

impl<'a> Output<'a> {
    /// `src` beside this output, as far as there is room: units of `from` bytes that
    /// become units of `to` bytes.
    #[inline(always)]
    pub(crate) fn beside<'s>(
        &mut self,
        src: &'s [u8],
        from: usize,
        to: usize,
    ) -> Beside<'_, 'a, 's> {
        let units = (src.len() / from).min(self.room() / to);
        Beside { src: &src[..units * from], output: self, at: 0, from, to }
    }
}

impl Beside<'_, '_, '_> {
    /// What is left of the text.
    #[inline(always)]
    pub(crate) fn rest(&self) -> &[u8] {
        &self.src[self.at..]
    }

    /// How much of it is converted.
    #[inline(always)]
    pub(crate) fn read(&self) -> usize {
        self.at
    }

    /// How many units ago both were at the start of a vector of as many units, or the
    /// longer one was: see [`Output::beyond_aligned`].
    #[inline(always)]
    pub(crate) fn beyond_aligned(&self, count: usize) -> usize {
        if self.from < self.to {
            self.output.beyond_aligned(self.to, count)
        } else {
            (self.src.as_ptr().addr() + self.at) / self.from % count
        }
    }

    /// Converts N vectors of units, of which the first ones, `again`, are converted already,
    /// if there are so many and `convert` does: it makes, of the first vectors of four, as
    /// many as a unit has bytes.
    #[inline(always)]
    pub(crate) fn vectors<S: Simd, const N: usize>(
        &mut self,
        s: S,
        again: usize,
        convert: impl Fn([S::V; 4]) -> Option<[S::V; 4]>,
    ) -> bool {
        assert!(again * self.from <= self.at);
        let (size, from) = (N * self.from * S::LANES, self.at - again * self.from);
        let Some(chunk) = self.src[from..].get(..size) else { return false };
        let mut converted = [[s.splat(0); 4]; N];
        for (i, units) in converted.iter_mut().enumerate() {
            let mut v = [s.splat(0); 4];
            for (j, v) in v.iter_mut().enumerate().take(self.from) {
                *v = s.load(chunk, (i * self.from + j) * S::LANES);
            }
            let Some(v) = convert(v) else { return false };
            *units = v;
        }
        // What lay behind is stored over.
        self.output.behind = None;
        // As many units as on the other side, so they are there.
        self.output.written -= again * self.to;
        for units in converted {
            for v in units.into_iter().take(self.to) {
                // SAFETY: there is room for as many units as were loaded.
                unsafe { s.store_unaligned(v, self.output.place()) };
                self.output.written += S::LANES;
            }
        }
        self.at = from + size;
        true
    }
}
