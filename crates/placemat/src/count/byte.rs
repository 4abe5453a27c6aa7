//! How often a byte occurs.

use crate::simd::{Simd, choice, dispatch::Operation};

/// The operation: how many bytes of the text are `byte`, which is not zero.
#[derive(Clone, Copy)]
pub(crate) struct CountByte<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) byte: u8,
}

/// Lane-wise totals overflow after 255 additions.
const VECTORS_A_ROUND: usize = 255;

impl Operation for CountByte<'_> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::COUNT_BYTE;

    #[inline(always)]
    fn len(&self) -> usize {
        self.text.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let (byte, one) = (s.splat(self.byte), s.splat(1));
        let mut sum = 0;
        for round in self.text.chunks(VECTORS_A_ROUND * S::LANES) {
            let vectors = round.chunks_exact(S::LANES);
            // Minus the totals: what is subtracted is one where the bytes are equal.
            let rest = s.load_partial(vectors.remainder());
            let mut minus = s.sub(s.splat(0), s.saturating_sub(one, s.xor(rest, byte)));
            for vector in vectors {
                let v = s.load(vector, 0);
                minus = s.sub(minus, s.saturating_sub(one, s.xor(v, byte)));
            }
            sum += s.sum_u8(s.sub(s.splat(0), minus));
        }
        sum
    }

    fn scalar(self) -> usize {
        self.text.iter().filter(|&&byte| byte == self.byte).count()
    }
}
