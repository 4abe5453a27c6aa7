//! What a text is as the input of an operation: in its encoding, and with errors in it.

use fastrand::Rng;
pub(crate) fn utf8(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// CESU-8, which is Modified UTF-8, too: there is no U+0000.
pub(crate) fn cesu8_bytes(text: &str) -> Vec<u8> {
    cesu8::to_cesu8(text).into_owned()
}

pub(crate) fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

pub(crate) fn utf16_swapped(text: &str) -> Vec<u16> {
    text.encode_utf16().map(u16::swap_bytes).collect()
}

pub(crate) fn utf32(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

pub(crate) fn latin1_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c).expect("the repertoire is Latin-1")).collect()
}

/// UTF-8 with one byte in so many overwritten, by bytes of every kind that makes text ill-formed.
pub(crate) fn dirty_utf8(text: &str, every: usize) -> Vec<u8> {
    const BAD: [u8; 10] = [0xFF, 0xF8, 0xC0, 0xF5, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0];
    dirty(utf8(text), every, seed(text), |random| BAD[random.usize(..BAD.len())])
}

/// UTF-16 with one unit per so many bytes overwritten by a surrogate.
pub(crate) fn dirty_utf16(text: &str, every: usize) -> Vec<u16> {
    dirty(utf16(text), every / 2, seed(text), |random| random.u16(0xD800..=0xDFFF))
}

/// Overwrites one unit, anywhere, of each `every`; of a shorter rest, with its share of luck.
fn dirty<U>(mut units: Vec<U>, every: usize, seed: u64, bad: impl Fn(&mut Rng) -> U) -> Vec<U> {
    let mut random = Rng::with_seed(seed);
    for block in units.chunks_mut(every) {
        if let Some(unit) = block.get_mut(random.usize(..every)) {
            *unit = bad(&mut random);
        }
    }
    units
}

/// The same errors for the same text in every run, others for every other text.
fn seed(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
}
