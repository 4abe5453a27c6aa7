//! Any bytes as well-formed UTF-8, and back without loss.

use crate::border::export;
use crate::result::Report;
use placemat::escape::{self, Direction, Escape, Rewriter, Unescape};

fn rewrite<D: Direction>(src: &[u8], dst: &mut [u8]) -> Report {
    let mut rewriter = Rewriter::<D>::new();
    let progress = rewriter.push(src, dst, true);
    Report::of_push(progress, rewriter.offset())
}

export! {
    /// Escapes what is malformed.
    fn placemat_escape(src[len]: In<u8>, dst[room]: Mut<u8>) -> Report { rewrite::<Escape>(src, dst) }
    /// Its exact length.
    fn placemat_escape_len(src[len]: In<u8>) -> usize { escape::escaped_len(src) }
    /// The way back.
    fn placemat_unescape(src[len]: In<u8>, dst[room]: Mut<u8>) -> Report { rewrite::<Unescape>(src, dst) }
    /// Its exact length.
    fn placemat_unescape_len(src[len]: In<u8>) -> usize { escape::unescaped_len(src) }
}
