//! What has been pushed to its end leaves nothing behind: what is pushed then is another text, in
//! every encoding, whatever the first one was cut inside of.

use crate::common::levels::every;
use placemat::encoding::historic::{Bocu1, Scsu, Utf7, Utf7Imap};
use placemat::encoding::{Cesu8, Encoding, Label, Utf8, Utf16Le, Wtf8};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::{Converter, Decoder, Policy, Status, Stream, Transcoder, Validator};

/// Texts that end inside of something, or with something that is wrong, in one encoding or another;
/// and what would go on with them.
const TEXTS: [&[u8]; 22] = [
    b"",
    b"plain",
    b"+AGE",
    b"+AG",
    b"+2D3",
    b"AGE.",
    b"eAA-",
    b"&AGE",
    b"&Jjo-",
    b"5 \xE2\x82",
    b"\xAC",
    b"\xED\xA0\xBD",
    b"\xED\xB8\x80",
    b"\xED",
    b"\xF0\x9F",
    b"\x98\x80!",
    b"\xD8\x3D",
    b"\xDE\x00",
    b"\0\0\xD8",
    b"\xFC\x84\x80",
    b"\x80\x80\x80",
    b"\xE2\x82\xACuro + \xF0\x9F\x98\x80\xFF",
];

/// Bytes, what was told with its place in the text, and the counts of malformed and unmappable items.
type Outcome = (Vec<u8>, Vec<Status>, u64, u64);

/// One text through `with`, which stands at the start of one; `base` is where that is.
fn text(with: &mut Transcoder, src: &[u8], base: u64) -> Outcome {
    let counts = (with.malformed(), with.unmappable());
    let (mut out, mut told, mut rest) = (Vec::new(), Vec::new(), src);
    loop {
        let mut buffer = [0; 1024];
        let done = with.push(rest, &mut buffer, true);
        out.extend_from_slice(&buffer[..done.written]);
        rest = &rest[done.read..];
        match done.status {
            Status::InputEmpty => break,
            Status::OutputFull => {}
            Status::Malformed(mut bad) => {
                bad.offset -= base;
                told.push(Status::Malformed(bad));
            }
            Status::Unmappable(mut item) => {
                item.offset -= base;
                told.push(Status::Unmappable(item));
            }
            _ => unreachable!(),
        }
    }
    assert_eq!(with.offset(), base + src.len() as u64);
    (out, told, with.malformed() - counts.0, with.unmappable() - counts.1)
}

#[test]
fn transcoders_of_every_pair() {
    let pairs = Label::all()
        .iter()
        .copied()
        .flat_map(|from| Label::all().iter().map(move |&to| (from, to)));
    for (at, (from, to)) in pairs.enumerate().step_by(every(11)) {
        for &policy in Policy::all() {
            for lenient in [false, true] {
                let new = if lenient { Transcoder::lenient } else { Transcoder::new };
                let Ok(new) = new(from, to, policy) else { continue };
                let alone = TEXTS.map(|src| text(&mut new.clone(), src, 0));
                // All texts in a row, from another one on each time, and in another order.
                let (mut with, mut base) = (new, 0);
                for number in 0..2 * TEXTS.len() {
                    let number = (at + number * 5) % TEXTS.len();
                    let found = text(&mut with, TEXTS[number], base);
                    assert_eq!(found, alone[number], "{from} to {to} {policy} {lenient} {number}");
                    base += TEXTS[number].len() as u64;
                }
            }
        }
    }
}

/// The texts of `TEXTS` one behind the other through `decoder`, whole and cut.
fn decoder<F: Encoding<Unit = u8>>() {
    let whole = |decoder: &mut Decoder<F>, src: &[u8], cut: usize| {
        let first = decoder.push(&src[..cut]).to_owned();
        let second = decoder.push(&src[cut..]).to_owned();
        let text = first + &second + decoder.finish();
        assert!(decoder.waiting().is_empty() && decoder.finish().is_empty(), "{src:X?}");
        text
    };
    let mut used = Decoder::<F>::new();
    for first in TEXTS {
        for second in TEXTS {
            for cut in 0..=second.len() {
                let malformed = used.malformed();
                whole(&mut used, first, 0);
                let mut new = Decoder::new();
                let alone = whole(&mut new, second, second.len());
                let before = used.malformed();
                assert_eq!(whole(&mut used, second, cut), alone, "{first:X?} {second:X?}");
                assert_eq!(used.malformed() - before, new.malformed());
                assert!(before >= malformed);
            }
        }
    }
}

#[test]
fn decoders() {
    decoder::<Utf8>();
    decoder::<Utf16Le>();
    decoder::<Utf7>();
    decoder::<Utf7Imap>();
    decoder::<Scsu>();
    decoder::<Bocu1>();
}

#[test]
fn a_shift_of_utf7_does_not_reach_into_the_next_text() {
    let mut decoder = Decoder::<Utf7>::new();
    assert_eq!(decoder.push(b"+AGE"), "a");
    assert_eq!(decoder.finish(), "");
    assert_eq!(decoder.push(b"AGE."), "AGE.");
    assert_eq!(decoder.finish(), "");
    assert_eq!(decoder.malformed(), 0);
}

/// A text through a stream, as units and what was told.
fn stream<F: Encoding, T: Encoding>(
    stream: &mut Stream<F, T>,
    mut src: &[F::Unit],
) -> (Vec<T::Unit>, usize) {
    let (mut out, mut told) = (Vec::new(), 0);
    loop {
        let mut buffer = [T::Unit::default(); 128];
        let done = stream.push(src, &mut buffer, true);
        out.extend_from_slice(&buffer[..done.written]);
        src = &src[done.read..];
        match done.status {
            Status::InputEmpty => return (out, told),
            Status::OutputFull => {}
            _ => told += 1,
        }
    }
}

fn streams_of<F: Encoding<Unit = u8>, T: Encoding>() {
    for policy in [Policy::Strict, Policy::Replace] {
        let converter = Converter::<F, T>::new(policy).unwrap();
        let mut used = converter.stream();
        for first in TEXTS {
            for second in TEXTS {
                stream(&mut used, first);
                let alone = stream(&mut converter.stream(), second);
                assert_eq!(stream(&mut used, second), alone, "{policy} {first:X?} {second:X?}");
            }
        }
    }
}

#[test]
fn streams() {
    streams_of::<Utf7, Utf7>();
    streams_of::<Cesu8, Wtf8>();
}

/// A fragment leaves waiting what its end cuts, until another one is pushed.
#[test]
fn fragments() {
    let new = || Converter::<Utf8, Utf8>::strict().stream().fragment();
    let mut used = new();
    let mut offset = 0;
    for first in TEXTS {
        for second in TEXTS {
            stream(&mut used, first);
            offset += first.len();
            let mut fresh = new();
            let alone = stream(&mut fresh, second);
            assert_eq!(stream(&mut used, second), alone, "{first:X?} {second:X?}");
            assert_eq!(used.waiting(), fresh.waiting());
            offset += second.len();
            assert_eq!(used.offset(), (offset - used.waiting().len()) as u64);
        }
    }
}

#[test]
fn validators_and_escapes() {
    let mut validator = Validator::new();
    let (mut escape, mut unescape) = (Rewriter::<Escape>::new(), Rewriter::<Unescape>::new());
    let mut base = 0;
    for text in TEXTS.iter().flat_map(|first| TEXTS.iter().flat_map(move |second| [first, second]))
    {
        let (mut told, mut alone) = (Vec::new(), Vec::new());
        validator.push(text, true, |error| told.push(error.malformed.offset - base));
        Validator::new().push(text, true, |error| alone.push(error.malformed.offset));
        assert_eq!(told, alone, "{text:X?}");
        base += text.len() as u64;
        assert!(validator.waiting().is_empty() && validator.offset() == base);

        let mut out = [0; 256];
        let done = escape.push(text, &mut out, true);
        assert_eq!(&out[..done.written], placemat::escape::escape(text).as_bytes());
        let done = unescape.push(text, &mut out, true);
        assert_eq!(&out[..done.written], &placemat::escape::unescape(text)[..]);
    }
}
