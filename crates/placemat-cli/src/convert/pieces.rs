//! A large file, converted by several threads: pieces of it, each by itself, written in order.
//!
//! Only pieces without a fault are. The first that has one, or that cannot be cut off, is left with all behind
//! it to the one loop that names faults; so what is written and told is the same, whatever the threads.
//!
//! One encoding is a legacy one: the library converts its own as fast as they are read, and two threads took as
//! long as one (150 MB of UTF-8 to UTF-16: .05 and .04 s; to Shift_JIS: .8 and 3.4 s).

use super::{Done, Drain, Failure, coder};
use crate::coding::{Coding, Cut};
use crate::input::Reader;
use crate::print::progress::Progress;
use crate::settings;
use crate::workers::{self, Turns};
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of the end of a piece is looked at for a place to cut, at most.
const WINDOW: usize = 4096;

/// What has fewer is converted before other threads have begun.
const FEW: u64 = 16;

/// A file that is converted in pieces.
pub(super) struct Pieces<'a> {
    file: &'a File,
    /// Where the first one begins.
    base: u64,
    /// How much each has, but for what is cut off at its ends. A unit never lies across two.
    size: usize,
    /// Only whole ones.
    count: u64,
    cut: Cut,
    from: Coding,
    settings: &'a settings::Convert,
}

impl<'a> Pieces<'a> {
    /// The pieces of `size` bytes of a file in `from` that is converted from `base` on, if there are many,
    /// and it can be cut.
    pub(super) fn of(
        file: &'a File,
        base: u64,
        size: usize,
        from: Coding,
        settings: &'a settings::Convert,
    ) -> Option<Self> {
        let size = size & !3;
        let count = file.metadata().ok()?.len().checked_sub(base)? / size as u64;
        let to = settings.to.for_writing();
        let is_slow = [from, to].iter().any(|coding| matches!(coding, Coding::Legacy(_)));
        let cut = Cut::of(from, to).filter(|_| is_slow && count >= FEW)?;
        Some(Self { file, base, size, count, cut, from, settings })
    }

    /// Converts all that can be, and says how far it came in the file.
    pub(super) fn convert(
        &self,
        threads: usize,
        drain: &mut Drain,
        done: &mut Done,
        progress: &Progress,
    ) -> Result<u64, Failure> {
        let next = AtomicU64::new(0);
        let turns = Turns::new((drain, done, progress, Ok(self.base)));
        let begin = || (vec![0; self.size + WINDOW], vec![0; 2 * self.size], Vec::new());
        workers::run(threads, 1, begin, |(mut input, mut room, mut output)| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                output.clear();
                let piece = match number < self.count {
                    true => self.piece(number, &mut input, &mut room, &mut output),
                    false => None,
                };
                let goes_on = turns.take(number, |(drain, done, progress, end)| {
                    let Some(piece) = piece else { return false };
                    let written = drain.write(&output).and_then(|()| drain.flush());
                    done.malformed += piece.malformed;
                    done.unmappable += piece.unmappable;
                    progress.add_bytes(self.size as u64);
                    *end = written.map(|()| piece.end);
                    end.is_ok()
                });
                if !goes_on {
                    return;
                }
            }
        });
        turns.into_inner().3
    }

    /// Converts a piece, if it can be cut off, and has no fault.
    fn piece(
        &self,
        number: u64,
        input: &mut [u8],
        room: &mut [u8],
        output: &mut Vec<u8>,
    ) -> Option<Piece> {
        let window = WINDOW.min(self.size);
        // What is cut off of the piece before begins this one.
        let before = if number == 0 { 0 } else { window };
        let base = self.base + number * self.size as u64 - before as u64;
        let input = &mut input[..before + self.size];
        read_exact(self.file, base, input).ok()?;
        let begin = if number == 0 { 0 } else { self.cut.last(&input[..window])? };
        let last = input.len() - window;
        let end = last + self.cut.last(&input[last..])?;
        let mut coder = coder(self.from, self.settings).ok()?;
        let write = &mut |bytes: &[u8]| {
            output.extend_from_slice(bytes);
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(fault) = coder.push(&input[begin..end], true, room, write);
        let (malformed, unmappable) = coder.counts();
        fault.is_none().then_some(Piece { end: base + end as u64, malformed, unmappable })
    }
}

/// What became of a piece, and where it ends in the file.
struct Piece {
    end: u64,
    malformed: u64,
    unmappable: u64,
}

/// Fills `buffer` with what is at `offset`.
fn read_exact(file: &File, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    let mut reader = Reader::Offset { file, offset, sparse: false };
    while !buffer.is_empty() {
        match reader.read(buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => buffer = &mut buffer[read..],
        }
    }
    Ok(())
}
