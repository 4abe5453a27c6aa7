//! Whoever waits for room gets on: a buffer of `MIN_ROOM` is always enough for the next item, and
//! what grows a buffer by itself comes to an end.

use crate::common::levels::every;
use placemat::encoding::{Label, Utf32Le, Wtf8};
use placemat::{Converter, Policy, Status, Transcoder};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What `work` gives, or a panic if that takes for ever.
fn comes_to_an_end<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    let worker = thread::spawn(move || send.send(work()));
    let result = receive.recv_timeout(Duration::from_secs(300));
    let result = result.unwrap_or_else(|error| panic!("it does not come to an end: {error}"));
    worker.join().expect("it has ended").expect("somebody listens");
    result
}

/// Every pair, policy and form that makes sense.
fn all() -> impl Iterator<Item = (String, Transcoder)> {
    let pairs = Label::all()
        .iter()
        .copied()
        .flat_map(|from| Label::all().iter().map(move |&to| (from, to)));
    let policies = pairs.flat_map(|pair| Policy::all().iter().map(move |&policy| (pair, policy)));
    policies.flat_map(|((from, to), policy)| {
        let strict = Transcoder::new(from, to, policy).ok();
        let lenient = Transcoder::lenient(from, to, policy).ok();
        let name = format!("{from} to {to} {policy}");
        [(name.clone(), strict), (name + " lenient", lenient)]
            .into_iter()
            .filter_map(|(name, with)| Some((name, with?)))
    })
}

/// The longest items there are: malformed sequences of six bytes, and values that many encodings
/// cannot hold.
const LONGEST: &[u8] = b"a\xED\xA0\xBD\xED\xB8\x80\xFC\x84\x80\x80\x80\x80+2D3eAA-\
    \xF0\x9F\x98\x80+//////\xFD\xBF\xBF\xBF\xBF\xBF\xED\xA0\x80\xF4\x8F\xBF\xBF&2D3//////\xF0\x9F\x98";

#[test]
fn a_buffer_of_the_least_room_moves() {
    for (name, mut with) in all().step_by(every(7)) {
        let (mut rest, mut written, mut pushes, mut errors) = (LONGEST, 0, 0, 0);
        loop {
            let mut out = [0; Transcoder::MIN_ROOM];
            let done = with.push(rest, &mut out, true);
            rest = &rest[done.read..];
            written += done.written;
            pushes += 1;
            match done.status {
                Status::InputEmpty => break,
                Status::OutputFull => assert!(done.written > 0, "{name} at {rest:X?}"),
                _ => errors += 1,
            }
        }
        // Each push writes something, or tells an error, or is the last.
        assert!(pushes <= written + errors + 1, "{name}: {pushes} pushes for {written} bytes");
    }
}

#[test]
fn less_than_the_least_room_may_not_be_enough() {
    let src = b"\xED\xA0\xBD\xED\xB8\x80";
    let new = || Transcoder::new(Label::Wtf8, Label::Utf32Le, Policy::BackslashReplace).unwrap();
    let mut stream = Converter::<Wtf8, Utf32Le>::new(Policy::BackslashReplace).unwrap().stream();
    let mut out = [0; Transcoder::MIN_ROOM];
    let least = out.len();
    let done = stream.push(src, &mut out[..least - 1], true);
    assert_eq!((done.read, done.written, done.status), (0, 0, Status::OutputFull));
    let done = stream.push(src, &mut out, true);
    assert_eq!((done.read, done.written, done.status), (6, least, Status::InputEmpty));
    let done = new().push(src, &mut out, true);
    assert_eq!((done.written, done.status), (least, Status::InputEmpty));
}

/// What is malformed needs up to 96 bytes where much less is left of the buffer: it has to grow by
/// more than what was written before.
#[test]
fn transcoder_convert_comes_to_an_end() {
    comes_to_an_end(|| {
        for (name, with) in all().step_by(every(7)) {
            for plain in 0..24 {
                let mut src = vec![b'a'; plain];
                // UTF-16 and UTF-32 take the first as text, and the last as cut off.
                src.extend_from_slice(if plain % 2 == 0 { b"\xF0\x9F\x98" } else { LONGEST });
                let mut expected = vec![0; 40 * src.len() + Transcoder::MIN_ROOM];
                let done = with.clone().push(&src, &mut expected, true);
                expected.truncate(done.written);
                let result = with.clone().convert(&src);
                if done.status == Status::InputEmpty {
                    let out = result.unwrap_or_else(|error| panic!("{name}: {error:?}"));
                    assert_eq!(out, expected, "{name} {plain}");
                } else {
                    let error = result.unwrap_err().in_stream(0);
                    assert_eq!(Some(error), done.status.error(), "{name} {plain}");
                }
            }
        }
    });
}

#[test]
fn convert_with_comes_to_an_end() {
    let out = comes_to_an_end(|| {
        let converter = Converter::<Wtf8, Utf32Le>::new(Policy::BackslashReplace).unwrap();
        converter.convert_with(b"\xED\xA0\xBD\xED\xB8\x80", |_, _| unreachable!("no error is left"))
    });
    assert_eq!(out.len(), 96);
}
