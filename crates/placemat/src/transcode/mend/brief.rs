//! Malformed texts of few units, under `replace`: words, names and keys. They are cut in parts, and each is
//! mended by masks (`by_masks.rs`), or by other vectors (`by_vectors.rs`); the loop of the engine, which goes item by
//! item, takes two to four times as long. What these leave is for it.

use crate::boundary;
use crate::output::Output;
use crate::simd::dispatch::BriefKernel;
use core::mem::MaybeUninit;

/// How many parts are brief.
pub(crate) const PARTS: usize = 4;

/// Mends a text of few units behind which nothing follows, or a prefix of it, under `replace`.
#[derive(Clone, Copy)]
pub(crate) struct MendBrief {
    /// The most bytes that it may have: more are quicker by the kernels for long text.
    pub(crate) most: usize,
    /// How many bytes are its first part, up to a boundary.
    pub(crate) part: fn(&[u8]) -> usize,
    /// All of a part, or nothing, where the level in use has masks.
    pub(crate) by_masks: Option<BriefKernel<BrieflyMended>>,
    /// The same where it has vectors.
    pub(crate) by_vectors: fn(&[u8], &mut [MaybeUninit<u8>]) -> BrieflyMended,
}

impl MendBrief {
    /// Nothing of a text that is not brief.
    #[inline(always)]
    pub(crate) fn run(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
        let mut all = BrieflyMended::default();
        if src.len() > self.most {
            return all;
        }
        // Each turn but the last reads something.
        loop {
            let (rest, dst) = (&src[all.read()..], &mut dst[all.written..]);
            let mended = self.one_part(rest, dst);
            all.read_and_malformed += mended.read_and_malformed;
            all.written += mended.written;
            if mended.read() == 0 || all.read() == src.len() {
                return all;
            }
        }
    }

    /// Of any text the parts up to the first that has something malformed, with it; for one that begins so, but for few
    /// parts.
    #[inline(always)]
    pub(crate) fn to_error(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
        let mut all = BrieflyMended::default();
        loop {
            let (rest, dst) = (&src[all.read()..], &mut dst[all.written..]);
            let mended = self.one_part(rest, dst);
            all.read_and_malformed += mended.read_and_malformed;
            all.written += mended.written;
            if mended.read() == 0 || mended.malformed() > 0 || all.read() == src.len() {
                return all;
            }
        }
    }

    /// The first part of any text, or nothing.
    #[inline(always)]
    fn one_part(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
        let part = &src[..(self.part)(src)];
        let by_masks = self.by_masks.and_then(|by_masks| by_masks.run(part, dst));
        match by_masks {
            Some(mended) if mended.read() > 0 => mended,
            _ => (self.by_vectors)(part, dst),
        }
    }
}

/// The first part of UTF-8: so many bytes at most.
#[inline]
pub(crate) fn part_of_utf8<const MOST: usize>(src: &[u8]) -> usize {
    if src.len() <= MOST { src.len() } else { boundary::item_start(src, MOST) }
}

/// The same of UTF-16.
#[inline]
pub(crate) fn part_of_utf16<const MOST: usize, const SWAPPED: bool>(src: &[u8]) -> usize {
    match src.get(MOST - 2..) {
        Some(&[a, b, _, ..]) => {
            let unit = u16::from_ne_bytes([a, b]);
            let unit = if SWAPPED { unit.swap_bytes() } else { unit };
            // The first half of a pair, perhaps.
            if unit & 0xFC00 == 0xD800 { MOST - 2 } else { MOST }
        }
        _ => src.len(),
    }
}

/// How far a brief text was mended. (Two fields are returned in registers. What is returned in memory is loaded
/// together again, and that waits until all stores before it have left the core.)
#[derive(Clone, Copy, Default)]
pub(crate) struct BrieflyMended {
    read_and_malformed: u64,
    pub(crate) written: usize,
}

impl BrieflyMended {
    #[inline(always)]
    pub(crate) fn new(read: usize, malformed: u32, out: &Output<'_>) -> Self {
        Self::of(read, malformed, out.written())
    }

    /// Of fewer than 4 GiB.
    #[inline(always)]
    pub(crate) fn of(read: usize, malformed: u32, written: usize) -> Self {
        Self { read_and_malformed: read as u64 | u64::from(malformed) << 32, written }
    }

    /// That, or nothing.
    #[inline(always)]
    pub(crate) fn all(done: bool, read: usize, malformed: u32, out: &Output<'_>) -> Self {
        if done { Self::new(read, malformed, out) } else { Self::default() }
    }

    /// How many bytes of the source, up to a boundary.
    #[inline(always)]
    pub(crate) fn read(self) -> usize {
        self.read_and_malformed as u32 as usize
    }

    /// How many maximal subparts.
    #[inline(always)]
    pub(crate) fn malformed(self) -> usize {
        (self.read_and_malformed >> 32) as usize
    }
}
