//! Shuffles that move kept lanes together, and a table of another kind.

/// How many bytes of UTF-8 a unit of UTF-16 is short of three, by its bits from bit 7 on: 0 below 80, 1 to 15 below 800.
pub(crate) const MISSING_UTF8: [u8; 16] = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// For every set of eight lanes of 16 bits, the pshufb indexes that move those
/// *not* in the set to the front, and zero the rest.
pub(crate) static KEEP: [[u8; 16]; 256] = keep(false);
/// The same, with the bytes of each unit swapped.
pub(crate) static KEEP_SWAPPED: [[u8; 16]; 256] = keep(true);

const fn keep(swapped: bool) -> [[u8; 16]; 256] {
    let mut table = [[0x80; 16]; 256];
    let mut dropped = 0;
    while dropped < 256 {
        let (mut lane, mut to) = (0, 0);
        while lane < 8 {
            if dropped >> lane & 1 == 0 {
                table[dropped][to] = 2 * lane as u8 + swapped as u8;
                table[dropped][to + 1] = 2 * lane as u8 + !swapped as u8;
                to += 2;
            }
            lane += 1;
        }
        dropped += 1;
    }
    table
}

/// 64 bytes 0, 64 bytes FF, 64 bytes 0: read from `64 - from` on, the lanes
/// from `from` on are FF.
pub(crate) static EDGE: [u8; 192] = {
    let mut edge = [0; 192];
    let mut i = 64;
    while i < 128 {
        edge[i] = 0xFF;
        i += 1;
    }
    edge
};

/// Rows on their own cache lines.
#[repr(align(64))]
pub(crate) struct Rows(pub(crate) [[u8; 16]; 256]);

/// Eight lanes of two bytes. Bit i of the row number: lane i keeps its first byte
/// too, and not only the second.
pub(crate) static ONE_OR_TWO: Rows = {
    let mut rows = [[0x80; 16]; 256];
    let mut row = 0;
    while row < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 8 {
            if row >> lane & 1 == 1 {
                rows[row][at] = 2 * lane;
                at += 1;
            }
            rows[row][at] = 2 * lane + 1;
            at += 1;
            lane += 1;
        }
        row += 1;
    }
    Rows(rows)
};

/// Four lanes of four bytes: three bytes, and the only one of one. Bit i of the
/// row number: lane i keeps two or three bytes; bit 4 + i: three.
pub(crate) static ONE_TO_THREE: Rows = {
    let mut rows = [[0x80; 16]; 256];
    let mut row = 0;
    while row < 256 {
        let (mut lane, mut at) = (0, 0);
        while lane < 4 {
            // Three without two does not occur.
            let (mut byte, end) = match (row >> lane & 1, row >> (4 + lane) & 1) {
                (0, 0) => (3, 4),
                (0, _) => (0, 0),
                (_, 0) => (1, 3),
                _ => (0, 3),
            };
            while byte < end {
                rows[row][at] = 4 * lane as u8 + byte;
                at += 1;
                byte += 1;
            }
            lane += 1;
        }
        row += 1;
    }
    Rows(rows)
};
