//! Mojibake is undone with a proof: whole and in chunks alike, each repair by its inverse, and a
//! second time without a change; little is held back.
#![cfg_attr(fuzzing, no_main)]

use libfuzzer_sys::fuzz_target;
use placemat_detect::mojibake::{Options, Stream};

/// A window, and what is looked at behind it.
const HELD: usize = (8 << 10) + 64;

fuzz_target!(|data: &[u8]| {
    // How long the chunks are, and whether to guess.
    let (&[first, ..], Some(text)) = (data, data.get(1..)) else { return };
    let (chunk, lossy) = (1 + usize::from(first / 2), first % 2 == 1);
    let options = if lossy { Options::lossy() } else { Options::default() };
    let (mut whole, mut rebuilt, mut at) = (Vec::new(), Vec::new(), 0);
    Stream::new(options).push(text, true, &mut whole, &mut |repair| {
        let offset = repair.offset as usize;
        assert!(text[offset..].starts_with(repair.before.as_bytes()));
        assert!(lossy || repair.is_exact());
        if repair.is_exact() {
            assert_eq!(repair.undo().as_deref(), Some(repair.before));
        }
        rebuilt.extend_from_slice(&text[at..offset]);
        rebuilt.extend_from_slice(repair.after.as_bytes());
        at = offset + repair.before.len();
    });
    rebuilt.extend_from_slice(&text[at..]);
    assert_eq!(rebuilt, whole);

    let (mut stream, mut pieces) = (Stream::new(options), Vec::new());
    for chunk in text.chunks(chunk) {
        stream.push(chunk, false, &mut pieces, &mut |_| ());
        assert!(stream.held() <= HELD + chunk.len());
    }
    stream.push(b"", true, &mut pieces, &mut |_| ());
    assert_eq!(pieces, whole);

    // A line that is cut can be cut elsewhere the next time.
    if !lossy && text.split(|byte| *byte == b'\n').all(|line| line.len() < 8 << 10) {
        let mut again = Vec::new();
        Stream::new(options).push(&whole, true, &mut again, &mut |_| ());
        assert_eq!(again, whole);
    }
});
