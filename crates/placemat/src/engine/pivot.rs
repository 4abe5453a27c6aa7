//! The way of pairs that no kernel knows, where they are chosen at run time: a block of values.
//!
//! So there is one decoder and one encoder for each encoding, and not a function for each pair.
//! It is used like a kernel: it converts a prefix, stops before anything odd, and decides nothing.

use crate::bytes::as_uninit;
use crate::encoding::any::Chosen;
use crate::transcode::Converted;
use core::mem::MaybeUninit;

/// How many values are on their way at a time.
const BLOCK: usize = 512;

/// Converts a prefix of `src`, and says in `room` with how many values to begin the next time:
/// what is not taken was decoded in vain.
pub(super) fn convert(
    from: &mut Chosen,
    to: &mut Chosen,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    room: &mut usize,
) -> Converted {
    let mut block = [0; BLOCK];
    let mut done = Converted::default();
    // Each turn reads something, or is the last.
    loop {
        let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
        // Hardly a value becomes nothing.
        let most = (*room).clamp(1, BLOCK).min(dst.len() + 1);
        let before = *from;
        let decoded = from.values(src, as_uninit(&mut block[..most]));
        let values = &block[..decoded.written];
        let encoded = to.bytes(values, dst);
        done.written += encoded.written;
        if encoded.read < values.len() {
            // As if only those had been read.
            *from = before;
            done.read += from.values(src, as_uninit(&mut block[..encoded.read])).read;
            *room = encoded.read;
            return done;
        }
        done.read += decoded.read;
        *room = 2 * most;
        if decoded.written < most {
            return done;
        }
    }
}
