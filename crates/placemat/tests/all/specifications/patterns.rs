//! Bytes as the documents write them: in digits, and as bit patterns with an `x`
//! for every bit of the value.

/// Bytes in hexadecimal digits.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    bytes(digits, 16)
}

/// Bytes in binary digits.
pub(crate) fn binary(digits: &str) -> Vec<u8> {
    bytes(digits, 2)
}

/// Bytes in octal digits.
pub(crate) fn octal(digits: &str) -> Vec<u8> {
    bytes(digits, 8)
}

fn bytes(digits: &str, radix: u32) -> Vec<u8> {
    let byte = |group| u8::from_str_radix(group, radix).expect("the digits of a byte");
    digits.split_whitespace().map(byte).collect()
}

/// A row of the table that all documents have: a range of values, and the octets
/// of their sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) pattern: &'static str,
}

impl Row {
    pub(crate) const fn new(first: u32, last: u32, pattern: &'static str) -> Self {
        Self { first, last, pattern }
    }

    /// How many octets a sequence has.
    pub(crate) fn octets(&self) -> usize {
        self.pattern.split_whitespace().count()
    }

    /// How many bits there are for the value.
    pub(crate) fn bits(&self) -> usize {
        self.pattern.matches('x').count()
    }

    /// "Fill in the bits marked x from the bits of the character value, starting
    /// from the lower-order bits and putting them first in the last octet."
    pub(crate) fn fill(&self, value: u32) -> Vec<u8> {
        let (mut rest, mut octets) = (value, Vec::new());
        for group in self.pattern.split_whitespace().rev() {
            let mut octet = 0;
            for (place, mark) in group.bytes().rev().enumerate() {
                let bit = match mark {
                    b'x' => {
                        let lowest = rest & 1;
                        rest >>= 1;
                        lowest
                    }
                    digit => u32::from(digit - b'0'),
                };
                octet |= (bit as u8) << place;
            }
            octets.push(octet);
        }
        assert_eq!(rest, 0, "{value:X} has more bits than {}", self.pattern);
        octets.reverse();
        octets
    }

    /// "Distribute the bits from the sequence to the UCS-4 character, first the
    /// lower-order bits from the last octet." `None` if the octets are not of this
    /// pattern.
    pub(crate) fn read(&self, octets: &[u8]) -> Option<u32> {
        let (mut value, mut free) = (0, 0);
        if octets.len() != self.octets() {
            return None;
        }
        for (group, octet) in self.pattern.split_whitespace().rev().zip(octets.iter().rev()) {
            for (place, mark) in group.bytes().rev().enumerate() {
                let bit = u32::from(octet >> place & 1);
                if mark == b'x' {
                    value |= bit << free;
                    free += 1;
                } else if bit != u32::from(mark - b'0') {
                    return None;
                }
            }
        }
        Some(value)
    }

    /// Both ends of the range, and what is next to them inside of it.
    pub(crate) fn edges(&self) -> [u32; 4] {
        [self.first, self.first + 1, self.last - 1, self.last]
    }
}

/// The row of `value`: "the rows of the table are mutually exclusive".
pub(crate) fn row_of(table: &[Row], value: u32) -> Row {
    let mut rows = table.iter().filter(|row| (row.first..=row.last).contains(&value));
    let row = *rows.next().unwrap_or_else(|| panic!("{value:X} is in a row"));
    assert!(rows.next().is_none(), "{value:X} is in one row only");
    row
}
