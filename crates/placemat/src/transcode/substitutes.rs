//! What malformed bytes become in UTF-8, for the policies that say it byte by
//! byte: a table of 128 entries each.

use crate::encoding::{single_byte, utf8 as codec};
use crate::policy::Policy;

/// The answer of a policy to malformed UTF-8, in UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Substitutes {
    /// What a byte from 80 on becomes.
    table: &'static [Entry; 128],
    /// Whether all bytes of a maximal subpart become something: else the first.
    pub(crate) per_byte: bool,
}

/// The bytes of UTF-8 that stand for one byte; those behind `len` do not count.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) bytes: [u8; 4],
    pub(crate) len: u32,
}

impl Substitutes {
    /// The answer of `policy`, if it can be put like that.
    pub(crate) const fn of(policy: Policy) -> Option<Self> {
        let (table, per_byte) = match policy {
            Policy::Replace => (&REPLACEMENT, false),
            Policy::ReplacePerByte => (&REPLACEMENT, true),
            Policy::Remove => (&NOTHING, true),
            Policy::BackslashReplace => (&BACKSLASH, true),
            Policy::Latin1 => (&LATIN1, true),
            Policy::Windows1252 => (&WINDOWS_1252, true),
            Policy::Windows1252Strict => (&WINDOWS_1252_STRICT, true),
            Policy::Strict | Policy::Utf8b => return None,
        };
        Some(Self { table, per_byte })
    }

    /// What `byte` becomes, unless it is not the first and only the first counts.
    #[inline(always)]
    pub(crate) fn entry(self, byte: u8) -> Entry {
        self.table[usize::from(byte & 0x7F)]
    }
}

/// Which table.
enum Table {
    Replacement,
    Backslash,
    Latin1,
    Windows1252,
    Windows1252Strict,
}

static NOTHING: [Entry; 128] = EMPTY;
const EMPTY: [Entry; 128] = [Entry { bytes: [0; 4], len: 0 }; 128];
static REPLACEMENT: [Entry; 128] = table(&Table::Replacement);
static BACKSLASH: [Entry; 128] = table(&Table::Backslash);
static LATIN1: [Entry; 128] = table(&Table::Latin1);
static WINDOWS_1252: [Entry; 128] = table(&Table::Windows1252);
static WINDOWS_1252_STRICT: [Entry; 128] = table(&Table::Windows1252Strict);

const fn table(table: &Table) -> [Entry; 128] {
    let mut entries = EMPTY;
    let mut i = 0;
    while i < 128 {
        let byte = 0x80 + i as u8;
        entries[i] = match table {
            Table::Replacement => utf8(char::REPLACEMENT_CHARACTER),
            Table::Backslash => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                let (high, low) = (DIGITS[byte as usize >> 4], DIGITS[byte as usize & 0xF]);
                Entry { bytes: [b'\\', b'x', high, low], len: 4 }
            }
            Table::Latin1 => utf8(single_byte::latin1(byte)),
            Table::Windows1252 => utf8(single_byte::windows_1252(byte)),
            Table::Windows1252Strict => match single_byte::windows_1252_strict(byte) {
                Some(c) => utf8(c),
                None => utf8(char::REPLACEMENT_CHARACTER),
            },
        };
        i += 1;
    }
    entries
}

const fn utf8(c: char) -> Entry {
    match codec::encode(c as u32) {
        Some((bytes, len)) => Entry { bytes, len: len as u32 },
        None => unreachable!(),
    }
}
