//! Escaping and unescaping text that comes in pieces.

use super::pieces::{self, Direction, Piece};
use crate::boundary;
use crate::engine::stream::{Progress, Status};

/// How many bytes can be waiting: no sequence, and no escape, has more.
const MOST_CARRIED: usize = 4;

/// Text that comes in chunks, escaped or unescaped.
///
/// However it is cut into chunks, the result is that of the whole: see
/// [`escape`](super::escape()) and [`unescape`](super::unescape()). At most four
/// bytes are waiting for what follows them.
///
/// # Examples
/// ```
/// use placemat::escape::{Escape, Rewriter};
///
/// let mut escape = Rewriter::<Escape>::new();
/// let mut out = [0; 64];
/// let first = escape.push(b"caf\xE9", &mut out, false);
/// assert_eq!(&out[..first.written], b"caf"); // E9 could begin a sequence
/// let second = escape.push(b"!", &mut out, true);
/// assert_eq!(&out[..second.written], br"\xE9!");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rewriter<D> {
    carry: [u8; MOST_CARRIED],
    carried: usize,
    offset: u64,
    changed: u64,
    direction: core::marker::PhantomData<D>,
}

impl<D: Direction> Rewriter<D> {
    /// At the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rewrites `chunk`, which follows all that was pushed before, into the front
    /// of `out`. `last` says that nothing follows it: what is pushed then is another
    /// text; offset and count go on.
    ///
    /// The status is [`InputEmpty`](Status::InputEmpty), or
    /// [`OutputFull`](Status::OutputFull): then the bytes of the chunk behind
    /// [`Progress::read`] are to be pushed again. A buffer of twelve bytes has
    /// room for any item: a push into so many that says so has written something.
    ///
    /// # Complexity
    /// Linear in the bytes read.
    pub fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        self.push_with_changes(chunk, out, last, |_, _, _| ())
    }

    /// The same, telling `observer` every place that is changed: its offset in the
    /// source, the bytes there, and those that stand for them.
    ///
    /// # Examples
    /// ```
    /// use placemat::escape::{Escape, Rewriter};
    ///
    /// let mut changes = Vec::new();
    /// Rewriter::<Escape>::new().push_with_changes(b"caf\xE9", &mut [0; 64], true, |at, old, new| {
    ///     changes.push((at, old.to_vec(), new.to_vec()));
    /// });
    /// assert_eq!(changes, [(3, b"\xE9".to_vec(), br"\xE9".to_vec())]);
    /// ```
    pub fn push_with_changes(
        &mut self,
        chunk: &[u8],
        out: &mut [u8],
        last: bool,
        mut observer: impl FnMut(u64, &[u8], &[u8]),
    ) -> Progress {
        let mut progress = Progress { read: 0, written: 0, status: Status::InputEmpty };
        // What is waiting is completed byte by byte: it is never much.
        while self.carried > 0 {
            let waiting = self.carry;
            let waiting = &waiting[..self.carried];
            let ends = last && progress.read == chunk.len();
            if let Some(piece) = pieces::pieces::<D>(waiting, ends, MOST_CARRIED).next() {
                let done = self.write(piece, waiting, out, &mut progress, &mut observer);
                self.keep(&waiting[done..]);
                if progress.status == Status::OutputFull {
                    return progress;
                }
            } else if let Some(&next) = chunk.get(progress.read) {
                self.carry[self.carried] = next;
                self.carried += 1;
                progress.read += 1;
            } else {
                return progress;
            }
        }
        // No more than there is room for is looked at: the rest is pushed again.
        let block = out.len().clamp(64, pieces::BLOCK);
        for piece in pieces::pieces::<D>(&chunk[progress.read..], last, block) {
            let rest = &chunk[progress.read..];
            progress.read += self.write(piece, rest, out, &mut progress, &mut observer);
            if progress.status == Status::OutputFull {
                return progress;
            }
        }
        self.keep(&chunk[progress.read..]);
        progress.read = chunk.len();
        progress
    }

    /// How many bytes of the source are rewritten.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many places were changed: maximal subparts and backslashes that were
    /// escaped, or escapes that were undone.
    #[must_use]
    pub const fn changed(&self) -> u64 {
        self.changed
    }

    /// Writes as much of `piece`, with which `source` begins, as there is room for;
    /// how many bytes of the source that is.
    fn write(
        &mut self,
        piece: Piece<'_>,
        source: &[u8],
        out: &mut [u8],
        progress: &mut Progress,
        observer: &mut impl FnMut(u64, &[u8], &[u8]),
    ) -> usize {
        let out = &mut out[progress.written..];
        let (target, mut done) = (piece.target(), piece.len());
        let mut written = target.len();
        if written > out.len() {
            progress.status = Status::OutputFull;
            written = match piece {
                Piece::Same(text) => boundary::item_start(text, out.len()),
                Piece::Changed { .. } => 0,
            };
            done = written;
        } else if let Piece::Changed { .. } = piece {
            self.changed += 1;
            observer(self.offset, &source[..done], target);
        }
        out[..written].copy_from_slice(&target[..written]);
        progress.written += written;
        self.offset += done as u64;
        done
    }

    /// Carries `bytes` to the next push.
    fn keep(&mut self, bytes: &[u8]) {
        self.carry[..bytes.len()].copy_from_slice(bytes);
        self.carried = bytes.len();
    }
}
