//! Text in chunks as strings is the whole, decoded at once, and by std and the reference; what is
//! certain is out at once; memory is bounded by the largest chunk. Behind the end another text begins.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::{Dice, at_every_level, reference};
use libfuzzer_sys::fuzz_target;
use placemat::encoding::historic::Utf7;
use placemat::encoding::{Encoding, Label, Utf8, Utf16Be};
use placemat::{Decoder, Policy, Transcoder};

fuzz_target!(|data: &[u8]| {
    let Some((&[kind, seed, half], text)) = data.split_first_chunk() else { return };
    let texts = text.split_at(text.len() * usize::from(half) / 256).into();
    at_every_level(|| match kind % 4 {
        0 => check::<Utf16Be>(Label::Utf16Be, texts, seed),
        1 => check::<Utf7>(Label::Utf7, texts, seed),
        _ => check::<Utf8>(Label::Utf8, texts, seed),
    });
});

fn check<F: Encoding<Unit = u8>>(label: Label, texts: [&[u8]; 2], seed: u8) {
    let (mut decoder, mut dice) = (Decoder::<F>::new(), Dice::new(seed));
    let mut largest = 0;
    for text in texts {
        let mut whole = Transcoder::new(label, Label::Utf8, Policy::Replace).expect("any pair");
        let mut expected = vec![0; 3 * text.len() + Transcoder::MIN_ROOM];
        let done = whole.push(text, &mut expected, true);
        expected.truncate(done.written);
        if label == Label::Utf8 {
            assert_eq!(String::from_utf8_lossy(text).as_bytes(), expected);
        }

        let (mut found, mut pushed) = (String::new(), 0);
        let before = decoder.malformed();
        for piece in dice.cuts(text) {
            largest = piece.len().max(largest);
            let (more, most) = measured(|| decoder.push(piece));
            found.push_str(more);
            assert!(most <= 24 * (largest + Transcoder::MIN_ROOM));
            pushed += piece.len();
            if label == Label::Utf8 && dice.below(8) == 0 {
                at_once(&text[..pushed], &found, decoder.waiting());
            }
        }
        found.push_str(decoder.finish());
        assert_eq!(found.as_bytes(), expected);
        assert_eq!(decoder.malformed() - before, whole.malformed());
        assert_eq!(decoder.finish(), "");
        assert!(decoder.waiting().is_empty());
    }
}

/// All but a sequence that may go on is there.
fn at_once(text: &[u8], found: &str, waiting: &[u8]) {
    let items = reference::items(text);
    let cut = match items.last() {
        Some(Err(bad)) if bad.kind == placemat::MalformedKind::IncompleteAtEnd => bad.len,
        _ => 0,
    };
    let (certain, behind) = text.split_at(text.len() - cut);
    assert_eq!(waiting, behind);
    assert_eq!(found, String::from_utf8_lossy(certain));
}
