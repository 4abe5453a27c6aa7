//! Short texts, before any kernel: by masks, where the level in use has them, else by what
//! [`short`] does.

use super::pair::Pair;
use crate::bytes::{bytes_of, bytes_of_mut};
use crate::encoding::Encoding;
use crate::plain::SHORT;
use crate::simd::dispatch;
use crate::transcode::short::{self, PlainPair};
use core::mem::MaybeUninit;

/// Converts all of `src`, and returns how many units that makes; nothing if it is
/// not short, there is no room, or something is wrong with it. Then a prefix may
/// have been converted. (What has masks is called from where the caller is: a call between is a sixth
/// of the time.)
#[inline(always)]
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if is_total::<F, T>() {
        return total::<F, T>(src, dst);
    }
    if let Some(brief) = Pair::of::<F, T>().brief()
        && let Some(Some(bytes)) = brief.run(bytes_of(src), bytes_of_mut(dst))
    {
        return Some(bytes / size_of::<T::Unit>());
    }
    if src.len() > SHORT { None } else { without_masks::<F, T>(src, dst) }
}

/// The same where each value is plain. Nothing can fail but for the room, which is asked for first; and where
/// the level is not known yet, others ask for it. So nothing is kept for what else would follow a call.
#[inline(always)]
fn total<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let pair = PlainPair::of::<F, T>()?;
    let values = size_of_val(src) / pair.plain.from.unit_size();
    let units = values * (pair.to.unit_size() / size_of::<T::Unit>());
    if units > dst.len() {
        return None;
    }
    let (from, to) = (bytes_of(src), bytes_of_mut(dst));
    if Pair::of::<F, T>().brief().is_some_and(|brief| brief.has_run(from, to)) {
        return Some(units);
    }
    if src.len() > SHORT || !dispatch::is_known() {
        return None;
    }
    short::plain(pair, from, to, short::more::<F, T>);
    Some(units)
}

/// Asks for the level, if what is short does not: what follows it does so first.
#[inline(always)]
pub(crate) fn ask_level<F: Encoding, T: Encoding>() {
    if is_total::<F, T>() {
        dispatch::current();
    }
}

/// Whether each value of the source is plain: Latin-1 to what has room for it.
#[inline(always)]
pub(crate) fn is_total<F: Encoding, T: Encoding>() -> bool {
    PlainPair::of::<F, T>().is_some_and(|pair| pair.plain.is_all())
}

/// The same of a short text, on every processor.
#[inline]
fn without_masks<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (pair, row) = (PlainPair::of::<F, T>()?, Pair::of::<F, T>().row()?);
    if let Some(units) = short::plain(pair, bytes_of(src), bytes_of_mut(dst), short::more::<F, T>) {
        return Some(units / size_of::<T::Unit>());
    }
    if src.len() <= row.few_units { without_kernel::<F, T>(src, dst) } else { None }
}

/// Never inlined: plain texts need no registers for it.
#[inline(never)]
fn without_kernel<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (src, dst) = (bytes_of(src), bytes_of_mut(dst));
    let done = Pair::of::<F, T>().convert_few(src, dst);
    (done.read == src.len()).then_some(done.written / size_of::<T::Unit>())
}
