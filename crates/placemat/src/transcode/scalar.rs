//! Without vectors, or with those that every processor has: where there are no
//! others, and for texts too short for the call of a kernel.
//!
//! Eight plain units at a time, as in [`short`]; what is not plain value by value, in a
//! loop that knows neither errors nor policies: it ends before what it cannot convert.
//!
//! What is a value here is said of the strict forms alone, in fewer instructions than the codecs
//! need, which also say what is wrong: with those, short texts with errors take up to 1.8 times as
//! long.

use super::Converted;
use super::short::{self, CHUNK, PlainPair};
use crate::encoding::Encoding;
use crate::encoding::form::Base;
use core::mem::MaybeUninit;

/// Converts a prefix of `src` that is well-formed, that `T` can hold, and that fits `dst`.
#[inline(always)]
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Converted {
    let Some(pair) = PlainPair::of::<F, T>() else { return Converted::default() };
    let (from, to) = (CHUNK * pair.plain.from.unit_size(), CHUNK * pair.to.unit_size());
    let (read, written) = (src.len(), dst.len());
    let (mut src, mut dst) = (src, dst);
    // How much was left behind a chunk that was not plain: there the next one is tried.
    let mut again = usize::MAX;
    while let Some((value, behind)) = value(pair.plain.from, src) {
        if value < pair.plain.limit && src.len() <= again {
            let before = src.len();
            while let Some((chunk, behind)) = src.split_at_checked(from)
                && let Some((room, _)) = dst.split_at_mut_checked(to)
                && short::chunk(pair, chunk, room)
            {
                src = behind;
                dst = &mut dst[to..];
            }
            again = src.len().saturating_sub(from);
            if src.len() < before {
                continue;
            }
        }
        let Some(len) = write(pair.to, value, dst) else { break };
        src = behind;
        dst = &mut dst[len..];
    }
    Converted { read: read - src.len(), written: written - dst.len() }
}

/// The value that `text` begins with, and what is behind it, if that is well-formed: what the
/// codec says of the strict form.
#[inline(always)]
fn value(base: Base, text: &[u8]) -> Option<(u32, &[u8])> {
    match base {
        Base::Utf8 => sequence(text),
        Base::Latin1 => text.split_first().map(|(&byte, behind)| (u32::from(byte), behind)),
        Base::Utf16 { swapped } => {
            let unit = |text| {
                let (&unit, behind) = <[u8]>::split_first_chunk(text)?;
                let unit = u16::from_ne_bytes(unit);
                Some((u32::from(if swapped { unit.swap_bytes() } else { unit }), behind))
            };
            let (first, behind) = unit(text)?;
            if first & 0xF800 != 0xD800 {
                return Some((first, behind));
            }
            let (low, behind) = unit(behind)?;
            let pair = first & 0xFC00 == 0xD800 && low & 0xFC00 == 0xDC00;
            pair.then_some((0x1_0000 + ((first & 0x3FF) << 10 | low & 0x3FF), behind))
        }
        Base::Utf32 { swapped } => {
            let (&unit, behind) = text.split_first_chunk()?;
            let unit = u32::from_ne_bytes(unit);
            let unit = if swapped { unit.swap_bytes() } else { unit };
            char::from_u32(unit).map(|c| (u32::from(c), behind))
        }
    }
}

#[inline(always)]
fn sequence(text: &[u8]) -> Option<(u32, &[u8])> {
    let six = |byte: u8| u32::from(byte & 0x3F);
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    match *text {
        [a @ ..0x80, ref behind @ ..] => Some((u32::from(a), behind)),
        [a @ 0xC2..=0xDF, b, ref behind @ ..] if continues(b) => {
            Some((u32::from(a & 0x1F) << 6 | six(b), behind))
        }
        [a @ 0xE0..=0xEF, b, c, ref behind @ ..] if continues(b) & continues(c) => {
            let value = u32::from(a & 0x0F) << 12 | six(b) << 6 | six(c);
            (value >= 0x800 && value & 0xF800 != 0xD800).then_some((value, behind))
        }
        [a @ 0xF0..=0xF4, b, c, d, ref behind @ ..]
            if continues(b) & continues(c) & continues(d) =>
        {
            let value = u32::from(a & 7) << 18 | six(b) << 12 | six(c) << 6 | six(d);
            (0x1_0000..0x11_0000).contains(&value).then_some((value, behind))
        }
        _ => None,
    }
}

/// Writes the units of a scalar value, if `base` can hold it and there is room. Returns how
/// many bytes that is.
#[inline(always)]
fn write(base: Base, value: u32, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let last = |value: u32| 0x80 | (value & 0x3F) as u8;
    match base {
        Base::Utf8 => match value {
            0..0x80 => put([value as u8], dst),
            0x80..0x800 => put([0xC0 | (value >> 6) as u8, last(value)], dst),
            0x800..0x1_0000 => {
                put([0xE0 | (value >> 12) as u8, last(value >> 6), last(value)], dst)
            }
            _ => {
                let lead = 0xF0 | (value >> 18) as u8;
                put([lead, last(value >> 12), last(value >> 6), last(value)], dst)
            }
        },
        Base::Latin1 => u8::try_from(value).ok().and_then(|byte| put([byte], dst)),
        Base::Utf16 { swapped } => {
            let order = |unit: u32| {
                let unit = unit as u16;
                if swapped { unit.swap_bytes() } else { unit }.to_ne_bytes()
            };
            if value < 0x1_0000 {
                return put(order(value), dst);
            }
            let ([a, b], [c, d]) = (order(0xD7C0 + (value >> 10)), order(0xDC00 | value & 0x3FF));
            put([a, b, c, d], dst)
        }
        Base::Utf32 { swapped } => {
            put(if swapped { value.swap_bytes() } else { value }.to_ne_bytes(), dst)
        }
    }
}

/// Writes all of `bytes`, if there is room.
#[inline(always)]
fn put<const N: usize>(bytes: [u8; N], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    *dst.first_chunk_mut()? = bytes.map(MaybeUninit::new);
    Some(N)
}
