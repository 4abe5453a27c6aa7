//! Conversion of text that comes in pieces.

use crate::encoding::Encoding;
use crate::error::{Done, Malformed, Reason, Unmappable};
use crate::policy::Policy;
use crate::transcode::{self, End};
use core::marker::PhantomData;

/// How many units of a sequence can be waiting for the rest: no sequence of any
/// encoding has more than four.
const MOST_CARRIED: usize = 3;

/// Where a sequence that was cut meets the chunk that goes on with it: large
/// enough that whatever is waiting, and all that may complete it, fits.
const JOINT: usize = 8;

/// Text of the encoding `F` that comes in chunks, as text of the encoding `T`:
/// made by [`Converter::stream`](crate::Converter::stream).
///
/// However the text is cut into chunks, the result is that of converting the
/// whole. A sequence is given out by the push that completes it, and a malformed
/// one is reported by the push that brings the unit that proves it. What is
/// waiting for its rest is at most three units.
///
/// # Examples
/// ```
/// use placemat::{Converter, Status, Utf8, Utf16};
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
pub struct Stream<F: Encoding, T> {
    policy: Policy,
    /// Units that have been read and are not converted: the begin of a sequence.
    carry: [F::Unit; MOST_CARRIED],
    carried: usize,
    /// How many units precede the carried ones.
    offset: u64,
    malformed: u64,
    unmappable: u64,
    target: PhantomData<T>,
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
    /// The next item does not fit what is left of the buffer.
    OutputFull,
    /// The source is ill-formed there, and the policy makes that an error. The
    /// stream stands behind the sequence, and can go on.
    Malformed(Malformed<u64>),
    /// The target cannot hold a value, and the policy makes that an error. The
    /// stream stands behind the sequence, and can go on.
    Unmappable(Unmappable<u64>),
}

impl<F: Encoding, T: Encoding> Stream<F, T> {
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            policy,
            carry: [F::Unit::default(); MOST_CARRIED],
            carried: 0,
            offset: 0,
            malformed: 0,
            unmappable: 0,
            target: PhantomData,
        }
    }

    /// Converts `chunk`, which follows all that was pushed before, into the
    /// front of `out`. `last` says that nothing follows it: a sequence that is
    /// incomplete then is malformed.
    ///
    /// After anything but [`Status::InputEmpty`], the units of the chunk behind
    /// [`Progress::read`] are to be pushed again. A buffer of 64 units has room
    /// for any item. Nothing behind the units written is touched.
    ///
    /// # Complexity
    /// Linear in the units read.
    pub fn push(&mut self, chunk: &[F::Unit], out: &mut [T::Unit], last: bool) -> Progress {
        let mut progress = Progress { read: 0, written: 0, status: Status::InputEmpty };
        if self.carried > 0 {
            let rest = &chunk[progress.read..];
            let mut joint = [F::Unit::default(); JOINT];
            let taken = rest.len().min(JOINT - self.carried);
            let len = self.carried + taken;
            joint[..self.carried].copy_from_slice(&self.carry[..self.carried]);
            joint[self.carried..len].copy_from_slice(&rest[..taken]);
            let ends = last && taken == rest.len();
            let carried = self.carried;
            let (through, status) = self.convert(&joint[..len], out, ends, &mut progress.written);
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
        let (through, status) = self.convert(rest, out, last, &mut progress.written);
        progress.read += through;
        if let Some(status) = status {
            return Progress { status, ..progress };
        }
        self.keep(&rest[through..]);
        progress.read = chunk.len();
        progress
    }

    /// How many units of the source are converted, or passed over as malformed
    /// or unmappable.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
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
    fn convert(
        &mut self,
        src: &[F::Unit],
        out: &mut [T::Unit],
        last: bool,
        written: &mut usize,
    ) -> (usize, Option<Status>) {
        let out = transcode::as_uninit(&mut out[*written..]);
        let (done, end) = transcode::convert::<F, T>(src, out, self.policy, last);
        let Done { read, malformed, unmappable, .. } = done;
        *written += done.written;
        self.malformed += malformed as u64;
        self.unmappable += unmappable as u64;
        let (through, status) = match end {
            End::Finished | End::NeedMore => (read, None),
            End::Stopped(Reason::OutputFull) => (read, Some(Status::OutputFull)),
            End::Stopped(Reason::Malformed(bad)) => {
                self.malformed += 1;
                (bad.end(), Some(Status::Malformed(bad.in_stream(self.offset))))
            }
            End::Stopped(Reason::Unmappable(item)) => {
                self.unmappable += 1;
                let end = item.offset + item.len;
                (end, Some(Status::Unmappable(item.in_stream(self.offset))))
            }
        };
        self.offset += through as u64;
        (through, status)
    }

    /// Carries `units` to the next push.
    fn keep(&mut self, units: &[F::Unit]) {
        self.carry[..units.len()].copy_from_slice(units);
        self.carried = units.len();
    }
}
