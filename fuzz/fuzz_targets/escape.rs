//! Escaped text is well-formed and comes back; whole and in chunks, at every
//! level.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level};
use libfuzzer_sys::fuzz_target;
use placemat::Status;
use placemat::escape::{
    Direction, Escape, Rewriter, Unescape, escape, escaped_len, unescape, unescaped_len,
};

fuzz_target!(|data: &[u8]| {
    // How long the chunks are, and the buffer.
    let (&[first, second, ..], Some(rest)) = (data, data.get(2..)) else { return };
    let (chunk, room) = (1 + usize::from(first % 40), 12 + usize::from(second));
    let input = Input::new(rest);
    let text = input.text();
    let mut expected: Option<(String, Vec<u8>)> = None;
    at_every_level(|| {
        let escaped = escape(text);
        assert!(std::str::from_utf8(escaped.as_bytes()).is_ok());
        assert_eq!(unescape(escaped.as_bytes()), text);
        assert_eq!(escaped.len(), escaped_len(text));
        let unescaped = unescape(text);
        assert_eq!(unescaped.len(), unescaped_len(text));
        let (escaped, unescaped) =
            expected.get_or_insert_with(|| (escaped.to_string(), unescaped.to_vec()));
        assert_eq!(in_chunks::<Escape>(text, chunk, room), escaped.as_bytes());
        assert_eq!(&in_chunks::<Unescape>(text, chunk, room), unescaped);
        assert_eq!(escape(text), escaped.as_str());
        assert_eq!(unescape(text), &unescaped[..]);
    });
});

fn in_chunks<D: Direction>(text: &[u8], chunk: usize, room: usize) -> Vec<u8> {
    let mut rewriter = Rewriter::<D>::new();
    let (mut out, mut buffer) = (Vec::new(), vec![0; room]);
    for chunk in text.chunks(chunk).chain([&[][..]]) {
        let mut rest = chunk;
        loop {
            let progress = rewriter.push(rest, &mut buffer, chunk.is_empty());
            out.extend_from_slice(&buffer[..progress.written]);
            rest = &rest[progress.read..];
            if progress.status == Status::InputEmpty {
                break;
            }
        }
    }
    out
}
