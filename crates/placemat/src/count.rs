//! Counts of code points and of UTF-16 units, without decoding.

pub(crate) mod byte;
pub(crate) mod latin1;
pub(crate) mod utf16;
pub(crate) mod utf32;

use crate::encoding::utf8 as codec;
use crate::simd::{Simd, Window, dispatch::Operation};

/// The operation: how many bytes are no continuation bytes, and, if asked, how
/// many are F0 or more.
#[derive(Clone, Copy)]
pub(crate) struct CountUtf8<'a> {
    pub(crate) text: &'a [u8],
    /// Count four-byte leads twice: UTF-16 needs two units there.
    pub(crate) as_utf16: bool,
}

/// Lane-wise totals overflow after 255 additions, and a window adds up to eight.
const WINDOWS_A_ROUND: usize = 255 / 8;

impl Operation for CountUtf8<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        if self.as_utf16 { count::<S, true>(s, self.text) } else { count::<S, false>(s, self.text) }
    }

    fn scalar(self) -> usize {
        let four = if self.as_utf16 { 0xF0 } else { 0xFF };
        let units = |&byte: &u8| {
            usize::from(!codec::is_continuation(byte)) + usize::from(self.as_utf16 && byte >= four)
        };
        self.text.iter().map(units).sum()
    }
}

#[inline(always)]
fn count<S: Simd, const AS_UTF16: bool>(s: S, text: &[u8]) -> usize {
    let head = text.len().min(S::LANES);
    // Bytes that a partial load adds are zero: neither continuation nor lead.
    let mut continuations = s.add_continuations(s.splat(0), s.load_partial(&text[..head]));
    let mut fours = s.splat(0);
    if AS_UTF16 {
        fours = s.add_four_byte_leads(fours, s.load_partial(&text[..head]));
    }
    let mut at = head;
    let mut windows = 1;
    let (mut continuation_sum, mut four_sum) = (0, 0);
    loop {
        while windows < WINDOWS_A_ROUND {
            let Some(window) = Window::new(s, text, at) else { break };
            for i in 0..Window::<S>::VECTORS {
                let v = window.load::<0>(i);
                continuations = s.add_continuations(continuations, v);
                if AS_UTF16 {
                    fours = s.add_four_byte_leads(fours, v);
                }
            }
            at += Window::<S>::LEN;
            windows += 1;
        }
        let more = windows == WINDOWS_A_ROUND;
        while !more && at < text.len() {
            let end = text.len().min(at + S::LANES);
            let v = s.load_partial(&text[at..end]);
            continuations = s.add_continuations(continuations, v);
            if AS_UTF16 {
                fours = s.add_four_byte_leads(fours, v);
            }
            at = end;
        }
        continuation_sum += s.sum_u8(continuations);
        four_sum += s.sum_u8(fours);
        if !more {
            return text.len() - continuation_sum + four_sum;
        }
        (continuations, fours, windows) = (s.splat(0), s.splat(0), 0);
    }
}

#[cfg(test)]
mod tests;
