//! Conversion while writing.

use super::{BLOCK, error};
use crate::encoding::Encoding;
use crate::engine::stream::{Status, Stream};
use std::boxed::Box;
use std::io::{self, Write};
use std::ops::Range;
use std::vec;

/// Takes text of the encoding `F`, and writes it to `W` as text of the encoding
/// `T`: to be taken where what comes before wants a [`Write`].
///
/// It has a buffer: `W` gets what is in it when it is full, by
/// [`flush`](Write::flush), and by [`finish`](Self::finish), which must be called
/// at the end: dropping a writer drops what is in the buffer.
///
/// # Examples
/// ```
/// use placemat::{Converter, io::Writer};
/// use placemat::encoding::{Utf8, Utf16Le};
/// use std::io::Write;
///
/// let mut writer = Writer::new(Vec::new(), Converter::<Utf8, Utf16Le>::strict().stream());
/// write!(writer, "5 {}", '€')?;
/// writer.finish()?;
/// assert_eq!(writer.into_inner(), b"5\0 \0\xAC\x20");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `W`, and those of the text: see the [module](super). After either
/// the same call can be made again; of what it was given, nothing has been taken
/// then.
#[derive(Debug)]
pub struct Writer<W, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> {
    inner: W,
    stream: Stream<F, T>,
    buffer: Box<[u8]>,
    /// What of the buffer is to be written.
    ready: Range<usize>,
    /// Of text that was taken already.
    error: Option<io::Error>,
}

impl<W: Write, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> Writer<W, F, T> {
    /// A writer to `inner` of what `stream` makes of the text.
    #[must_use]
    pub fn new(inner: W, stream: Stream<F, T>) -> Self {
        Self { inner, stream, buffer: vec![0; BLOCK].into(), ready: 0..0, error: None }
    }

    /// Ends the text, and writes and flushes all of it. What is written then
    /// begins another text.
    ///
    /// # Errors
    /// Those of a write: also that of a sequence which is incomplete.
    pub fn finish(&mut self) -> io::Result<()> {
        // In an empty buffer there is room for any item: each turn but the last writes one.
        loop {
            self.tell()?;
            self.write_out()?;
            match self.push(&[], true) {
                (_, Status::InputEmpty) => break,
                (_, status) => self.error = error(status),
            }
        }
        self.flush()
    }

    /// The stream: how far it is, and how much was malformed.
    #[must_use]
    pub fn stream(&self) -> &Stream<F, T> {
        &self.stream
    }

    /// The writer within. What has not been written to it is lost, unless
    /// [`finish`](Self::finish) was called.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// The error of text that was taken already.
    fn tell(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn push(&mut self, text: &[u8], last: bool) -> (usize, Status) {
        let progress = self.stream.push(text, &mut self.buffer[self.ready.end..], last);
        self.ready.end += progress.written;
        (progress.read, progress.status)
    }

    fn write_out(&mut self) -> io::Result<()> {
        while !self.ready.is_empty() {
            match self.inner.write(&self.buffer[self.ready.clone()]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(len) => self.ready.start += len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.ready = 0..0;
        Ok(())
    }
}

impl<W: Write, F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> Write for Writer<W, F, T> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.tell()?;
        // At most twice: in an empty buffer there is room for any item.
        loop {
            let (read, status) = self.push(text, false);
            self.error = error(status);
            if read > 0 || status == Status::InputEmpty {
                return Ok(read);
            }
            // Nothing of `text` is taken.
            self.tell()?;
            self.write_out()?;
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tell()?;
        self.write_out()?;
        self.inner.flush()
    }
}
