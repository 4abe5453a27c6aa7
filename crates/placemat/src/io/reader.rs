//! Conversion while reading.

use super::{BLOCK, error};
use crate::encoding::Encoding;
use crate::engine::stream::{Status, Stream};
use std::boxed::Box;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::vec;

/// Reads text of the encoding `F` from `R`, and gives it as text of the encoding
/// `T`: to be taken where what follows wants a [`Read`] or a [`BufRead`].
///
/// It has a buffer of its own on both sides: `R` need not be buffered. A read
/// gives all that is certain, and asks `R` for more only when that is nothing.
///
/// # Examples
/// ```
/// use placemat::{Converter, Policy, io::Reader};
/// use placemat::encoding::{Utf8, Utf16Le};
/// use std::io::BufRead;
///
/// let file: &[u8] = b"o\0n\0e\0\n\0\xAC\x20";
/// let stream = Converter::<Utf16Le, Utf8>::new(Policy::Replace)?.stream();
/// let lines: Result<Vec<String>, _> = Reader::new(file, stream).lines().collect();
/// assert_eq!(lines?, ["one", "€"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// At the end of `R` it is at its own end, for good: nothing is asked of `R` again.
///
/// # Errors
/// Those of `R`, and those of the text: see the [module](super). Reading can go
/// on after either.
#[derive(Debug)]
pub struct Reader<R, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> {
    inner: R,
    stream: Stream<F, T>,
    /// What was read and is not converted.
    source: Box<[u8]>,
    unread: Range<usize>,
    /// What is converted and not given out.
    target: Box<[u8]>,
    ready: Range<usize>,
    /// What comes after that.
    error: Option<io::Error>,
    /// The inner reader is at its end.
    ended: bool,
    /// And so is the text.
    finished: bool,
}

impl<R: Read, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> Reader<R, F, T> {
    /// A reader that pushes through `stream` what it gets from `inner`.
    #[must_use]
    pub fn new(inner: R, stream: Stream<F, T>) -> Self {
        Self {
            inner,
            stream,
            source: vec![0; BLOCK].into(),
            unread: 0..0,
            target: vec![0; 2 * BLOCK].into(),
            ready: 0..0,
            error: None,
            ended: false,
            finished: false,
        }
    }

    /// The stream: how far it is, and how much was malformed. It may be ahead of
    /// what has been read.
    #[must_use]
    pub fn stream(&self) -> &Stream<F, T> {
        &self.stream
    }

    /// The reader within, which is ahead of what has been read.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> BufRead for Reader<R, F, T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // Each turn reads from `inner`, or finds its end, or converts, or tells an error: in an
        // empty target there is room for any item.
        while self.ready.is_empty() && !self.finished {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if self.unread.is_empty() && !self.ended {
                let len = self.inner.read(&mut self.source)?;
                self.unread = 0..len;
                self.ended = len == 0;
            }
            let chunk = &self.source[self.unread.clone()];
            let progress = self.stream.push(chunk, &mut self.target, self.ended);
            self.unread.start += progress.read;
            self.ready = 0..progress.written;
            self.finished = self.ended && progress.status == Status::InputEmpty;
            self.error = error(progress.status);
        }
        Ok(&self.target[self.ready.clone()])
    }

    fn consume(&mut self, amount: usize) {
        self.ready.start = self.ready.end.min(self.ready.start.saturating_add(amount));
    }
}

impl<R: Read, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> Read for Reader<R, F, T> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buf)?;
        self.consume(len);
        Ok(len)
    }
}
