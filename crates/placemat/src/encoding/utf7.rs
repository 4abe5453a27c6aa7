//! UTF-7 (RFC 2152), and its variant for the names of mailboxes (RFC 3501, section
//! 5.1.3). Most of ASCII is itself; all else is UTF-16 in Base64, between `+`, or
//! `&`, and what ends it.

use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// UTF-7: units of one byte. What RFC 2152 leaves to the writer, its set O, is
/// written as it is. `LENIENT` takes all of ASCII but `+` directly, and lone
/// surrogates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf7<const LENIENT: bool = false>;

/// UTF-7 of IMAP: units of one byte. `LENIENT` takes what is written in more
/// shifts than are needed, or in Base64 without need, or without a `-` behind it,
/// controls, and lone surrogates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf7Imap<const LENIENT: bool = false>;

/// What is special to a variant.
trait Variant {
    const IMAP: bool;
    const LENIENT: bool;
    const SHIFT: u8 = if Self::IMAP { b'&' } else { b'+' };
    const LAST_DIGIT: u8 = if Self::IMAP { b',' } else { b'/' };

    /// Whether `byte` is written as it is.
    fn is_direct(byte: u8) -> bool {
        match byte {
            b' '..=b'~' if Self::IMAP => byte != b'&',
            b'+' | b'\\' | b'~' => false,
            b'\t' | b'\n' | b'\r' | b' '..=b'}' => !Self::IMAP,
            _ => false,
        }
    }

    /// Whether `byte` is read as it is.
    fn may_be_direct(byte: u8) -> bool {
        Self::is_direct(byte) || (Self::LENIENT && byte.is_ascii() && byte != Self::SHIFT)
    }

    fn digit(byte: u8) -> Option<u32> {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ if byte == Self::LAST_DIGIT => 63,
            _ => return None,
        }))
    }

    fn byte(digit: u32) -> u8 {
        match digit as u8 {
            digit @ 0..26 => b'A' + digit,
            digit @ 26..52 => b'a' + digit - 26,
            digit @ 52..62 => b'0' + digit - 52,
            62 => b'+',
            _ => Self::LAST_DIGIT,
        }
    }
}

impl<const L: bool> Variant for Utf7<L> {
    const IMAP: bool = false;
    const LENIENT: bool = L;
}

impl<const L: bool> Variant for Utf7Imap<L> {
    const IMAP: bool = true;
    const LENIENT: bool = L;
}

/// Where text stands: inside of a shift, and with which bits that are no unit yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    shifted: bool,
    bits: u32,
    count: u32,
}

const fn is_high(unit: u32) -> bool {
    unit & 0xFC00 == 0xD800
}

const fn is_low(unit: u32) -> bool {
    unit & 0xFC00 == 0xDC00
}

fn malformed(len: usize, kind: MalformedKind) -> Step {
    Step::Malformed { len, kind }
}

fn decode<V: Variant>(state: &mut Shift, units: &[u8], last: bool) -> Step {
    match V::digit(units[0]) {
        Some(_) if state.shifted => return decode_shifted::<V>(state, units, last),
        _ if state.shifted => {}
        _ => return decode_direct::<V>(state, units, last),
    }
    // The end of a shift.
    if units[0] != b'-' {
        *state = Shift::default();
        // In IMAP only `-` ends one.
        return match V::IMAP && !V::LENIENT {
            true => malformed(1, MalformedKind::Incomplete),
            false => decode_direct::<V>(state, units, last),
        };
    }
    match &units[1..] {
        // In IMAP no shift follows a shift.
        [] | [b'&'] if !last && V::IMAP && !V::LENIENT => return Step::NeedMore,
        [b'&', next, ..] if V::IMAP && !V::LENIENT && *next != b'-' => {
            (state.bits, state.count) = (0, 0);
            return malformed(2, MalformedKind::NeedlessShift);
        }
        _ => {}
    }
    *state = Shift::default();
    Step::Shift { len: 1 }
}

fn decode_direct<V: Variant>(state: &mut Shift, units: &[u8], last: bool) -> Step {
    match units {
        [byte, ..] if V::may_be_direct(*byte) => Step::Value { value: (*byte).into(), len: 1 },
        [shift, ..] if *shift != V::SHIFT => malformed(1, MalformedKind::NotDirect),
        [_, b'-', ..] => Step::Value { value: V::SHIFT.into(), len: 2 },
        [_, next, ..] if V::digit(*next).is_some() => {
            state.shifted = true;
            Step::Shift { len: 1 }
        }
        [_] if !last => Step::NeedMore,
        [_] => malformed(1, MalformedKind::IncompleteAtEnd),
        _ => malformed(1, MalformedKind::Incomplete),
    }
}

/// A value in Base64, which begins with a digit.
fn decode_shifted<V: Variant>(state: &mut Shift, units: &[u8], last: bool) -> Step {
    let mut len = 0;
    let first = match unit::<V>(state, units, &mut len, last) {
        Ok(unit) => unit,
        Err(step) => return step,
    };
    let mut value = first;
    if is_high(first) {
        let (at, after) = (len, *state);
        match unit::<V>(state, units, &mut len, last) {
            Ok(low) if is_low(low) => value = 0x1_0000 + ((first & 0x3FF) << 10 | low & 0x3FF),
            Err(Step::NeedMore) => return Step::NeedMore,
            // It stands for itself, or is read once more.
            _ => {
                (*state, len) = (after, at);
                if !V::LENIENT {
                    return malformed(len, MalformedKind::LoneHighSurrogate);
                }
            }
        }
    } else if is_low(first) && !V::LENIENT {
        return malformed(len, MalformedKind::LoneLowSurrogate);
    }
    if V::IMAP && !V::LENIENT && u8::try_from(value).is_ok_and(|b| V::is_direct(b) || b == b'&') {
        return malformed(len, MalformedKind::NeedlessShift);
    }
    // Bits that are left over are zero, if no digit follows.
    let must_end_well = V::IMAP && !V::LENIENT;
    match units.get(len) {
        Some(&next) if V::digit(next).is_some() => {}
        None if !last && (state.bits != 0 || must_end_well) => return Step::NeedMore,
        None if last && must_end_well => return malformed(len, MalformedKind::IncompleteAtEnd),
        _ if state.bits != 0 => {
            (state.bits, state.count) = (0, 0);
            return malformed(len, MalformedKind::StrayBits);
        }
        _ => {}
    }
    Step::Value { value, len }
}

/// The unit of UTF-16 whose digits begin at `len`, or why there is none.
fn unit<V: Variant>(
    state: &mut Shift,
    units: &[u8],
    len: &mut usize,
    last: bool,
) -> Result<u32, Step> {
    while state.count < 16 {
        let next = units.get(*len).copied();
        let Some(digit) = next.and_then(V::digit) else {
            if next.is_none() && !last {
                return Err(Step::NeedMore);
            }
            (state.bits, state.count) = (0, 0);
            let at_end = MalformedKind::IncompleteAtEnd;
            let kind = if next.is_none() { at_end } else { MalformedKind::Incomplete };
            return Err(malformed(*len, kind));
        };
        state.bits = state.bits << 6 | digit;
        state.count += 6;
        *len += 1;
    }
    state.count -= 16;
    let unit = state.bits >> state.count;
    state.bits &= (1 << state.count) - 1;
    Ok(unit)
}

fn encode<V: Variant>(state: &mut Shift, value: u32) -> Option<Encoded<u8>> {
    let mut encoded = Encoded::default();
    match u8::try_from(value) {
        Ok(byte) if V::is_direct(byte) => {
            if state.shifted {
                let needs_end = V::IMAP || V::digit(byte).is_some() || byte == b'-';
                encoded = end::<V>(state, needs_end);
            }
            encoded.push(byte);
            return Some(encoded);
        }
        Ok(byte) if byte == V::SHIFT && (V::IMAP || !state.shifted) => {
            if state.shifted {
                encoded = end::<V>(state, true);
            }
            encoded.push(V::SHIFT);
            encoded.push(b'-');
            return Some(encoded);
        }
        _ => {}
    }
    let bits = value.wrapping_sub(0x1_0000);
    let (units, count) = match value {
        0xD800..=0xDFFF if !V::LENIENT => return None,
        0..=0xFFFF => ([value, 0], 1),
        0x1_0000..=0x10_FFFF => ([0xD800 | bits >> 10, 0xDC00 | bits & 0x3FF], 2),
        _ => return None,
    };
    if !state.shifted {
        encoded.push(V::SHIFT);
        state.shifted = true;
    }
    for &unit in &units[..count] {
        (state.bits, state.count) = (state.bits << 16 | unit, state.count + 16);
        while state.count >= 6 {
            state.count -= 6;
            encoded.push(V::byte(state.bits >> state.count & 0x3F));
        }
        state.bits &= (1 << state.count) - 1;
    }
    Some(encoded)
}

/// The last digit of a shift, and a `-` if it is needed.
fn end<V: Variant>(state: &mut Shift, needs_end: bool) -> Encoded<u8> {
    let mut encoded = Encoded::default();
    if state.count > 0 {
        encoded.push(V::byte(state.bits << (6 - state.count)));
    }
    if needs_end {
        encoded.push(b'-');
    }
    *state = Shift::default();
    encoded
}

fn finish<V: Variant>(state: &mut Shift) -> Encoded<u8> {
    if state.shifted { end::<V>(state, true) } else { Encoded::default() }
}

impl<const LENIENT: bool> Sealed for Utf7<LENIENT> {}

impl<const LENIENT: bool> Encoding for Utf7<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "utf-7";
    type State = Shift;

    fn decode(state: &mut Shift, units: &[u8], last: bool) -> Step {
        decode::<Self>(state, units, last)
    }

    fn encode(state: &mut Shift, value: u32) -> Option<Encoded<u8>> {
        encode::<Self>(state, value)
    }

    fn finish(state: &mut Shift) -> Encoded<u8> {
        finish::<Self>(state)
    }
}

impl<const LENIENT: bool> Sealed for Utf7Imap<LENIENT> {}

impl<const LENIENT: bool> Encoding for Utf7Imap<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "utf-7-imap";
    type State = Shift;

    fn decode(state: &mut Shift, units: &[u8], last: bool) -> Step {
        decode::<Self>(state, units, last)
    }

    fn encode(state: &mut Shift, value: u32) -> Option<Encoded<u8>> {
        encode::<Self>(state, value)
    }

    fn finish(state: &mut Shift) -> Encoded<u8> {
        finish::<Self>(state)
    }
}
