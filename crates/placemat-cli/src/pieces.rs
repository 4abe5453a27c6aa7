//! A large file in pieces, which threads work on, each by itself; what comes of them is taken in order.
//!
//! A piece is left to whoever reads on from there if it cannot be cut off, or the work says so; with it all that is
//! behind it. So what is written and told is the same, whatever the threads.

use crate::coding::Cut;
use crate::input::Reader;
use crate::workers::{self, Turns};
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of the end of a piece is looked at for a place to cut, at most.
const WINDOW: usize = 4096;

/// What has fewer is done before other threads have begun.
const FEW: u64 = 16;

/// A file in pieces.
pub(crate) struct Pieces<'a> {
    file: &'a File,
    /// Where the first one begins.
    base: u64,
    /// How much each has, but for what is cut off at its ends. A unit never lies across two.
    size: usize,
    /// Only whole ones.
    count: u64,
    cut: Cut,
}

impl<'a> Pieces<'a> {
    /// The pieces of `size` bytes of a file from `base` on, if there are many.
    pub(crate) fn of(file: &'a File, base: u64, size: usize, cut: Cut) -> Option<Self> {
        let size = size & !3;
        let count = file.metadata().ok()?.len().checked_sub(base)? / size as u64;
        (count >= FEW).then_some(Self { file, base, size, count, cut })
    }

    /// Does `work` on all pieces that it can be done on, each time with what `begin` has made for the thread, and calls
    /// `take` with that, what came of it, and how long the piece is, in order. Returns how far it came in the file.
    pub(crate) fn each<W, T, E: Send>(
        &self,
        threads: usize,
        begin: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, &[u8]) -> Option<T> + Sync,
        take: impl FnMut(&W, T, u64) -> Result<(), E> + Send,
    ) -> Result<u64, E> {
        let next = AtomicU64::new(0);
        let turns = Turns::new((take, Ok(self.base)));
        let begin = || (vec![0; self.size + WINDOW], begin());
        workers::run(threads, 1, begin, |(mut input, mut own)| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let piece = if number < self.count { self.piece(number, &mut input) } else { None };
                let done =
                    piece.and_then(|(text, end)| Some((work(&mut own, text)?, text.len(), end)));
                let goes_on = turns.take(number, |(take, reached)| {
                    let Some((what, len, end)) = done else { return false };
                    *reached = take(&own, what, len as u64).map(|()| end);
                    reached.is_ok()
                });
                if !goes_on {
                    return;
                }
            }
        });
        turns.into_inner().1
    }

    /// A piece, if it can be cut off, and where it ends in the file.
    fn piece<'b>(&self, number: u64, input: &'b mut [u8]) -> Option<(&'b [u8], u64)> {
        let window = WINDOW.min(self.size);
        // What is cut off of the piece before begins this one.
        let before = if number == 0 { 0 } else { window };
        let base = self.base + number * self.size as u64 - before as u64;
        let input = &mut input[..before + self.size];
        read_exact(self.file, base, input).ok()?;
        let begin = if number == 0 { 0 } else { self.cut.last(&input[..window])? };
        let last = input.len() - window;
        let end = last + self.cut.last(&input[last..])?;
        Some((&input[begin..end], base + end as u64))
    }
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
