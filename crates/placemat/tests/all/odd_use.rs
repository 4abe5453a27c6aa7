//! What a caller may do, and hardly ought to: buffers without room, chunks without units, the end
//! told twice, numbers beyond all lengths, and values that the target does not have.

use crate::common::levels::every;
use placemat::encoding::{Encoding, Label, Native, Utf8, Utf16, Utf32, Wtf8};
use placemat::escape::{Escape, Rewriter};
use placemat::io::{Reader, Writer};
use placemat::policy::Item;
use placemat::tool::framed;
use placemat::{
    Converter, Decoder, Malformed, MalformedKind, Policy, Status, Transcoder, Unmappable,
    Validator, utf8, utf16,
};
use std::io::{BufRead, Read, Write};

/// Code points, surrogates, and what is neither.
const VALUES: [u32; 14] = [
    0,
    0x41,
    0x80,
    0xD7FF,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDC7F,
    0xDC80,
    0xDCFF,
    0xDFFF,
    0x1_F600,
    0x11_0000,
    u32::MAX,
];

/// What is written when the caller's function writes `values` for the one thing that is wrong.
fn written<F: Encoding<Unit = u8>, T: Encoding>(policy: Policy, values: &[u32]) -> Vec<T::Unit> {
    let converter = Converter::<F, T>::new(policy).unwrap();
    // What is wrong under any policy that leaves it to the function.
    let src = if F::NAME == "utf-8" { &b"\xFF"[..] } else { b"\xED\xA0\x80" };
    converter.convert_with(src, |item, out| {
        assert!(matches!(item, Item::Malformed(..) | Item::Unmappable(..)));
        values.iter().for_each(|&value| out.push(value));
    })
}

#[test]
fn values_are_code_points_or_question_marks() {
    for value in VALUES {
        let c = char::from_u32(value);
        let text = c.unwrap_or('?').to_string();
        let what = format!("{value:X}");
        let utf16: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(written::<Utf8, Utf8>(Policy::Strict, &[value]), text.as_bytes(), "{what}");
        assert_eq!(written::<Utf8, Utf16>(Policy::Strict, &[value]), utf16, "{what}");
        let utf32 = vec![c.map_or(u32::from('?'), u32::from)];
        assert_eq!(written::<Utf8, Utf32>(Policy::Strict, &[value]), utf32, "{what}");
        // Where lone surrogates are at home, each is written.
        let lone = if (0xD800..=0xDFFF).contains(&value) { vec![value as u16] } else { utf16 };
        assert_eq!(written::<Utf8, Utf16<Native, true>>(Policy::Strict, &[value]), lone, "{what}");
        // In UTF-8B some stand for bytes.
        let bytes = match value {
            0xDC80..=0xDCFF => vec![value as u8],
            _ => text.into_bytes(),
        };
        assert_eq!(written::<Wtf8, Utf8>(Policy::Utf8b, &[value]), bytes, "{what}");
    }
    assert_eq!(written::<Utf8, Wtf8>(Policy::Strict, &[0xD83D, 0xDE00]), "😀".as_bytes());
    assert_eq!(written::<Utf8, Wtf8>(Policy::Strict, &[0xD83D, 0x41]), b"\xED\xA0\xBDA");
}

/// All of a text, by `with`, and what it told; `oddly`: with pushes between that have no room or
/// nothing to say, and in chunks of one byte.
fn all(mut with: Transcoder, src: &[u8], oddly: bool) -> (Vec<u8>, Vec<Status>) {
    let (mut out, mut told) = (Vec::new(), Vec::new());
    let mut push = |chunk: &[u8], room: usize, last: bool| {
        let mut buffer = [0; Transcoder::MIN_ROOM];
        let done = with.push(chunk, &mut buffer[..room], last);
        out.extend_from_slice(&buffer[..done.written]);
        match done.status {
            Status::InputEmpty => assert_eq!(done.read, chunk.len()),
            Status::OutputFull => {}
            error => told.push(error),
        }
        (done.read, done.status == Status::InputEmpty)
    };
    let mut rest = src;
    if oddly {
        while let Some(first) = rest.first() {
            push(&[], 0, false);
            let (read, _) = push(std::slice::from_ref(first), 0, false);
            rest = &rest[read..];
            push(&[], 1, false);
            if read == 0 {
                rest = &rest[push(&rest[..1], Transcoder::MIN_ROOM, false).0..];
            }
        }
    }
    loop {
        let (read, ends) = push(rest, Transcoder::MIN_ROOM, true);
        rest = &rest[read..];
        if ends {
            break;
        }
    }
    if oddly {
        // Another text, of nothing: the end told twice.
        assert_eq!(push(&[], 0, true), (0, true));
        assert_eq!(push(&[], 0, true), (0, true));
    }
    (out, told)
}

#[test]
fn buffers_without_room_and_chunks_without_bytes() {
    let src =
        b"a+2D3eAA-\xED\xA0\xBD\xED\xB8\x80\xE2\x82\xAC\xC3(&2D3eAA-\xFC\x84\xF0\x9F\x98\x80+AGE";
    let pairs = Label::all()
        .iter()
        .copied()
        .flat_map(|from| Label::all().iter().map(move |&to| (from, to)));
    for (from, to) in pairs.step_by(every(7)) {
        for &policy in Policy::all() {
            for new in [Transcoder::new, Transcoder::lenient] {
                let Ok(with) = new(from, to, policy) else { continue };
                let expected = all(with.clone(), src, false);
                assert_eq!(all(with, src, true), expected, "{from} to {to} {policy}");
            }
        }
    }
}

#[test]
fn nothing_is_pushed() {
    let mut decoder = <Decoder>::new();
    for _ in 0..2 {
        assert_eq!(decoder.push(b""), "");
        assert_eq!(decoder.push(b"\xE2\x82"), "");
        assert_eq!(decoder.push(b""), "");
        assert_eq!(decoder.finish(), "\u{FFFD}");
        assert_eq!(decoder.finish(), "");
    }
    let mut validator = Validator::new();
    let mut told = 0;
    for chunk in [&b""[..], b"\xE2\x82", b"", b""] {
        validator.push(chunk, false, |_| told += 1);
    }
    validator.push(b"", true, |_| told += 1);
    validator.push(b"", true, |_| told += 1);
    assert_eq!((told, validator.offset()), (1, 2));
    let mut escape = Rewriter::<Escape>::new();
    let none = escape.push(b"\xFF", &mut [], false);
    assert_eq!((none.read, none.written, none.status), (0, 0, Status::OutputFull));
    assert_eq!(escape.push(b"", &mut [], true).status, Status::InputEmpty);
    assert_eq!(escape.push(b"\xFF", &mut [0; 12], true).written, 4);
    assert_eq!(
        Transcoder::new(Label::Utf7, Label::Wtf8, Policy::Strict).unwrap().convert(b""),
        Ok(vec![])
    );
}

#[test]
fn numbers_beyond_all_lengths() {
    let (text, units) = ("5 €".as_bytes(), [0x35, 0xD83D, 0xDE00]);
    let most = usize::MAX;
    assert_eq!((utf8::floor_boundary(text, most), utf8::ceil_boundary(text, most)), (5, 5));
    assert_eq!(utf8::floor_group_boundary(text, most), 5);
    assert!(!utf8::is_boundary(text, most) && !utf16::is_boundary(&units, most));
    assert_eq!((utf8::keep_start(text, most), utf8::keep_end(text, most)), (text, text));
    assert_eq!(utf8::keep_both_ends(text, most), (text, &b""[..]));
    assert_eq!((utf16::floor_boundary(&units, most), utf16::ceil_boundary(&units, most)), (3, 3));
    assert_eq!(utf16::keep_both_ends(&units, most), (&units[..], &[][..]));
    assert_eq!(framed::header(most), None);
    let bad = Malformed { offset: 1, len: 1, kind: MalformedKind::NeverValid };
    assert_eq!(bad.in_stream(u64::MAX).offset, u64::MAX);
    let item = Unmappable { offset: 1, len: 1, code_point: 0x20AC };
    assert_eq!(item.in_stream(u64::MAX).offset, u64::MAX);
}

#[test]
fn a_reader_is_consumed_beyond_its_buffer() {
    let stream = Converter::<Utf8, Utf8>::new(Policy::Replace).unwrap().stream();
    let mut reader = Reader::new(&b"one\xE2"[..], stream);
    reader.consume(usize::MAX);
    assert_eq!(reader.fill_buf().unwrap(), b"one");
    reader.consume(1);
    reader.consume(usize::MAX);
    // Nothing of the end is lost, or comes twice.
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "\u{FFFD}");
    assert_eq!(reader.read(&mut [0; 9]).unwrap(), 0);
    reader.consume(usize::MAX);
    assert_eq!(reader.read(&mut []).unwrap(), 0);
}

#[test]
fn a_writer_writes_another_text() {
    let stream = Converter::<Utf8, Utf8>::new(Policy::Replace).unwrap().stream();
    let mut writer = Writer::new(Vec::new(), stream);
    writer.finish().unwrap();
    for _ in 0..2 {
        assert_eq!(writer.write(b"").unwrap(), 0);
        writer.write_all(b"5 \xE2\x82").unwrap();
        writer.finish().unwrap();
        writer.finish().unwrap();
    }
    assert_eq!(writer.into_inner(), "5 \u{FFFD}5 \u{FFFD}".as_bytes());
}
