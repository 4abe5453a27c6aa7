//! Text that comes in pieces, as strings.

use crate::encoding::{Encoding, Utf8};
use crate::engine::stream::{MIN_ROOM, Stream};
use crate::policy::Policy;
use crate::strings;
use alloc::{vec, vec::Vec};

/// Bytes that come in pieces, as strings: to be taken where text is shown, or searched,
/// while it arrives, as from a language model, a socket or a pipe.
///
/// What is certain comes at once; what is cut, when its rest is there. Every malformed sequence becomes U+FFFD, on the
/// byte that proves it, and no other code point ever does: the pieces together
/// are the whole, decoded at once. Other policies: [`Stream`].
///
/// # Examples
/// ```
/// use placemat::Decoder;
///
/// let tokens: [&[u8]; 4] = [b"It is 5 \xE2\x82", b"\xAC", b" or \xF0\x9F", b"\x98\x80!"];
/// let mut decoder = <Decoder>::new();
/// let mut answer = String::new();
/// for token in tokens {
///     answer += decoder.push(token);
/// }
/// answer += decoder.finish();
/// assert_eq!(answer, "It is 5 € or 😀!");
/// ```
///
/// From another encoding:
/// ```
/// use placemat::Decoder;
/// use placemat::encoding::Utf16Le;
///
/// let mut decoder = Decoder::<Utf16Le>::new();
/// assert_eq!(decoder.push(b"\x61\x00\x3D"), "a");
/// assert_eq!(decoder.push(b"\xD8\x00"), "");
/// assert_eq!(decoder.push(b"\xDE"), "😀");
/// ```
#[derive(Clone, Debug)]
pub struct Decoder<F: Encoding<Unit = u8> = Utf8> {
    stream: Stream<F, Utf8>,
    buffer: Vec<u8>,
}

impl<F: Encoding<Unit = u8>> Decoder<F> {
    /// At the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self { stream: Stream::new(Policy::Replace), buffer: vec![0; MIN_ROOM] }
    }

    /// All text that is certain once `bytes` follow what was pushed before.
    ///
    /// # Complexity
    /// Linear. Allocates when more is pushed at once than ever before.
    pub fn push(&mut self, bytes: &[u8]) -> &str {
        self.decode(bytes, false)
    }

    /// What is left when nothing follows: U+FFFD, if a sequence is incomplete.
    /// What is pushed then begins another text, whatever this one has left, as
    /// behind the last [`Stream::push`]. Counts go on.
    pub fn finish(&mut self) -> &str {
        self.decode(&[], true)
    }

    /// The bytes that wait for the rest of their sequence.
    #[must_use]
    pub fn waiting(&self) -> &[u8] {
        self.stream.waiting()
    }

    /// How many malformed sequences there were, as maximal subparts, in all texts.
    #[must_use]
    pub const fn malformed(&self) -> u64 {
        self.stream.malformed()
    }

    fn decode(&mut self, bytes: &[u8], last: bool) -> &str {
        strings::pushed(&mut self.stream, bytes, last, &mut self.buffer)
    }
}

impl<F: Encoding<Unit = u8>> Default for Decoder<F> {
    fn default() -> Self {
        Self::new()
    }
}
