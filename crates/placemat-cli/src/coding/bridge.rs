//! From any encoding to any, through UTF-8: for pairs with a legacy encoding.
//!
//! Both sides stop at what they cannot read or write, and [`Policy::settle`] says what
//! becomes of it. Text passes in small blocks, each of which is written before the next
//! is read, so that memory does not grow with the input.

use super::page::{End, Page, Went};
use super::source::{LegacySource, Source, pair};
use super::{Codec, Coding, Fault, Legacy};
use encoding_rs::{Encoder, EncoderResult};
use placemat::encoding::Label;
use placemat::policy::{Cause, PolicyError};
use placemat::{Policy, Status, Transcoder, Unmappable};

/// How much text is on its way at a time.
const TEXT: usize = 8 << 10;

/// How much of what was pushed is kept: more than a malformed sequence has.
const HISTORY: usize = 8;

pub(crate) struct Bridge {
    source: Source,
    sink: Sink,
    policy: Policy,
    text: Vec<u8>,
    /// A second decoder, which stays where the block began, to find the place of
    /// what is unmappable: a decoder of `encoding_rs` cannot be copied.
    behind: Option<(&'static Legacy, Box<LegacySource>)>,
    history: Vec<u8>,
    read: u64,
    malformed: u64,
    unmappable: u64,
}

impl Bridge {
    pub(super) fn new(
        from: Coding,
        to: Coding,
        policy: Policy,
        lenient: bool,
    ) -> Result<Self, PolicyError> {
        let behind = match from {
            Coding::Legacy(legacy) if policy == Policy::Strict && !to.holds_all() => {
                Some((legacy, Box::new(LegacySource::new(legacy))))
            }
            _ => None,
        };
        let sink = match to {
            Coding::Family(label) => {
                let pair = pair(Label::Utf8, label, Policy::Strict, lenient)?;
                Sink::Family(Box::new(pair))
            }
            Coding::Legacy(legacy) => match &legacy.codec {
                Codec::Standard(encoding) => Sink::Standard(Box::new(encoding.new_encoder())),
                Codec::Page(page) => Sink::Page(page),
                Codec::Form(_) => unreachable!("a coder refuses it"),
            },
        };
        Ok(Self {
            source: Source::new(from, lenient)?,
            sink,
            policy,
            text: vec![0; TEXT],
            behind,
            history: Vec::with_capacity(2 * HISTORY),
            read: 0,
            malformed: 0,
            unmappable: 0,
        })
    }

    pub(super) fn counts(&self) -> (u64, u64) {
        (self.malformed, self.unmappable)
    }

    /// As [`Coder::push`](super::Coder::push).
    pub(super) fn push<E>(
        &mut self,
        chunk: &[u8],
        last: bool,
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<Fault>, E> {
        let mut text = std::mem::take(&mut self.text);
        let fault = self.push_through(chunk, last, &mut text, buffer, write);
        self.text = text;
        fault
    }

    fn push_through<E>(
        &mut self,
        chunk: &[u8],
        last: bool,
        text: &mut [u8],
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<Fault>, E> {
        let mut rest = chunk;
        loop {
            let before = match &self.source {
                Source::Family(pair) if self.policy == Policy::Strict => Some(pair.clone()),
                _ => None,
            };
            let progress = self.source.push(rest, text, last);
            let read = &rest[..progress.read];
            if let Some((at, c)) = self.write(as_text(&text[..progress.written]), buffer, write)? {
                let place = self.place(before, rest, at, c, last);
                return Ok(Some(Fault::Unmappable(place)));
            }
            if let Some((_, behind)) = &mut self.behind {
                behind.push(read, text, false);
            }
            let (fault, bytes) = match progress.status {
                Status::Malformed(bad) => {
                    (Some(Fault::Malformed(bad)), self.bytes(rest, bad.offset, bad.len))
                }
                Status::Unmappable(item) => (Some(Fault::Unmappable(item)), Vec::new()),
                _ => (None, Vec::new()),
            };
            if let Some(fault) = fault
                && !self.settle(fault.cause(), &bytes, buffer, write)?
            {
                return Ok(Some(fault));
            }
            self.remember(read);
            rest = &rest[progress.read..];
            if progress.status == Status::InputEmpty {
                break;
            }
        }
        if last {
            self.sink.finish(buffer, write)?;
        }
        Ok(None)
    }

    /// Writes `text`; where in it something is that the policy makes an error.
    fn write<E>(
        &mut self,
        text: &str,
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<(usize, char)>, E> {
        let mut at = 0;
        while at < text.len() {
            let (read, refused) = self.sink.push(&text[at..], buffer, write)?;
            at += read;
            if let Some(c) = refused
                && !self.settle(Cause::Unmappable(c.into()), &[], buffer, write)?
            {
                return Ok(Some((at - c.len_utf8(), c)));
            }
        }
        Ok(None)
    }

    /// What the policy makes of an item; `?` for what the target does not have. `false`: an error.
    fn settle<E>(
        &mut self,
        cause: Cause,
        bytes: &[u8],
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<bool, E> {
        let sink = &mut self.sink;
        let settled = self.policy.settle(cause, bytes, |substitute| {
            for &value in substitute.values() {
                let c = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                let (_, refused) = sink.push(c.encode_utf8(&mut [0; 4]), buffer, write)?;
                if refused.is_some() {
                    sink.push("?", buffer, write)?;
                }
            }
            Ok(())
        })?;
        match cause {
            Cause::Malformed(_) => self.malformed += u64::from(settled),
            _ => self.unmappable += u64::from(settled),
        }
        Ok(settled)
    }

    /// The `len` bytes at `offset`, which end in `rest` or just before it.
    fn bytes(&self, rest: &[u8], offset: u64, len: usize) -> Vec<u8> {
        let start = (self.history.len() as u64 + offset - self.read) as usize;
        self.history.iter().chain(rest).skip(start).take(len).copied().collect()
    }

    /// The last bytes that were pushed can be those of a sequence that turns out
    /// to be malformed.
    fn remember(&mut self, read: &[u8]) {
        self.read += read.len() as u64;
        self.history.extend(&read[read.len().saturating_sub(HISTORY)..]);
        self.history.drain(..self.history.len().saturating_sub(HISTORY));
    }

    /// The place in the source of `c`, which is at `at` in the text of `rest`.
    #[cold]
    fn place(
        &mut self,
        before: Option<Box<Transcoder>>,
        rest: &[u8],
        at: usize,
        c: char,
        last: bool,
    ) -> Unmappable<u64> {
        let code_point = c.into();
        let end = at + c.len_utf8();
        let (offset, len) = match (before, &mut self.behind) {
            // Read once more, as far as the text goes.
            (Some(mut pair), _) => {
                let mut text = vec![0; end];
                let first = pair.push(rest, &mut text[..at], last);
                let start = pair.offset();
                pair.push(&rest[first.read..], &mut text[at..], last);
                (start, (pair.offset() - start) as usize)
            }
            (_, Some((legacy, behind))) => {
                let mut text = [0; 64];
                let (mut start, mut written) = (behind.read(), 0);
                let first = start;
                for byte in rest.chunks(1) {
                    let made = behind.push(byte, &mut text, false).written;
                    written += made;
                    if written > at {
                        break;
                    }
                    if made > 0 {
                        start = behind.read();
                    }
                }
                let item = &rest[(start - first) as usize..(behind.read() - first) as usize];
                let begun = if start == first { begun(legacy, &self.history, item, c) } else { 0 };
                (start - begun as u64, item.len() + begun)
            }
            _ => (self.read, 0),
        };
        Unmappable { offset, len, code_point }
    }
}

/// How many of the last bytes of `history` belong to `c`, of which `item` is the
/// rest: the fewest that make it.
fn begun(legacy: &Legacy, history: &[u8], item: &[u8], c: char) -> usize {
    let Codec::Standard(encoding) = legacy.codec else { return 0 };
    let makes = |begun: &usize| {
        let bytes = [&history[history.len() - begun..], item].concat();
        let (text, malformed) = encoding.decode_without_bom_handling(&bytes);
        !malformed && text.chars().eq([c])
    };
    (0..=history.len().min(3)).find(makes).unwrap_or(0)
}

fn as_text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("sources make UTF-8")
}

/// Writes UTF-8 in some encoding.
enum Sink {
    Family(Box<Transcoder>),
    Standard(Box<Encoder>),
    Page(&'static Page),
}

impl Sink {
    /// Writes `text` up to what the encoding does not have: how far that is, that
    /// included.
    fn push<E>(
        &mut self,
        text: &str,
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(usize, Option<char>), E> {
        let mut at = 0;
        // The buffer has room for any code point, so each turn but the last writes one.
        loop {
            let (read, written, more) = match self {
                Self::Family(pair) => {
                    let done = pair.push(&text.as_bytes()[at..], buffer, false);
                    let more = match done.status {
                        Status::OutputFull => More::Yes,
                        Status::Unmappable(_) => More::Refused,
                        _ => More::No,
                    };
                    (done.read, done.written, more)
                }
                Self::Standard(encoder) => {
                    let (result, read, written) =
                        encoder.encode_from_utf8_without_replacement(&text[at..], buffer, false);
                    let more = match result {
                        EncoderResult::InputEmpty => More::No,
                        EncoderResult::OutputFull => More::Yes,
                        EncoderResult::Unmappable(_) => More::Refused,
                    };
                    (read, written, more)
                }
                Self::Page(page) => {
                    let Went { read, written, end } = page.encode(&text[at..], buffer);
                    let more = match end {
                        End::OfInput => More::No,
                        End::OfRoom => More::Yes,
                        End::Unknown => More::Refused,
                    };
                    (read, written, more)
                }
            };
            write(&buffer[..written])?;
            at += read;
            match more {
                More::Yes => {}
                More::No => return Ok((at, None)),
                // The last one that was read.
                More::Refused => return Ok((at, text[..at].chars().next_back())),
            }
        }
    }

    /// Writes what ends the text: a few bytes, for which there is room.
    fn finish<E>(
        &mut self,
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let written = match self {
            Self::Family(pair) => pair.push(b"", buffer, true).written,
            Self::Page(_) => 0,
            Self::Standard(encoder) => {
                encoder.encode_from_utf8_without_replacement("", buffer, true).2
            }
        };
        write(&buffer[..written])
    }
}

/// Why a sink stopped.
enum More {
    Yes,
    No,
    Refused,
}
