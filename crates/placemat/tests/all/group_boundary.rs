//! Pieces cut at group boundaries give the groups of the whole.

use placemat::utf8;

/// The offsets where a well-formed sequence or a group begins, from front to back.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut groups = utf8::groups(bytes).peekable();
    let mut at = 0;
    while at < bytes.len() {
        starts.push(at);
        at = match groups.next_if(|group| group.offset == at) {
            Some(group) => group.end(),
            None => at + utf8::decode_first(&bytes[at..]).unwrap().1,
        };
    }
    starts
}

fn check(bytes: &[u8]) {
    let starts = starts(bytes);
    for at in 0..bytes.len() {
        let expected = starts.iter().rev().find(|&&start| start <= at);
        let found = utf8::floor_group_boundary(bytes, at);
        assert_eq!(Some(&found), expected, "{bytes:02X?} at {at}");
    }
    assert_eq!(utf8::floor_group_boundary(bytes, bytes.len()), bytes.len());
}

/// One byte of every class that the grammar of groups tells apart.
const CLASSES: [u8; 11] = [0x41, 0x80, 0xA0, 0xB0, 0xC3, 0xE2, 0xED, 0xF1, 0xF8, 0xFC, 0xFF];

#[test]
fn every_short_string() {
    for len in 0..=5 {
        let mut digits = vec![0; len];
        'strings: loop {
            check(&digits.iter().map(|&digit| CLASSES[digit]).collect::<Vec<_>>());
            for digit in &mut digits {
                *digit += 1;
                if *digit < CLASSES.len() {
                    continue 'strings;
                }
                *digit = 0;
            }
            break;
        }
    }
}

#[test]
fn long_strings() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize
    };
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..24)
            .flat_map(|_| match random() % 3 {
                0 => vec![CLASSES[random() % CLASSES.len()]],
                1 => vec![0xED, [0xA0, 0xB0][random() % 2], 0x80],
                _ => vec![0x80; 1 + random() % 6],
            })
            .collect();
        check(&bytes);
    }
}
