//! Shuffles that move kept lanes together.

/// For every set of eight lanes of 16 bits, the pshufb indexes that move those
/// *not* in the set to the front, and zero the rest.
pub(super) static KEEP: [[u8; 16]; 256] = keep(false);
/// The same, with the bytes of each unit swapped.
pub(super) static KEEP_SWAPPED: [[u8; 16]; 256] = keep(true);

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
pub(super) static EDGE: [u8; 192] = {
    let mut edge = [0; 192];
    let mut i = 64;
    while i < 128 {
        edge[i] = 0xFF;
        i += 1;
    }
    edge
};
