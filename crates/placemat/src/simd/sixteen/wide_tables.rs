//! Shuffles that move what is kept to the front. What they leave behind it does
//! not matter.

/// For eight bytes: bit i set, byte i is kept.
pub(crate) static KEPT8: [u64; 256] = {
    let mut table = [0; 256];
    let mut flags = 0;
    while flags < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if flags >> from & 1 == 1 {
                table[flags] |= from << to;
                to += 8;
            }
            from += 1;
        }
        flags += 1;
    }
    table
};

/// For eight pairs of bytes: the second is kept, and the first where bit i is
/// set.
pub(crate) static PAIRS8: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut flags = 0;
    while flags < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if flags >> from & 1 == 1 {
                table[flags][to] = 2 * from;
                to += 1;
            }
            table[flags][to] = 2 * from + 1;
            to += 1;
            from += 1;
        }
        flags += 1;
    }
    table
};

/// For four pairs of 16 bits: the second is kept, and the first where bit i is
/// set.
pub(crate) static PAIRS16: [[u8; 16]; 16] = {
    let mut table = [[0x80; 16]; 16];
    let mut flags = 0;
    while flags < 16 {
        let (mut from, mut to) = (0, 0);
        while from < 16 {
            if from % 4 >= 2 || flags >> (from / 4) & 1 == 1 {
                table[flags][to] = from;
                to += 1;
            }
            from += 1;
        }
        flags += 1;
    }
    table
};

/// For four times 32 bits: bit i set, number i is kept.
pub(crate) static KEPT32: [[u8; 16]; 16] = {
    let mut table = [[0x80; 16]; 16];
    let mut flags = 0;
    while flags < 16 {
        let (mut from, mut to) = (0, 0);
        while from < 16 {
            if flags >> (from / 4) & 1 == 1 {
                table[flags][to] = from;
                to += 1;
            }
            from += 1;
        }
        flags += 1;
    }
    table
};

/// For four times four bytes: the last byte of each four is kept, two more
/// where bit 2i is set, one more where bit 2i + 1 is.
pub(crate) static ENDS: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut flags = 0;
    while flags < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 16 {
            let size = flags >> (from / 4 * 2);
            let kept = 1 + 2 * (size & 1) + (size >> 1 & 1);
            if from % 4 + kept >= 4 {
                table[flags][to] = from as u8;
                to += 1;
            }
            from += 1;
        }
        flags += 1;
    }
    table
};

/// How many bytes an entry of [`ENDS`] keeps.
pub(crate) static ENDS_LEN: [u8; 256] = {
    let mut table = [4; 256];
    let mut flags = 0_u32;
    while flags < 256 {
        table[flags as usize] += (flags.count_ones() + (flags & 0x55).count_ones()) as u8;
        flags += 1;
    }
    table
};
