//! Whether ASCII is UTF-7 (RFC 2152): whether its shifts, `+2AC-`, hold UTF-16.

use crate::encoding::{Encoding, Step, Utf16};

/// What the shifts of a text hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shifts {
    /// Shifts that hold code points above U+007F, exactly.
    pub good: u64,
    /// All other uses of "+": not UTF-7, or not by its rules.
    pub bad: u64,
    inside: bool,
    /// Bits that have not made a unit, the last ones lowest.
    bits: u32,
    count: u32,
    /// A high surrogate that waits for its other half.
    high: Option<u16>,
    values: u64,
    wrong: bool,
    empty: bool,
}

impl Shifts {
    /// Takes ASCII. Nothing more is counted once it is clear that it is not UTF-7.
    pub(super) fn push_all(&mut self, ascii: &[u8]) {
        if self.bad == 0 {
            ascii.iter().for_each(|&byte| self.push(byte));
        }
    }

    /// Takes the next byte.
    fn push(&mut self, byte: u8) {
        if !self.inside {
            self.inside = byte == b'+';
            if self.inside {
                (self.bits, self.count, self.high, self.values) = (0, 0, None, 0);
                (self.wrong, self.empty) = (false, true);
            }
            return;
        }
        if let Some(six) = base64(byte) {
            self.empty = false;
            self.bits = self.bits << 6 | u32::from(six);
            self.count += 6;
            if self.count >= 16 {
                self.count -= 16;
                let unit = (self.bits >> self.count) as u16;
                self.bits &= (1 << self.count) - 1;
                self.unit(unit);
            }
            return;
        }
        // "+-" is a plus sign.
        if !(self.empty && byte == b'-') {
            self.end();
        }
        self.inside = false;
    }

    /// The text ends, or the shift.
    pub(super) fn end(&mut self) {
        if self.inside {
            let whole = self.count < 6 && self.bits == 0 && self.high.is_none();
            let good = whole && self.values > 0 && !self.wrong;
            *(if good { &mut self.good } else { &mut self.bad }) += 1;
        }
        self.inside = false;
    }

    fn unit(&mut self, unit: u16) {
        let units = [self.high.unwrap_or(unit), unit];
        let from = usize::from(self.high.is_none());
        match <Utf16 as Encoding>::decode(&mut (), &units[from..], false) {
            Step::Value { value, .. } => {
                self.high = None;
                self.values += 1;
                // Controls, private use and noncharacters: bits by chance.
                self.wrong |=
                    matches!(value, 0..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFF0..=0xFFFF);
            }
            Step::NeedMore => self.high = Some(unit),
            _ => self.wrong = true,
        }
    }
}

/// The six bits that `byte` stands for.
fn base64(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> (u64, u64) {
        let mut shifts = Shifts::default();
        text.bytes().for_each(|byte| shifts.push(byte));
        shifts.end();
        (shifts.good, shifts.bad)
    }

    #[test]
    fn the_examples_of_the_rfc() {
        assert_eq!(judged("A+ImIDkQ."), (1, 0));
        assert_eq!(judged("Hi Mom -+Jjo--!"), (1, 0));
        assert_eq!(judged("+ZeVnLIqe-"), (1, 0));
        assert_eq!(judged("Item 3 is +AKM-1."), (1, 0));
        assert_eq!(judged("1 +- 1"), (0, 0));
        assert_eq!(judged("+2D3eAA-"), (1, 0)); // U+1F600
    }

    #[test]
    fn other_uses_of_the_plus_sign() {
        assert_eq!(judged("C++ and a+b, +1 555 0100, 2 + 2"), (0, 4));
        assert_eq!(judged("+2D0-"), (0, 1)); // half of a pair
    }
}
