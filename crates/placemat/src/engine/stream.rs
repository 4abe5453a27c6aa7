//! Conversion of text that comes in pieces.

use crate::bytes::as_uninit;
use crate::change::Change;
use crate::encoding::Encoding;
use crate::engine::{self, End, StatesOf};
use crate::error::{Done, Error, Malformed, Reason, Unmappable};
use crate::fragment::LeadIn;
use crate::observer::{Nobody, Observer, Tell};
use crate::policy::Policy;
use core::mem::MaybeUninit;

/// How many units of a sequence can be waiting for the rest: a surrogate pair
/// in UTF-7 has six, and only the next unit says whether it is the end.
const MOST_CARRIED: usize = 6;

/// Where a sequence that was cut meets the chunk that goes on with it: large
/// enough that whatever is waiting, and all that may complete it, fits.
const JOINT: usize = 16;

/// How many units of any target have room for any item: see [`Stream::MIN_ROOM`].
///
/// A code point has eight at most: what ends a shift of UTF-7, and the next one. A substitute has
/// 24 values at most, `\xhh` for each of the six bytes of a malformed sequence, and each is four
/// bytes in UTF-32. In UTF-7, where a backslash is shifted, it is `+AFw-xhh` for each byte: less.
pub(crate) const MIN_ROOM: usize = 96;

/// Text of the encoding `F` that comes in chunks, as text of the encoding `T`: to be
/// taken where neither all of the source nor all of the target is in memory. Made by
/// [`Converter::stream`](crate::Converter::stream).
///
/// However the text is cut into chunks, the result is that of converting the
/// whole. A sequence is given out by the push that completes it, and a malformed
/// one is reported by the push that brings the unit that proves it. What is
/// waiting for its rest is at most six units.
///
/// # Examples
/// ```
/// use placemat::{Converter, Status};
/// use placemat::encoding::{Utf8, Utf16};
///
/// let mut stream = Converter::<Utf8, Utf16>::strict().stream();
/// let mut out = [0; 8];
/// // The euro sign is E2 82 AC.
/// let first = stream.push(b"5 \xE2\x82", &mut out, false);
/// assert_eq!((first.read, first.written, first.status), (4, 2, Status::InputEmpty));
/// let second = stream.push(b"\xAC.", &mut out, true);
/// assert_eq!(out[..second.written], [0x20AC, 0x2E]);
/// ```
#[derive(Clone, Debug)]
pub struct Stream<F: Encoding, T: Encoding> {
    policy: Policy,
    states: StatesOf<F, T>,
    /// Units that have been read and are not converted: the begin of a sequence.
    carry: [F::Unit; MOST_CARRIED],
    carried: usize,
    /// How many units precede the carried ones.
    offset: u64,
    written: u64,
    malformed: u64,
    unmappable: u64,
    /// How the source may begin and end, if it is a fragment.
    fragment: Option<LeadIn>,
}

/// What a [`push`](Stream::push) has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Units of the chunk that need not be pushed again.
    pub read: usize,
    /// Units of the buffer that are written.
    pub written: usize,
    /// Why it returned.
    pub status: Status,
}

/// Why a [`push`](Stream::push) returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// All of the chunk is read. Unless it was the last one, some of its units
    /// may be waiting for the rest of a sequence.
    InputEmpty,
    /// The next item does not fit what is left of the buffer: nothing of it is
    /// read. [`Stream::MIN_ROOM`] units are enough for any.
    OutputFull,
    /// The source is ill-formed there, and the policy makes that an error. The
    /// stream stands behind the sequence, and can go on. What the target keeps until
    /// it knows what follows, a high surrogate towards WTF-8 and the bits of a shift
    /// towards UTF-7, is written by a later push.
    Malformed(Malformed<u64>),
    /// The target cannot hold a value, and the policy makes that an error. The
    /// stream stands behind the sequence, and can go on.
    Unmappable(Unmappable<u64>),
}

impl Status {
    /// The error that it stopped for, if that is why.
    #[must_use]
    pub const fn error(self) -> Option<Error<u64>> {
        match self {
            Self::Malformed(bad) => Some(Error::Malformed(bad)),
            Self::Unmappable(item) => Some(Error::Unmappable(item)),
            Self::InputEmpty | Self::OutputFull => None,
        }
    }
}

impl<F: Encoding, T: Encoding> Stream<F, T> {
    /// How many units of a buffer are always enough: a push into so many that says
    /// [`Status::OutputFull`] has written something.
    ///
    /// With less, a push moves as long as the next item fits: no code point has more than eight
    /// units, but what stands for a malformed sequence can have 96 (`\xhh` for each of six bytes,
    /// in UTF-32 as bytes). If it does not fit, the push does nothing, and says so again and
    /// again.
    pub const MIN_ROOM: usize = MIN_ROOM;

    pub(crate) fn new(policy: Policy) -> Self {
        Self::with_states(policy, StatesOf::<F, T>::default())
    }

    pub(crate) fn with_states(policy: Policy, states: StatesOf<F, T>) -> Self {
        Self {
            policy,
            states,
            carry: [F::Unit::default(); MOST_CARRIED],
            carried: 0,
            offset: 0,
            written: 0,
            malformed: 0,
            unmappable: 0,
            fragment: None,
        }
    }

    /// The same for a source that is cut out of a longer text, as
    /// [`utf8::fragment`](crate::utf8::fragment) takes it: the rest of a sequence
    /// at its beginning is passed over, and one that its end cuts is left
    /// [`waiting`](Self::waiting), until another fragment is pushed. Neither is
    /// malformed, nor written.
    ///
    /// To be asked for before anything is pushed.
    ///
    /// # Examples
    /// ```
    /// use placemat::Converter;
    /// use placemat::encoding::{Utf8, Utf16};
    ///
    /// let mut stream = Converter::<Utf8, Utf16>::strict().stream().fragment();
    /// let mut out = [0; 64];
    /// let progress = stream.push(b"\x82\xAC a \xE2\x82", &mut out, true);
    /// assert_eq!(out[..progress.written], [0x20, 0x61, 0x20]);
    /// assert_eq!(stream.waiting(), b"\xE2\x82");
    /// assert_eq!(stream.malformed(), 0);
    /// ```
    #[must_use]
    pub fn fragment(self) -> Self {
        Self { fragment: Some(LeadIn::default()), ..self }
    }

    /// Converts `chunk`, which follows all that was pushed before, into the
    /// front of `out`. `last` says that nothing follows it: a sequence that is
    /// incomplete then is malformed.
    ///
    /// After [`Status::InputEmpty`] with `last` the stream is at the start of
    /// another text, whatever the one before has left: no shift of UTF-7 and no
    /// half of a pair reaches from one text into the next. Offsets and counts go
    /// on: they are those of all texts together.
    ///
    /// After anything but [`Status::InputEmpty`], the units of the chunk behind
    /// [`Progress::read`] are to be pushed again. A buffer of
    /// [`MIN_ROOM`](Self::MIN_ROOM) units has room for any item. Nothing behind the
    /// units written is touched.
    ///
    /// # Complexity
    /// Linear in the units read.
    pub fn push(&mut self, chunk: &[F::Unit], out: &mut [T::Unit], last: bool) -> Progress {
        self.push_observed(chunk, out, last, &mut Nobody)
    }

    /// The same, telling `observer` what the policy changes: where, the units of
    /// the source before, and those of the target after. Offsets count from the
    /// start of the stream. An [`Account`](crate::policy::Account) is kept by adding
    /// every change to it.
    ///
    /// # Examples
    /// ```
    /// use placemat::{Converter, Policy};
    /// use placemat::encoding::Utf8;
    ///
    /// let mut stream = Converter::<Utf8, Utf8>::new(Policy::Windows1252)?.stream();
    /// let mut changes = Vec::new();
    /// let mut out = [0; 64];
    /// for (chunk, last) in [(b"don\x92t", false), (b" caf\xE9", true)] {
    ///     stream.push_with_changes(chunk, &mut out, last, |change, before, after| {
    ///         changes.push((change.offset, change.output_offset, before.to_vec(), after.to_vec()));
    ///     });
    /// }
    /// assert_eq!(changes[0], (3, 3, b"\x92".to_vec(), "’".as_bytes().to_vec()));
    /// assert_eq!(changes[1], (9, 11, b"\xE9".to_vec(), "é".as_bytes().to_vec()));
    /// # Ok::<(), placemat::policy::PolicyError>(())
    /// ```
    pub fn push_with_changes(
        &mut self,
        chunk: &[F::Unit],
        out: &mut [T::Unit],
        last: bool,
        observer: impl FnMut(&Change, &[F::Unit], &[T::Unit]),
    ) -> Progress {
        self.push_observed(chunk, out, last, &mut Tell::new(observer))
    }

    fn push_observed<O: Observer<F, T>>(
        &mut self,
        chunk: &[F::Unit],
        out: &mut [T::Unit],
        last: bool,
        observer: &mut O,
    ) -> Progress {
        let mut progress = Progress { read: 0, written: 0, status: Status::InputEmpty };
        if self.fragment.is_some_and(|lead_in| lead_in.ended) {
            // What the end of the last one has cut is passed over.
            self.offset += self.carried as u64;
            (self.carried, self.fragment) = (0, Some(LeadIn::default()));
        }
        if self.carried > 0 {
            let rest = &chunk[progress.read..];
            let mut joint = [F::Unit::default(); JOINT];
            let taken = rest.len().min(JOINT - self.carried);
            let len = self.carried + taken;
            joint[..self.carried].copy_from_slice(&self.carry[..self.carried]);
            joint[self.carried..len].copy_from_slice(&rest[..taken]);
            let ends = last && taken == rest.len();
            let carried = self.carried;
            let (through, status) =
                self.convert(&joint[..len], out, ends, &mut progress.written, observer);
            progress.read += through.saturating_sub(carried);
            match status {
                // Only a chunk that is used up can leave units waiting that came
                // before it: the joint has room for more than one sequence.
                None if through < carried => {
                    self.keep(&joint[through..len]);
                    progress.read = chunk.len();
                    return progress;
                }
                Some(status) => {
                    self.keep(&joint[through.min(carried)..carried]);
                    return Progress { status, ..progress };
                }
                None => self.carried = 0,
            }
        }
        let rest = &chunk[progress.read..];
        let (through, status) = self.convert(rest, out, last, &mut progress.written, observer);
        progress.read += through;
        if let Some(status) = status {
            return Progress { status, ..progress };
        }
        self.keep(&rest[through..]);
        progress.read = chunk.len();
        progress
    }

    /// See [`Transcoder::release`](crate::Transcoder::release). Not for encodings with shifts, which would go on
    /// as before.
    pub(crate) fn release(&mut self, out: &mut [T::Unit; 8]) -> usize {
        let kept = T::finish(&mut self.states.encoder);
        *out = kept.units;
        self.written += kept.len as u64;
        kept.len
    }

    #[cfg(feature = "alloc")]
    pub(crate) const fn policy(&self) -> Policy {
        self.policy
    }

    /// How many units of the source are converted, or passed over as malformed
    /// or unmappable.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The units that were read and are not converted: the begin of a sequence.
    #[must_use]
    pub fn waiting(&self) -> &[F::Unit] {
        &self.carry[..self.carried]
    }

    /// How many malformed sequences there were, as maximal subparts.
    #[must_use]
    pub const fn malformed(&self) -> u64 {
        self.malformed
    }

    /// How many values there were that the target cannot hold.
    #[must_use]
    pub const fn unmappable(&self) -> u64 {
        self.unmappable
    }

    /// Converts from the begin of `src`; how far that got, and why it stopped if
    /// it did before the end or before an incomplete sequence there.
    fn convert<O: Observer<F, T>>(
        &mut self,
        src: &[F::Unit],
        out: &mut [T::Unit],
        last: bool,
        written: &mut usize,
        observer: &mut O,
    ) -> (usize, Option<Status>) {
        let out = as_uninit(&mut out[*written..]);
        let passed = self.fragment.as_mut().map_or(0, |lead_in| lead_in.pass::<F>(src));
        self.offset += passed as u64;
        observer.starts_at(self.offset, self.written);
        let (src, ends) = (&src[passed..], last && self.fragment.is_none());
        let (states, policy) = (&mut self.states, self.policy);
        let (mut done, mut end) =
            engine::convert_observed::<F, T, O>(states, src, out, policy, ends, observer);
        if last && !ends && matches!(end, End::Finished | End::NeedMore) {
            end = self.end_fragment(&mut done, out);
        }
        let Done { read, malformed, unmappable, .. } = done;
        *written += done.written;
        self.written += done.written as u64;
        self.malformed += malformed as u64;
        self.unmappable += unmappable as u64;
        let (through, status) = match end {
            End::Finished | End::NeedMore => (read, None),
            End::Full => (read, Some(Status::OutputFull)),
            End::Item(item) => {
                let status = match item.reason() {
                    Reason::Malformed(bad) => {
                        self.malformed += 1;
                        Status::Malformed(bad.in_stream(self.offset))
                    }
                    Reason::Unmappable(item) => {
                        self.unmappable += 1;
                        Status::Unmappable(item.in_stream(self.offset))
                    }
                    Reason::OutputFull => Status::OutputFull,
                };
                (item.offset + item.len, Some(status))
            }
        };
        self.offset += through as u64;
        (passed + through, status)
    }

    /// What is cut off is no error, but the target ends here.
    #[cold]
    fn end_fragment(&mut self, done: &mut Done, out: &mut [MaybeUninit<T::Unit>]) -> End {
        let out = &mut out[done.written..];
        let (ending, end) = engine::convert::<F, T>(&mut self.states, &[], out, self.policy, true);
        done.written += ending.written;
        if let (End::Finished, Some(lead_in)) = (end, &mut self.fragment) {
            lead_in.ended = true;
        }
        end
    }

    /// Carries `units` to the next push.
    fn keep(&mut self, units: &[F::Unit]) {
        self.carry[..units.len()].copy_from_slice(units);
        self.carried = units.len();
    }
}
