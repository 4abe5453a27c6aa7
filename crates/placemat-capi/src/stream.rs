//! Text that comes in pieces: conversions between any two encodings, and escapes.

use crate::border::{Answer, export};
use crate::result::{OUTPUT_FULL, Report, label_of_number, policy_of_number};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::{Progress, Transcoder};

/// `placemat_stream`.
#[derive(Debug)]
pub struct Stream {
    work: Work,
    /// As it was made, for another beginning.
    fresh: Work,
    /// How many bytes were taken.
    read: u64,
}

#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "what is not on the stack is allocated once, as a stream"
)]
enum Work {
    Convert(Transcoder),
    Escape(Rewriter<Escape>),
    Unescape(Rewriter<Unescape>),
}

impl Work {
    /// A conversion; `None` if a number means nothing, or the policy makes no sense.
    fn convert(from: u32, to: u32, policy: u32, flags: u32) -> Option<Self> {
        let new = match flags {
            0 => Transcoder::new,
            LENIENT => Transcoder::lenient,
            _ => return None,
        };
        let (from, to) = (label_of_number(from)?, label_of_number(to)?);
        Some(Self::Convert(new(from, to, policy_of_number(policy)?).ok()?))
    }

    fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        match self {
            Self::Convert(work) => work.push(chunk, out, last),
            Self::Escape(work) => work.push(chunk, out, last),
            Self::Unescape(work) => work.push(chunk, out, last),
        }
    }

    fn offset(&self) -> u64 {
        match self {
            Self::Convert(work) => work.offset(),
            Self::Escape(work) => work.offset(),
            Self::Unescape(work) => work.offset(),
        }
    }

    /// Items that were malformed, and unmappable. What an escape changes is the former.
    fn counts(&self) -> [u64; 2] {
        match self {
            Self::Convert(work) => [work.malformed(), work.unmappable()],
            Self::Escape(work) => [work.changed(), 0],
            Self::Unescape(work) => [work.changed(), 0],
        }
    }

    fn report(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Report {
        let [malformed, unmappable] = self.counts();
        let progress = self.push(chunk, out, last);
        let counts = self.counts();
        Report {
            malformed: (counts[0] - malformed) as usize,
            unmappable: (counts[1] - unmappable) as usize,
            ..Report::of_push(progress, self.offset())
        }
    }
}

/// `PLACEMAT_LENIENT`.
pub const LENIENT: u32 = 1;

impl Stream {
    fn new(work: Work) -> Box<Self> {
        Box::new(Self { fresh: work.clone(), work, read: 0 })
    }
}

export! {
    /// A conversion between two encodings.
    fn placemat_stream_new(from: u32, to: u32, policy: u32, flags: u32) -> Option<Box<Stream>> {
        Work::convert(from, to, policy, flags).map(Stream::new)
    }
    /// An escape.
    fn placemat_stream_new_escape() -> Option<Box<Stream>> {
        Some(Stream::new(Work::Escape(Rewriter::new())))
    }
    /// The way back.
    fn placemat_stream_new_unescape() -> Option<Box<Stream>> {
        Some(Stream::new(Work::Unescape(Rewriter::new())))
    }
    /// Converts the next chunk.
    fn placemat_stream_push(
        stream: Option<&mut Stream>, src[len]: In<u8>, dst[room]: Mut<u8>, last: bool
    ) -> Report {
        let Some(stream) = stream else { return Answer::REFUSED };
        let report = stream.work.report(src, dst, last);
        stream.read += report.read as u64;
        report
    }
    /// How many bytes are converted.
    fn placemat_stream_offset(stream: Option<&Stream>) -> u64 {
        stream.map_or(0, |stream| stream.work.offset())
    }
    /// How many bytes wait for the rest of their sequence.
    fn placemat_stream_waiting(stream: Option<&Stream>) -> usize {
        stream.map_or(0, |stream| (stream.read - stream.work.offset()) as usize)
    }
    /// How many items were malformed.
    fn placemat_stream_malformed(stream: Option<&Stream>) -> u64 {
        stream.map_or(0, |stream| stream.work.counts()[0])
    }
    /// How many items were unmappable.
    fn placemat_stream_unmappable(stream: Option<&Stream>) -> u64 {
        stream.map_or(0, |stream| stream.work.counts()[1])
    }
    /// Another text from the start, and all counts from 0.
    fn placemat_stream_reset(stream: Option<&mut Stream>) {
        if let Some(stream) = stream {
            (stream.work, stream.read) = (stream.fresh.clone(), 0);
        }
    }
    /// The end of it.
    fn placemat_stream_free(stream: Option<Box<Stream>>) { drop(stream) }

    /// All of a text between two encodings.
    fn placemat_convert(
        from: u32, to: u32, policy: u32, flags: u32, src[len]: In<u8>, dst[room]: Mut<u8>
    ) -> Report {
        let Some(mut work) = Work::convert(from, to, policy, flags) else { return Answer::REFUSED };
        work.report(src, dst, true).of_whole()
    }
    /// What that needs.
    fn placemat_convert_len(
        from: u32, to: u32, policy: u32, flags: u32, src[len]: In<u8>, needed: Option<&mut usize>
    ) -> Report {
        let (Some(mut work), Some(needed)) = (Work::convert(from, to, policy, flags), needed) else {
            return Answer::REFUSED;
        };
        let mut scratch = [0; 1024];
        let mut sum = Report::default();
        loop {
            let report = work.report(&src[sum.read..], &mut scratch, true);
            let read = sum.read + report.read;
            // Where lengths have 32 bits, a gigabyte can become more than that counts.
            let written = sum.written.saturating_add(report.written);
            let [malformed, unmappable] =
                [sum.malformed + report.malformed, sum.unmappable + report.unmappable];
            sum = Report { read, written, malformed, unmappable, ..report };
            // There is room for any item: each turn but the last reads something.
            if sum.status != OUTPUT_FULL {
                *needed = sum.written;
                return Report { written: 0, ..sum.of_whole() };
            }
        }
    }
}
