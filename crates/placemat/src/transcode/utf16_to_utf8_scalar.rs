//! UTF-16, in memory, to UTF-8 without vectors: ASCII by four units at a time,
//! all else value by value.

use super::fast::Progress;
use super::output::Output;

/// Converts a prefix of `src`, UTF-16 in the byte order of the processor or, if
/// `SWAPPED`, in the other one.
pub(crate) fn convert<const SWAPPED: bool>(src: &[u8], mut dst: Output<'_>) -> Progress {
    let (units, _) = src.as_chunks::<2>();
    let unit = |bytes: [u8; 2]| {
        let unit = u16::from_ne_bytes(bytes);
        if SWAPPED { unit.swap_bytes() } else { unit }
    };
    let mut read = 0;
    while let Some(&bytes) = units.get(read) {
        let first = unit(bytes);
        let (fits, len) = match first {
            0..0x80 => {
                let four = units[read..].first_chunk::<4>().map(|four| four.map(unit));
                match four {
                    Some(four) if four.iter().fold(0, |all, unit| all | unit) < 0x80 => {
                        (dst.write(&four.map(|unit| unit as u8)), 4)
                    }
                    _ => (dst.write(&[first as u8]), 1),
                }
            }
            0x80..0x800 => (dst.write(&[0xC0 | (first >> 6) as u8, last_byte(first.into())]), 1),
            0xD800..0xDC00 => {
                let Some(low @ 0xDC00..0xE000) = units.get(read + 1).copied().map(unit) else {
                    break;
                };
                let (high, low) = (u32::from(first & 0x3FF), u32::from(low & 0x3FF));
                let value = 0x1_0000 + (high << 10 | low);
                let lead = 0xF0 | (value >> 18) as u8;
                let last = [12, 6, 0].map(|bits| last_byte(value >> bits));
                (dst.write(&[lead, last[0], last[1], last[2]]), 2)
            }
            0xDC00..0xE000 => break,
            _ => {
                let value = u32::from(first);
                let lead = 0xE0 | (value >> 12) as u8;
                (dst.write(&[lead, last_byte(value >> 6), last_byte(value)]), 1)
            }
        };
        if !fits {
            break;
        }
        read += len;
    }
    Progress { read: 2 * read, written: dst.written() }
}

/// A continuation byte: the last six bits.
#[inline(always)]
fn last_byte(value: u32) -> u8 {
    0x80 | (value & 0x3F) as u8
}
