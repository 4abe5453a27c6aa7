//! UTF-8 to UTF-16 and to UTF-32 for a processor without vectors: ASCII by words, and
//! one sequence at a time, without the loop and its policies between them.

use super::fast::Progress;
use super::output::Output;
use super::utf8_to_units::Target;

/// Bytes of a word.
pub(super) const WORD: usize = 8;

/// Converts a prefix that is well-formed.
pub(super) fn convert<T: Target>(src: &[u8], mut dst: Output<'_>) -> Progress {
    let mut at = 0;
    while dst.room() >= T::BYTES * WORD {
        let rest = &src[at..];
        if let Some(word) = rest.first_chunk::<WORD>()
            && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
        {
            T::write_ascii(*word, &mut dst);
            at += WORD;
            continue;
        }
        let Some((value, len)) = sequence(rest) else { break };
        T::write(value, &mut dst);
        at += len;
    }
    Progress { read: at, written: dst.written() }
}

/// The value and the length of the sequence that `text` begins with, if it is
/// well-formed: what the codec says, of strict UTF-8 alone.
#[inline(always)]
fn sequence(text: &[u8]) -> Option<(u32, usize)> {
    let six = |byte: u8| u32::from(byte & 0x3F);
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    match *text {
        [a @ ..0x80, ..] => Some((u32::from(a), 1)),
        [a @ 0xC2..=0xDF, b, ..] if continues(b) => Some((u32::from(a & 0x1F) << 6 | six(b), 2)),
        [a @ 0xE0..=0xEF, b, c, ..] if continues(b) & continues(c) => {
            let value = u32::from(a & 0x0F) << 12 | six(b) << 6 | six(c);
            (value >= 0x800 && value & 0xF800 != 0xD800).then_some((value, 3))
        }
        [a @ 0xF0..=0xF4, b, c, d, ..] if continues(b) & continues(c) & continues(d) => {
            let value = u32::from(a & 7) << 18 | six(b) << 12 | six(c) << 6 | six(d);
            (0x1_0000..0x11_0000).contains(&value).then_some((value, 4))
        }
        _ => None,
    }
}
