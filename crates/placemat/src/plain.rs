//! Plain values, by eight lanes of 16 bits, which every processor has: for texts that are shorter than
//! the call of a kernel.
//!
//! A value is *plain* for a pair of encodings if it is one unit in each: ASCII
//! for UTF-8 and any other, all of Latin-1 towards UTF-16, all but surrogates
//! between UTF-16 and UTF-32.

use crate::encoding::form::Base;
use crate::simd::Eight;

/// Up to how many units a text may be short: it is looked at before any kernel, which costs more
/// than such a text.
pub(crate) const SHORT: usize = 128;

/// What is plain.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) from: Base,
    /// Values below it, but surrogates; a power of two.
    pub(crate) limit: u32,
    /// But U+0000.
    pub(crate) but_nul: bool,
}

impl Plain {
    /// Whether every value is: Latin-1 to what has room for it. Nothing follows the attempt then.
    /// The little code that is left is inlined where it is called, if that of longer texts is not
    /// in it, and takes half the time.
    #[inline(always)]
    pub(crate) fn is_all(self) -> bool {
        matches!(self.from, Base::Latin1) && self.limit >= 0x100
    }

    /// N units from `at` on, at most eight, and whether they are plain. The other lanes are 0.
    #[inline(always)]
    pub(crate) fn lanes<const N: usize>(self, src: &[u8], at: usize) -> (Eight, bool) {
        let from = self.from.unit_size();
        let src = &src[from * at..][..from * N];
        let mut plain = true;
        let lanes = match self.from {
            Base::Utf16 { swapped: false } => Eight::from_16(padded(src)),
            Base::Utf16 { swapped: true } => Eight::from_16(padded(src)).swapped(),
            Base::Utf32 { swapped } => {
                let [low, high] = Eight::from_32(padded(src));
                let (lanes, upper) = if swapped { (high.swapped(), low) } else { (low, high) };
                plain = upper.has_none(0xFFFF);
                lanes
            }
            _ => Eight::from_8(padded(src)),
        };
        plain &= if self.limit <= 0xFFFF {
            self.is_all() || lanes.has_none(!(self.limit - 1) as u16)
        } else {
            !lanes.has(0xF800, 0xD800)
        };
        // Lanes behind the text are 0, too.
        plain &= !(self.but_nul && (N < 8 || lanes.has(0xFFFF, 0)));
        (lanes, plain)
    }
}

/// `bytes`, and zeros behind them.
#[inline(always)]
fn padded<const LEN: usize>(bytes: &[u8]) -> [u8; LEN] {
    let mut padded = [0; LEN];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}
