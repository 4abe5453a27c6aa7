//! Without vectors, or with those that every processor has: where there are no
//! others, and for texts too short for the call of a kernel.
//!
//! Eight plain units at a time, as in [`short`]; what is not plain value by value, by the codecs,
//! in a loop that knows neither errors nor policies: it ends before what it cannot convert.

use super::Progress;
use super::short::{self, CHUNK, Plain};
use crate::encoding::{Encoding, Step};
use core::mem::MaybeUninit;

/// Converts a prefix of `src` that is well-formed, that `T` can hold, and that fits `dst`. Of
/// encodings without a state.
#[inline(always)]
pub(crate) fn convert<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let Some(plain) = Plain::of::<F, T>() else { return Progress::default() };
    let (chunk, room) = (CHUNK * plain.from.unit_size(), CHUNK * plain.to.unit_size());
    let (read, written) = (src.len(), dst.len());
    let (mut src, mut dst) = (src, dst);
    // How much was left behind a chunk that was not plain: there the next one is tried.
    let mut again = usize::MAX;
    while !src.is_empty()
        && let Step::Value { value, len } = F::decode(&mut F::State::default(), src, true)
    {
        if value < plain.limit && src.len() <= again {
            let before = src.len();
            while let Some((units, behind)) = src.split_at_checked(chunk)
                && let Some((place, _)) = dst.split_at_mut_checked(room)
                && short::chunk(plain, units, place)
            {
                src = behind;
                dst = &mut dst[room..];
            }
            again = src.len().saturating_sub(chunk);
            if src.len() < before {
                continue;
            }
        }
        let Some(encoded) = T::encode(&mut T::State::default(), value) else { break };
        if !short::put(encoded.as_slice(), dst) {
            break;
        }
        src = &src[len..];
        dst = &mut dst[encoded.len..];
    }
    Progress { read: read - src.len(), written: written - dst.len() }
}
