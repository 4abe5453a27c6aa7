//! Bytes of any encoding, as UTF-8; what is wrong with them is told, not mended.

use super::Coding;
use super::form::FormReader;
use super::legacy::{Codec, Legacy};
use super::page::{End, Page, Went};
use encoding_rs::{Decoder, DecoderResult};
use placemat::encoding::Label;
use placemat::policy::PolicyError;
use placemat::{Malformed, MalformedKind, Policy, Progress, Status, Transcoder};

/// Reads text of some encoding.
pub(crate) enum Source {
    Family(Box<Transcoder>),
    Legacy(Box<LegacySource>),
}

impl Source {
    pub(crate) fn new(from: Coding, lenient: bool) -> Result<Self, PolicyError> {
        Ok(match from {
            Coding::Family(label) => {
                let pair = pair(label, Label::Utf8, Policy::Strict, lenient)?;
                Self::Family(Box::new(pair))
            }
            Coding::Legacy(legacy) => Self::Legacy(Box::new(LegacySource::new(legacy))),
        })
    }

    /// Another one that stands where this does, to look ahead; none where that
    /// cannot be had, because the text before matters.
    pub(crate) fn ahead(&self, from: Coding) -> Option<Self> {
        match (self, from) {
            (Self::Family(pair), _) => Some(Self::Family(pair.clone())),
            (_, Coding::Legacy(legacy)) if !legacy.has_shifts() => {
                Some(Self::Legacy(Box::new(LegacySource::new(legacy))))
            }
            _ => None,
        }
    }

    /// Reads `chunk`, which follows all that was pushed before, into the front of
    /// `text`, as a [`Transcoder`] does. Malformed sequences, and values that UTF-8
    /// cannot hold, end the push; the next one goes on behind them.
    pub(crate) fn push(&mut self, chunk: &[u8], text: &mut [u8], last: bool) -> Progress {
        match self {
            Self::Family(pair) => pair.push(chunk, text, last),
            Self::Legacy(source) => source.push(chunk, text, last),
        }
    }
}

/// Two encodings of the library, in their lenient forms if that is asked for.
pub(super) fn pair(
    from: Label,
    to: Label,
    policy: Policy,
    lenient: bool,
) -> Result<Transcoder, PolicyError> {
    if lenient { Transcoder::lenient(from, to, policy) } else { Transcoder::new(from, to, policy) }
}

/// What the Encoding Standard, or a code page, makes of legacy text.
pub(crate) struct LegacySource {
    reader: Reader,
    /// How much was pushed.
    read: u64,
    finished: bool,
}

enum Reader {
    Standard(Decoder),
    Page(&'static Page),
    Form(FormReader),
}

impl LegacySource {
    pub(super) fn new(legacy: &'static Legacy) -> Self {
        let reader = match &legacy.codec {
            Codec::Standard(encoding) => {
                Reader::Standard(encoding.new_decoder_without_bom_handling())
            }
            Codec::Page(page) => Reader::Page(page),
            Codec::Form(form) => Reader::Form(FormReader::new(*form)),
        };
        Self { reader, read: 0, finished: false }
    }

    /// As [`Source::push`]. `text` has room for a few code points.
    pub(super) fn push(&mut self, chunk: &[u8], text: &mut [u8], last: bool) -> Progress {
        let mut done = self.decode(chunk, text, false, MalformedKind::Undefined);
        if done.status == Status::InputEmpty && last && !self.finished {
            // What is malformed only now lacks its end.
            let kind = MalformedKind::IncompleteAtEnd;
            let end = self.decode(&[], &mut text[done.written..], true, kind);
            self.finished = end.status == Status::InputEmpty;
            done.written += end.written;
            done.status = end.status;
        }
        done
    }

    fn decode(&mut self, src: &[u8], text: &mut [u8], last: bool, kind: MalformedKind) -> Progress {
        if self.finished {
            return Progress { read: 0, written: 0, status: Status::InputEmpty };
        }
        let (result, read, written) = match &mut self.reader {
            Reader::Standard(decoder) => {
                decoder.decode_to_utf8_without_replacement(src, text, last)
            }
            Reader::Form(reader) => reader.decode(src, text, last),
            Reader::Page(page) => {
                let Went { read, written, end } = page.decode(src, text);
                let result = match end {
                    End::OfInput => DecoderResult::InputEmpty,
                    End::OfRoom => DecoderResult::OutputFull,
                    End::Unknown => DecoderResult::Malformed(1, 0),
                };
                (result, read, written)
            }
        };
        self.read += read as u64;
        let status = match result {
            DecoderResult::InputEmpty => Status::InputEmpty,
            DecoderResult::OutputFull => Status::OutputFull,
            DecoderResult::Malformed(len, behind) => Status::Malformed(Malformed {
                offset: self.read - u64::from(len) - u64::from(behind),
                len: len.into(),
                kind,
            }),
        };
        Progress { read, written, status }
    }

    /// How much was pushed.
    pub(super) fn read(&self) -> u64 {
        self.read
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Labels;
    use crate::coding::coding;

    /// An offset, a length and a kind.
    type Bad = (u64, usize, MalformedKind);

    /// The text that `label` reads in chunks of `size` bytes, and what is malformed.
    fn read(label: &str, bytes: &[u8], size: usize) -> (String, Vec<Bad>) {
        let mut source = Source::new(coding(label, Labels::Iana).unwrap(), false).unwrap();
        let (mut text, mut bad) = (Vec::new(), Vec::new());
        let mut chunks = bytes.chunks(size).peekable();
        loop {
            let mut rest = chunks.next().unwrap_or_default();
            let last = chunks.peek().is_none();
            loop {
                let mut room = [0; 16];
                let done = source.push(rest, &mut room, last);
                text.extend(&room[..done.written]);
                rest = &rest[done.read..];
                match done.status {
                    Status::InputEmpty => break,
                    Status::Malformed(item) => bad.push((item.offset, item.len, item.kind)),
                    _ => {}
                }
            }
            if last {
                return (String::from_utf8(text).unwrap(), bad);
            }
        }
    }

    #[test]
    fn malformed_text_has_a_place_in_chunks_of_all_sizes() {
        use MalformedKind::{IncompleteAtEnd, Undefined};
        let cases: [(&str, &[u8], &str, &[Bad]); 6] = [
            ("shift_jis", b"a\x93\xFA\x96{\xFF\x8C\xEA", "a日本語", &[(5, 1, Undefined)]),
            ("shift_jis", b"\x93\xFA\x96", "日", &[(2, 1, IncompleteAtEnd)]),
            ("euc-jp", b"\xC6\xFC\x8F\xA1 x", "日 x", &[(2, 2, Undefined)]),
            ("gb18030", b"\x81\x30\x81 x", "0 x", &[(0, 1, Undefined), (2, 1, Undefined)]),
            ("gb18030", b"ab\x81\x30", "ab", &[(2, 2, IncompleteAtEnd)]),
            ("windows-1253", b"\xE1\xD2\xE2", "αβ", &[(1, 1, Undefined)]),
        ];
        for (label, bytes, text, bad) in cases {
            for size in 1..=bytes.len() {
                let expected = (text.to_owned(), bad.to_vec());
                assert_eq!(read(label, bytes, size), expected, "{label} {size}");
            }
        }
    }

    #[test]
    fn nothing_is_pushed_is_nothing() {
        assert_eq!(read("iso-2022-jp", b"", 1), (String::new(), Vec::new()));
    }
}
