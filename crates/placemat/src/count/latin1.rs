//! The bytes of UTF-8 that Latin-1 becomes.

use crate::simd::{Simd, choice, dispatch::Operation};

/// The operation: how many bytes of UTF-8 Latin-1 becomes: one for each byte,
/// and one more from 80 on.
#[derive(Clone, Copy)]
pub(crate) struct Latin1Utf8Len<'a>(pub(crate) &'a [u8]);

/// A lane of totals overflows after 255 additions, four a window.
const WINDOWS_A_ROUND: usize = 63;

impl Operation for Latin1Utf8Len<'_> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::COUNT_LATIN1;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let text = self.0;
        let mut len = text.len();
        let (windows, rest) = text.split_at(text.len() - text.len() % (4 * S::LANES));
        for round in windows.chunks(WINDOWS_A_ROUND * 4 * S::LANES) {
            // A true lane is -1.
            let mut totals = [s.splat(0); 4];
            for window in round.chunks_exact(4 * S::LANES) {
                for (i, totals) in totals.iter_mut().enumerate() {
                    let high = s.less_than_i8(s.load(window, i * S::LANES), s.splat(0));
                    *totals = s.sub(*totals, high);
                }
            }
            for totals in totals {
                len += s.sum_u8(totals);
            }
        }
        for part in rest.chunks(S::LANES) {
            len += s.count_flags(s.load_partial(part));
        }
        len
    }

    fn scalar(self) -> usize {
        self.0.iter().map(|&byte| 1 + usize::from(byte >> 7)).sum()
    }
}
