//! Readers and writers that convert, over ones that do all that `std::io` allows:
//! a byte at a time, interruptions, errors in the middle.

use crate::common::levels::rounds;
use crate::common::random::Random;
use placemat::encoding::{Encoding, Utf8, Utf16Be, Utf16Le};
use placemat::io::{Reader, Writer};
use placemat::{Converter, Error, Malformed, MalformedKind, Policy};
use std::io::{self, BufRead, ErrorKind, Read, Write};

const POLICIES: [Policy; 4] =
    [Policy::Replace, Policy::Remove, Policy::BackslashReplace, Policy::ReplacePerByte];

/// Gives and takes few bytes at a time, and fails now and then, without losing
/// anything.
struct Nasty {
    random: Random,
    bytes: Vec<u8>,
    at: usize,
    /// The most bytes at a time.
    most: usize,
    flushed: usize,
}

impl Nasty {
    fn new(seed: u64, bytes: &[u8], most: usize) -> Self {
        Self { random: Random::new(seed), bytes: bytes.to_vec(), at: 0, most, flushed: 0 }
    }

    fn fail(&mut self) -> io::Result<()> {
        match self.random.below(8) {
            0 => Err(ErrorKind::Interrupted.into()),
            1 => Err(ErrorKind::WouldBlock.into()),
            2 => Err(io::Error::other("a bad day")),
            _ => Ok(()),
        }
    }
}

impl Read for Nasty {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.fail()?;
        let len = (1 + self.random.below(self.most)).min(self.bytes.len() - self.at).min(buf.len());
        buf[..len].copy_from_slice(&self.bytes[self.at..][..len]);
        self.at += len;
        Ok(len)
    }
}

impl Write for Nasty {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.fail()?;
        let len = (1 + self.random.below(self.most)).min(buf.len());
        self.bytes.extend_from_slice(&buf[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.fail()?;
        self.flushed = self.bytes.len();
        Ok(())
    }
}

/// Calls `action` until it neither fails nor has been told of bad text: those
/// errors are gathered.
fn persist<T>(bad: &mut Vec<u64>, mut action: impl FnMut() -> io::Result<T>) -> T {
    loop {
        match action() {
            Ok(value) => return value,
            Err(error) if error.kind() == ErrorKind::InvalidData => bad.push(offset(&error)),
            Err(_) => {}
        }
    }
}

fn offset(error: &io::Error) -> u64 {
    let inner = error.get_ref().expect("what is wrong");
    inner.downcast_ref::<Error<u64>>().and_then(Error::offset).expect("it has a place")
}

/// All that can be read, by reads into buffers of at most `most` bytes.
fn read_all<F, T>(reader: &mut Reader<Nasty, F, T>, most: usize) -> (Vec<u8>, Vec<u64>)
where
    F: Encoding<Unit = u8>,
    T: Encoding<Unit = u8>,
{
    let (mut out, mut bad) = (Vec::new(), Vec::new());
    let mut buffer = vec![0; most];
    loop {
        let len = persist(&mut bad, || reader.read(&mut buffer));
        if len == 0 {
            return (out, bad);
        }
        out.extend_from_slice(&buffer[..len]);
    }
}

/// Writes pieces of at most `most` bytes, and now and then flushes.
fn write_all<F, T>(
    writer: &mut Writer<Nasty, F, T>,
    text: &[u8],
    random: &mut Random,
    most: usize,
) -> Vec<u64>
where
    F: Encoding<Unit = u8>,
    T: Encoding<Unit = u8>,
{
    let (mut rest, mut bad) = (text, Vec::new());
    while !rest.is_empty() {
        let piece = &rest[..rest.len().min(1 + random.below(most))];
        let len = persist(&mut bad, || writer.write(piece));
        assert!((1..=piece.len()).contains(&len));
        rest = &rest[len..];
        if random.below(50) == 0 {
            persist(&mut bad, || writer.flush());
        }
    }
    persist(&mut bad, || writer.finish());
    bad
}

fn check<F, T>(text: &[u8], random: &mut Random)
where
    F: Encoding<Unit = u8>,
    T: Encoding<Unit = u8>,
{
    let policy = random.one_of(&POLICIES);
    let converter = Converter::<F, T>::new(policy).expect("any pair");
    let expected = converter.convert(text).expect("no error is left");
    let most = random.one_of(&[1, 3, 100, 5000]);
    let seed = random.next();

    let mut reader = Reader::new(Nasty::new(seed, text, most), converter.stream());
    assert_eq!(read_all(&mut reader, most), (expected.clone(), vec![]), "{policy}");
    assert_eq!(reader.stream().offset(), text.len() as u64);

    let mut writer = Writer::new(Nasty::new(seed, &[], most), converter.stream());
    assert_eq!(write_all(&mut writer, text, random, most), []);
    let inner = writer.into_inner();
    assert_eq!((inner.flushed, inner.bytes), (expected.len(), expected), "{policy}");

    // Strict: the errors are told where they are, and all else comes through.
    let strict = Converter::<F, T>::strict();
    let expected = Converter::<F, T>::new(Policy::Remove).unwrap().convert(text).unwrap();
    let mut reader = Reader::new(Nasty::new(seed, text, most), strict.stream());
    let (out, errors) = read_all(&mut reader, most);
    assert_eq!(out, expected);
    assert_eq!(errors.len() as u64, reader.stream().malformed());

    let mut writer = Writer::new(Nasty::new(seed, &[], most), strict.stream());
    assert_eq!(write_all(&mut writer, text, random, most), errors);
    assert_eq!(writer.into_inner().bytes, expected);
}

#[test]
fn nothing_is_lost() {
    let mut random = Random::new(16);
    for i in 0..rounds(1500) {
        let len = random.below(if i % 50 == 0 { 60_000 } else { 300 });
        let text = random.malformed(len);
        check::<Utf8, Utf16Le>(&text, &mut random);
        check::<Utf8, Utf8>(&text, &mut random);
        let units: Vec<u8> = String::from_utf8_lossy(&text)
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .take(len)
            .collect();
        check::<Utf16Be, Utf8>(&units, &mut random);
    }
}

#[test]
fn errors_have_places_and_come_in_their_turn() {
    let stream = || Converter::<Utf8, Utf16Be>::strict().stream();
    let mut reader = Reader::new(&b"a\xE2\x82b\xFF"[..], stream());
    let mut buffer = [0; 64];
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    let error = reader.read(&mut buffer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    let found = error.get_ref().unwrap().downcast_ref::<Error<u64>>().unwrap();
    let bad = Malformed { offset: 1, len: 2, kind: MalformedKind::Incomplete };
    assert_eq!(*found, Error::Malformed(bad));
    assert_eq!(error.to_string(), "incomplete sequence at offset 1");
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    assert_eq!(buffer[..2], [0, b'b']);
    assert_eq!(offset(&reader.read(&mut buffer).unwrap_err()), 4);
    assert_eq!(reader.read(&mut buffer).unwrap(), 0);

    let mut writer = Writer::new(Vec::new(), stream());
    // What was taken is told of by the next call.
    assert_eq!(writer.write(b"a\xFFb").unwrap(), 2);
    assert_eq!(offset(&writer.write(b"b\xE2").unwrap_err()), 1);
    assert_eq!(writer.write(b"b\xE2").unwrap(), 2);
    // What another write has begun is at fault: nothing of this one is taken.
    assert_eq!(offset(&writer.write(b"c").unwrap_err()), 3);
    assert_eq!(writer.write(b"c\xC3").unwrap(), 2);
    assert_eq!(offset(&writer.finish().unwrap_err()), 5);
    writer.finish().unwrap();
    assert_eq!(writer.into_inner(), b"\0a\0b\0c");
}

#[test]
fn what_the_target_lacks_is_an_error_too() {
    let stream = Converter::<Utf8, placemat::encoding::Latin1>::strict().stream();
    let error = Reader::new("é€".as_bytes(), stream).read_to_end(&mut Vec::new()).unwrap_err();
    assert_eq!((error.kind(), offset(&error)), (ErrorKind::InvalidData, 2));
}

#[test]
fn a_writer_that_takes_nothing() {
    let mut buffer = [0; 3];
    let mut writer = Writer::new(&mut buffer[..], Converter::<Utf8, Utf8>::strict().stream());
    writer.write_all(b"four").unwrap();
    assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::WriteZero);
    drop(writer);
    assert_eq!(&buffer, b"fou");
}

#[test]
fn lines_are_read_as_they_come() {
    let text = "one\nzwei\ndrei und é".repeat(5000);
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let reader = Reader::new(&units[..], Converter::<Utf16Le, Utf8>::strict().stream());
    let lines: Vec<String> = reader.lines().collect::<Result<_, _>>().unwrap();
    assert!(lines.iter().eq(text.lines()));
}
