//! Encodings chosen at run time: any to any, however the text is cut, and the same
//! as the pairs that are chosen when the code is compiled.

use crate::common::levels::{every, rounds};
use placemat::encoding::historic::{
    Bocu1, Scsu, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279, UtfEbcdic,
};
use placemat::encoding::{Cesu8, Encoding, Label, ModifiedUtf8, Utf8, Utf16Le, Windows1252, Wtf8};
use placemat::policy::PolicyError;
use placemat::{Converter, Error, Policy, Status, Transcoder};

/// What a conversion comes to: bytes, malformed, unmappable, and the error.
type Outcome = (Vec<u8>, u64, u64, Option<Status>);

/// Pushes `src` cut at `cuts`, into buffers of `room` bytes.
fn transcode(mut with: Transcoder, src: &[u8], cuts: &[usize], room: usize) -> Outcome {
    let (mut out, mut start) = (Vec::new(), 0);
    for &end in cuts.iter().chain([&src.len()]) {
        let mut chunk = &src[start..end];
        let mut idle = 0;
        loop {
            let mut buffer = vec![0xEE; room];
            let done = with.push(chunk, &mut buffer, end == src.len());
            out.extend_from_slice(&buffer[..done.written]);
            assert!(buffer[done.written..].iter().all(|&byte| byte == 0xEE));
            chunk = &chunk[done.read..];
            idle = if done.written + done.read > 0 { 0 } else { idle + 1 };
            assert!(idle < 3, "{src:x?} cut at {cuts:?}, {room} bytes");
            match done.status {
                Status::InputEmpty => break,
                Status::OutputFull => {}
                error => return (out, with.malformed(), with.unmappable(), Some(error)),
            }
        }
        start = end;
    }
    (out, with.malformed(), with.unmappable(), None)
}

fn convert(from: Label, to: Label, src: &[u8]) -> Vec<u8> {
    let with = Transcoder::new(from, to, Policy::Strict).unwrap();
    with.convert(src).unwrap_or_else(|error| panic!("{from} to {to}: {error:?}"))
}

/// Text that `label` can hold.
fn text(label: Label) -> &'static str {
    match label {
        Label::UsAscii => "Plain + text & ~more~ \\ of it-, all in ASCII. 0123456789 abcdefghijkl",
        Label::Latin1 => {
            "caf\u{E9} + \u{FC}ber & \u{E6}ther- all of Latin-1 \u{A0}\u{FF} and then some"
        }
        Label::Windows1252 | Label::Windows1252Whatwg => {
            "\u{20AC} 5 \u{2013} \u{201C}caf\u{E9}\u{201D}"
        }
        Label::Ucs2 | Label::Ucs2Le | Label::Ucs2Be => "a\u{391}\u{263A}\u{D55C} \u{65E5}\u{672C}!",
        _ => {
            "a+b\u{391}- \u{263A}\u{D55C}\u{1F600}& \u{65E5}\u{672C}\u{10FFFF} ASCII that is longer \0 end"
        }
    }
}

#[test]
fn any_to_any() {
    let narrow = [Label::UsAscii, Label::Latin1, Label::Windows1252, Label::Windows1252Whatwg];
    for &from in Label::all() {
        for &to in Label::all() {
            let sample = match (narrow.contains(&from), narrow.contains(&to)) {
                (true, true) => text(Label::UsAscii),
                (true, false) => text(from),
                (false, true) => text(to),
                _ if text(from) == text(Label::Ucs2) => text(from),
                _ => text(to),
            };
            let src = convert(Label::Utf8, from, sample.as_bytes());
            let dst = convert(Label::Utf8, to, sample.as_bytes());
            // What leaves its order open is read as another one than it is written in.
            let from = from.for_writing();
            assert_eq!(convert(from, to, &src), dst, "{from} to {to}");
            for cut in (0..=src.len()).step_by(every(5)) {
                let with = || Transcoder::new(from, to, Policy::Strict).unwrap();
                for room in [8, 64] {
                    let outcome = transcode(with(), &src, &[cut], room);
                    assert_eq!(outcome, (dst.clone(), 0, 0, None), "{from} to {to} cut {cut}");
                }
            }
        }
    }
}

fn random(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 8) as usize
}

/// Pieces that mean something in one encoding or another.
fn dirty(seed: &mut u64) -> Vec<u8> {
    const PIECES: [&[u8]; 22] = [
        b"text ",
        b"\xC3\xA9",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x98\x80",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xED\xA0\xBD",
        b"\xED\xB8\x80",
        b"\xC0\x80",
        b"\0",
        b"\xF8\x88\x80\x80\x80",
        b"\xFF",
        b"\xED",
        b"+AGE-",
        b"+2D3eAA",
        b"&Jjo-",
        b"&AGE-",
        b"-",
        b"\xFC\x21\x21\x21\x21",
        b"\xA0\xA0",
        b"\x81",
        b"\xEA\xB0\x80",
        b"long ASCII text that a kernel takes as a whole, and more of it",
    ];
    let mut text = Vec::new();
    for _ in 0..random(seed) % 12 {
        text.extend_from_slice(PIECES[random(seed) % PIECES.len()]);
    }
    text.truncate(text.len().saturating_sub(random(seed) % 3));
    text
}

/// What the pair that is chosen at compile time comes to.
fn expected<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(
    policy: Policy,
    src: &[u8],
) -> Result<Outcome, PolicyError> {
    let converter = Converter::<F, T>::new(policy)?;
    let mut out = vec![0; 64 * src.len() + 64];
    let (done, error) = match converter.convert_into(src, &mut out) {
        Ok(done) => (done, None),
        Err(stopped) => (
            stopped.done,
            match stopped.error {
                Error::Malformed(bad) => Some(Status::Malformed(bad.in_stream(0))),
                Error::Unmappable(item) => Some(Status::Unmappable(item.in_stream(0))),
                reason => panic!("{reason:?}"),
            },
        ),
    };
    out.truncate(done.written);
    Ok((out, done.malformed as u64, done.unmappable as u64, error))
}

fn compare<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(from: Label, to: Label, lenient: bool) {
    let mut seed = 0x1234_5678_9ABC_DEF1;
    for round in 0..rounds(600) {
        let src = dirty(&mut seed);
        let policy = Policy::all()[round % Policy::all().len()];
        let with = || {
            if lenient {
                Transcoder::lenient(from, to, policy)
            } else {
                Transcoder::new(from, to, policy)
            }
        };
        let Ok(expected) = expected::<F, T>(policy, &src) else {
            assert!(with().is_err(), "{from} to {to} {policy}");
            continue;
        };
        let cuts = [random(&mut seed) % (src.len() + 1)];
        for (cuts, room) in [(&[][..], 4096), (&cuts, 4096), (&cuts, 96), (&cuts, 65)] {
            // In streams a malformed item that is an error counts, too.
            let (out, malformed, _, error) = transcode(with().unwrap(), &src, cuts, room);
            let what = format!("{from} to {to} {policy} {src:x?} {cuts:?} {room}");
            assert_eq!((&out, error), (&expected.0, expected.3), "{what}");
            if error.is_none() {
                assert_eq!(malformed, expected.1, "{what}");
            }
        }
    }
}

#[test]
fn as_the_pairs_of_types() {
    compare::<Utf8, Utf16Le>(Label::Utf8, Label::Utf16Le, false);
    compare::<Utf8, Windows1252>(Label::Utf8, Label::Windows1252, false);
    compare::<Cesu8, Utf8>(Label::Cesu8, Label::Utf8, false);
    compare::<Cesu8, Utf16Le>(Label::Cesu8, Label::Utf16Le, false);
    compare::<Cesu8<true>, Utf7<true>>(Label::Cesu8, Label::Utf7, true);
    compare::<ModifiedUtf8, Utf8>(Label::ModifiedUtf8, Label::Utf8, false);
    compare::<ModifiedUtf8, Cesu8>(Label::ModifiedUtf8, Label::Cesu8, false);
    compare::<ModifiedUtf8<true>, Wtf8<true>>(Label::ModifiedUtf8, Label::Wtf8, true);
    compare::<Wtf8, Utf8>(Label::Wtf8, Label::Utf8, false);
    compare::<Utf8, Wtf8>(Label::Utf8, Label::Wtf8, false);
    compare::<Wtf8, ModifiedUtf8>(Label::Wtf8, Label::ModifiedUtf8, false);
    compare::<Utf8Rfc2279, Utf8>(Label::Utf8Rfc2279, Label::Utf8, false);
    compare::<Utf8Rfc2279<true>, Utf1<true>>(Label::Utf8Rfc2279, Label::Utf1, true);
    compare::<Utf7, Utf8>(Label::Utf7, Label::Utf8, false);
    compare::<Utf7, Utf7Imap>(Label::Utf7, Label::Utf7Imap, false);
    compare::<Utf7Imap, Utf7>(Label::Utf7Imap, Label::Utf7, false);
    compare::<Scsu, Utf8>(Label::Scsu, Label::Utf8, false);
    compare::<Scsu<true>, Bocu1<true>>(Label::Scsu, Label::Bocu1, true);
    compare::<Bocu1, Scsu>(Label::Bocu1, Label::Scsu, false);
    compare::<UtfEbcdic, Scsu>(Label::UtfEbcdic, Label::Scsu, false);
    compare::<Utf1, Windows1252>(Label::Utf1, Label::Windows1252, false);
    compare::<Windows1252, Utf7>(Label::Windows1252, Label::Utf7, false);
    compare::<Utf8, Unicode11Utf8>(Label::Utf8, Label::Unicode11Utf8, false);
    compare::<Unicode11Utf8, Utf8>(Label::Unicode11Utf8, Label::Utf8, false);
}

#[test]
fn the_place_of_what_is_unmappable() {
    let src = b"+AGEAYgBj- and +IKw-";
    let mut with = Transcoder::new(Label::Utf7, Label::Latin1, Policy::Strict).unwrap();
    let mut out = [0; 64];
    let done = with.push(src, &mut out, true);
    assert_eq!(&out[..done.written], b"abc and ");
    let Status::Unmappable(item) = done.status else { panic!("{done:?}") };
    assert_eq!((item.offset, item.len, item.code_point), (16, 3, 0x20AC));
    let rest = with.push(&src[done.read..], &mut out, true);
    assert_eq!((rest.written, rest.status), (0, Status::InputEmpty));
}

/// However full the target is, the offset is where the next item begins.
#[test]
fn the_offset_is_that_of_the_next_item() {
    // Shifts of UTF-7 and tags of SCSU are no items.
    let shifts = [Label::Utf7, Label::Utf7Imap, Label::Scsu];
    let labels = Label::all().iter().copied().filter(|label| !shifts.contains(label));
    for label in labels.map(Label::for_writing) {
        let text = text(label);
        let src = convert(Label::Utf8, label, text.as_bytes());
        for (at, c) in text.char_indices() {
            let mut with = Transcoder::new(label, Label::Utf8, Policy::Strict).unwrap();
            let mut out = vec![0; at + c.len_utf8()];
            let first = with.push(&src, &mut out[..at], true);
            let start = convert(Label::Utf8, label, &text.as_bytes()[..at]).len();
            assert_eq!((first.written, with.offset()), (at, start as u64), "{label} {at}");
            with.push(&src[first.read..], &mut out[at..], true);
            let end = convert(Label::Utf8, label, &text.as_bytes()[..at + c.len_utf8()]).len();
            assert_eq!(with.offset(), end as u64, "{label} {at}");
        }
    }
    // What waits for its rest is not converted.
    let mut with = Transcoder::new(Label::Cesu8, Label::Utf16Le, Policy::Strict).unwrap();
    let done = with.push(b"a\xED\xA0\xBD\xED", &mut [0; 64], false);
    assert_eq!((done.read, with.offset()), (5, 1));
}

/// For who puts something of his own behind what was pushed, as the codecs of Python do.
#[test]
fn what_is_kept_can_be_released() {
    let mut text = Transcoder::new(Label::Wtf8, Label::Wtf8, Policy::Strict).unwrap();
    let (mut out, mut kept) = ([0; 96], [0; 8]);
    let progress = text.push(b"a\xED\xA0\x80\xFFb", &mut out, true);
    assert_eq!((progress.read, &out[..progress.written]), (5, &b"a"[..]));
    let len = text.release(&mut kept);
    assert_eq!(kept[..len], *b"\xED\xA0\x80");
    assert_eq!(text.release(&mut kept), 0);
    let progress = text.push(b"b", &mut out, true);
    assert_eq!((progress.status, &out[..progress.written]), (Status::InputEmpty, &b"b"[..]));
}
