//! Conversion between encodings that are chosen at run time.

use crate::encoding::Label;
use crate::encoding::any::{Any, Chosen};
use crate::engine::States;
use crate::engine::stream::{MIN_ROOM, Progress, Stream};
use crate::policy::{Policy, PolicyError};

#[cfg(feature = "alloc")]
use crate::vectors;
#[cfg(feature = "alloc")]
use crate::{Error, Status};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};

/// Bytes in one encoding as bytes in another, whole or in chunks: to be taken where their
/// names ([`Label`]) are known only when the program runs.
///
/// It is a [`Stream`] between encodings that are values and not types, and all
/// that is promised of one holds. Pairs that kernels know are as fast as there; any other goes
/// through a block of 32-bit values, so that there is one decoder and one encoder for each
/// encoding and not a function for each pair.
///
/// # Examples
/// ```
/// use placemat::{Policy, Transcoder};
/// use placemat::encoding::Label;
///
/// let mut text = Transcoder::new(Label::Cesu8, Label::Utf7, Policy::Strict)?;
/// let mut out = [0; 64];
/// let done = text.push(b"\xED\xA0\xBD\xED\xB8\x80!", &mut out, true);
/// assert_eq!(&out[..done.written], b"+2D3eAA!");
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transcoder(Stream<Any, Any>);

impl Transcoder {
    /// How many bytes of a buffer are always enough: a push into so many that says
    /// [`Status::OutputFull`] has written something. With less, see
    /// [`Stream::MIN_ROOM`].
    pub const MIN_ROOM: usize = MIN_ROOM;

    /// A conversion from `from` to `to`. A label that leaves the byte order to the
    /// signature is read as big-endian, and written as little-endian: see
    /// [`Label::for_reading`] and [`Label::for_writing`].
    ///
    /// # Errors
    /// If the policy makes no sense for the pair.
    pub fn new(from: Label, to: Label, policy: Policy) -> Result<Self, PolicyError> {
        Self::of(from, to, policy, false)
    }

    /// The same with the lenient form of both encodings, where they have one: lone
    /// surrogates of UTF-16 and UTF-32 stand for themselves, and each dialect
    /// takes more than it would write.
    ///
    /// # Errors
    /// If the policy makes no sense for the pair.
    pub fn lenient(from: Label, to: Label, policy: Policy) -> Result<Self, PolicyError> {
        Self::of(from, to, policy, true)
    }

    fn of(from: Label, to: Label, policy: Policy, lenient: bool) -> Result<Self, PolicyError> {
        let to = to.for_writing();
        let codecs = [from.codec(lenient), to.codec(lenient)];
        let [source, target] = codecs.map(|codec| codec.form());
        policy.check_forms((source, from.name()), (target, to.name()))?;
        let [decoder, encoder] = codecs.map(Chosen::new);
        Ok(Self(Stream::with_states(policy, States::new(decoder, encoder))))
    }

    /// Converts `chunk`, which follows all that was pushed before, into the front
    /// of `out`, as [`Stream::push`] does.
    ///
    /// After [`Status::InputEmpty`] with `last` it is at the start of another text,
    /// as a stream is; offsets and counts go on.
    ///
    /// # Complexity
    /// Linear in the bytes read.
    pub fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        self.0.push(chunk, out, last)
    }

    /// Writes what the target keeps until it knows what follows, and returns how many bytes that are: a high
    /// surrogate, towards WTF-8. For who puts something of his own behind what was pushed.
    #[doc(hidden)]
    pub fn release(&mut self, out: &mut [u8; 8]) -> usize {
        self.0.release(out)
    }

    /// How many bytes of the source are converted, or passed over as malformed or
    /// unmappable. Those that wait for the rest of a sequence are not.
    ///
    /// # Examples
    /// ```
    /// use placemat::{Policy, Transcoder};
    /// use placemat::encoding::Label;
    ///
    /// let mut text = Transcoder::new(Label::Utf8, Label::Utf16Le, Policy::Strict)?;
    /// let progress = text.push(b"5 \xE2\x82", &mut [0; 64], false);
    /// assert_eq!((progress.read, text.offset()), (4, 2));
    /// # Ok::<(), placemat::policy::PolicyError>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.0.offset()
    }

    /// How many malformed sequences there were, as maximal subparts.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.0.malformed()
    }

    /// How many values there were that the target cannot hold.
    #[must_use]
    pub fn unmappable(&self) -> u64 {
        self.0.unmappable()
    }

    /// Converts all of `src`.
    ///
    /// # Errors
    /// The first item that is an error.
    ///
    /// # Complexity
    /// Linear. Allocates as the text grows, at most twice what it becomes and a little, or as
    /// much as `src` has; and gives back what is far too much.
    #[cfg(feature = "alloc")]
    pub fn convert(mut self, src: &[u8]) -> Result<Vec<u8>, Error> {
        let (mut out, mut read, mut written) = (vec![0; src.len() + MIN_ROOM], 0, 0);
        loop {
            let progress = self.push(&src[read..], &mut out[written..], true);
            (read, written) = (read + progress.read, written + progress.written);
            match progress.status.error() {
                Some(error) => return Err(error.in_slice()),
                None if progress.status == Status::InputEmpty => break,
                // It grows by `MIN_ROOM` or more, and so the next push writes something.
                None => out.resize(2 * out.len(), 0),
            }
        }
        out.truncate(written);
        vectors::give_back(&mut out);
        Ok(out)
    }
}
