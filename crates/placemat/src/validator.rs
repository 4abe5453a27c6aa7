//! Validation of UTF-8 that comes in pieces.

use crate::count::byte::CountByte;
use crate::encoding::{Step, utf8 as codec};
use crate::error::{Located, Malformed, MalformedKind};
use crate::simd::dispatch;
use crate::utf8;

/// Checks UTF-8 that comes in pieces of any size: to be taken where the errors are
/// wanted, by line and column, and not the text.
///
/// Wherever the text is cut, the errors are those of the whole. What is waiting
/// for its rest is at most three bytes. For other encodings, and to get the text
/// as well, there is [`Stream`](crate::Stream).
///
/// # Examples
/// ```
/// use placemat::Validator;
///
/// let mut validator = Validator::new();
/// let mut found = Vec::new();
/// for (chunk, last) in [(&b"two\nlines \xE2\x82"[..], false), (b"\xAC, \xFF", true)] {
///     validator.push(chunk, last, |error| {
///         found.push((error.malformed.offset, error.line, error.column));
///     });
/// }
/// assert_eq!(found, [(15, 2, 12)]);
/// assert_eq!((validator.offset(), validator.malformed()), (16, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Validator {
    /// Bytes that begin a sequence, as far as they go.
    carry: [u8; 4],
    carried: usize,
    /// How many bytes are checked.
    offset: u64,
    line_feeds: u64,
    /// Where the line begins that `offset` is in.
    line_start: u64,
    malformed: u64,
}

impl Validator {
    /// At the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks `chunk`, which follows all that was pushed before, and calls
    /// `report` for every error that is certain now. `last` says that nothing
    /// follows: a sequence that is incomplete then is malformed. What is pushed
    /// then is another text; offsets, lines and columns go on.
    ///
    /// # Complexity
    /// Linear, at the speed of validation and of counting lines.
    pub fn push(&mut self, chunk: &[u8], last: bool, mut report: impl FnMut(Located)) {
        let mut rest = chunk;
        // What is waiting is completed byte by byte: it is never much.
        while self.carried > 0 {
            let waiting = self.carry;
            let waiting = &waiting[..self.carried];
            let step = codec::decode(waiting, last && rest.is_empty());
            match step {
                Step::NeedMore => {
                    let Some((&next, behind)) = rest.split_first() else { return };
                    self.carry[self.carried] = next;
                    self.carried += 1;
                    rest = behind;
                    continue;
                }
                Step::Malformed { len, kind } => self.tell(len, kind, &mut report),
                Step::Value { .. } | Step::Shift { .. } => {}
            }
            self.pass(&waiting[..step.len()]);
            self.keep(&waiting[step.len()..]);
        }
        let mut at = 0;
        for Malformed { offset, len, kind } in utf8::errors(rest) {
            self.pass(&rest[at..offset]);
            at = offset;
            if kind == MalformedKind::IncompleteAtEnd && !last {
                return self.keep(&rest[offset..]);
            }
            self.tell(len, kind, &mut report);
        }
        self.pass(&rest[at..]);
    }

    /// How many bytes are checked; what is waiting for its rest is not.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many errors there were, as maximal subparts.
    #[must_use]
    pub const fn malformed(&self) -> u64 {
        self.malformed
    }

    /// How many line feeds there were.
    #[must_use]
    pub const fn line_feeds(&self) -> u64 {
        self.line_feeds
    }

    /// The bytes that wait for the rest of their sequence.
    #[must_use]
    pub fn waiting(&self) -> &[u8] {
        &self.carry[..self.carried]
    }

    fn tell(&mut self, len: usize, kind: MalformedKind, report: &mut impl FnMut(Located)) {
        self.malformed += 1;
        report(Located {
            malformed: Malformed { offset: self.offset, len, kind },
            line: self.line_feeds + 1,
            column: self.offset - self.line_start + 1,
        });
    }

    /// Goes past `bytes`.
    fn pass(&mut self, bytes: &[u8]) {
        let line_feeds = dispatch::run(CountByte { text: bytes, byte: b'\n' });
        if line_feeds > 0 {
            let last = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or_default();
            self.line_feeds += line_feeds as u64;
            self.line_start = self.offset + last as u64 + 1;
        }
        self.offset += bytes.len() as u64;
    }

    /// Carries `bytes` to the next push.
    fn keep(&mut self, bytes: &[u8]) {
        self.carry[..bytes.len()].copy_from_slice(bytes);
        self.carried = bytes.len();
    }
}
