//! Which encoding bytes are in.

use crate::border::export;
use placemat_detect::{Hints, detect};
use std::ffi::c_char;

/// `placemat_candidate`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// A name, with a zero byte behind.
    pub encoding: [c_char; 32],
    /// From 0 to 1.
    pub certainty: f64,
}

impl Candidate {
    fn new(name: &str, certainty: f64) -> Self {
        let mut encoding = [0; 32];
        // No name has 32 bytes; the last one stays zero in any case.
        for (slot, &byte) in encoding[..31].iter_mut().zip(name.as_bytes()) {
            *slot = byte as c_char;
        }
        Self { encoding, certainty }
    }
}

export! {
    /// The likeliest first.
    fn placemat_detect(text[len]: In<u8>, out[room]: Out<Candidate>) -> usize {
        let candidates = detect(text, &Hints::default()).candidates;
        for (slot, found) in out.iter_mut().zip(&candidates) {
            slot.write(Candidate::new(found.encoding, found.certainty));
        }
        candidates.len()
    }
}
