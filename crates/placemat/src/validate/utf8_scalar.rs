//! UTF-8 validation without vectors.
//!
//! ASCII goes by 16 bytes at a time. All else goes through a finite automaton
//! in which a state is a *shift count*: the row of a byte holds, six bits each,
//! the next state for every state, so that a step is one load, which does not
//! wait for the step before, and one shift (Per Vognsen, "Shift-based DFAs").
//!
//! ```text
//! state   0: between sequences      6: error, for ever
//!        12: one byte is missing    18: two are      24: three are
//!        30: behind E0  36: behind ED  42: behind F0  48: behind F4
//! ```

use crate::encoding::utf8 as codec;

const ACCEPT: u64 = 0;
const REJECT: u64 = 6;
const ONE: u64 = 12;
const TWO: u64 = 18;
const THREE: u64 = 24;
const AFTER_E0: u64 = 30;
const AFTER_ED: u64 = 36;
const AFTER_F0: u64 = 42;
const AFTER_F4: u64 = 48;
const STATES: [u64; 9] = [ACCEPT, REJECT, ONE, TWO, THREE, AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4];

/// RFC 3629 section 4, a row per byte.
static ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < STATES.len() {
            rows[byte] |= next(STATES[i], byte as u8) << STATES[i];
            i += 1;
        }
        byte += 1;
    }
    rows
};

const fn next(state: u64, byte: u8) -> u64 {
    match (state, byte) {
        (ACCEPT, 0x00..=0x7F) => ACCEPT,
        (ACCEPT, 0xC2..=0xDF) => ONE,
        (ACCEPT, 0xE0) => AFTER_E0,
        (ACCEPT, 0xED) => AFTER_ED,
        (ACCEPT, 0xE1..=0xEF) => TWO,
        (ACCEPT, 0xF0) => AFTER_F0,
        (ACCEPT, 0xF1..=0xF3) => THREE,
        (ACCEPT, 0xF4) => AFTER_F4,
        (ONE, 0x80..=0xBF) => ACCEPT,
        (TWO, 0x80..=0xBF) | (AFTER_E0, 0xA0..=0xBF) | (AFTER_ED, 0x80..=0x9F) => ONE,
        (THREE, 0x80..=0xBF) | (AFTER_F0, 0x90..=0xBF) | (AFTER_F4, 0x80..=0x8F) => TWO,
        _ => REJECT,
    }
}

/// How many bytes are run through the automaton between two looks at it.
const BLOCK: usize = 32;

/// The length of the longest prefix that is well-formed and ends at a boundary.
pub(crate) fn well_formed_prefix(text: &[u8]) -> usize {
    let mut state = ACCEPT;
    let mut at = 0;
    while let Some(block) = text[at..].first_chunk::<BLOCK>() {
        if state & 63 == ACCEPT && is_ascii(block) {
            at += BLOCK;
            continue;
        }
        let before = state;
        for &byte in block {
            state = step(state, byte);
        }
        if state & 63 == REJECT {
            return first_error(text, at, before);
        }
        at += BLOCK;
    }
    let before = state;
    for &byte in &text[at..] {
        state = step(state, byte);
    }
    match state & 63 {
        ACCEPT => text.len(),
        REJECT => first_error(text, at, before),
        _ => whole_sequences(text, state),
    }
}

#[inline(always)]
fn step(state: u64, byte: u8) -> u64 {
    // The bits above the low six are what is left of the row.
    ROWS[usize::from(byte)] >> (state & 63)
}

#[inline(always)]
fn is_ascii(block: &[u8; BLOCK]) -> bool {
    let (words, _) = block.as_chunks::<8>();
    words.iter().fold(0, |all, word| all | u64::from_le_bytes(*word)) & 0x8080_8080_8080_8080 == 0
}

/// Where the first error begins, behind `at`, where `state` holds.
#[cold]
fn first_error(text: &[u8], mut at: usize, mut state: u64) -> usize {
    loop {
        let next = step(state, text[at]);
        if next & 63 == REJECT {
            return whole_sequences(&text[..at], state);
        }
        (at, state) = (at + 1, next);
    }
}

/// The length of `text` without the sequence it ends inside of, if `state`
/// says that it does.
fn whole_sequences(text: &[u8], state: u64) -> usize {
    if state & 63 == ACCEPT {
        return text.len();
    }
    let lead = text.iter().rposition(|&byte| !codec::is_continuation(byte));
    lead.unwrap_or(0)
}
