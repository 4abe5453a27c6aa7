//! Conversion between encodings that are chosen at run time.

mod direct;
mod halves;

use crate::change::Cause;
use crate::encoding::Label;
use crate::error::Unmappable;
use crate::policy::{Policy, PolicyError, Substitute};
use crate::stream::{MIN_ROOM, Progress, Status};
use direct::Direct;
use halves::{Decoder, Encoder, Half};

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};

/// How many values are on their way at a time.
const BLOCK: usize = 512;

/// Bytes in one encoding that come in chunks, as bytes in another, both chosen at
/// run time by their [`Label`].
///
/// The pairs that are met most have code of their own; any other goes through a
/// block of 32-bit values, so that there is one decoder and one encoder for each
/// encoding and not a function for each pair. What is promised of a
/// [`Stream`](crate::Stream) holds for both.
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
pub struct Transcoder(Path);

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "without alloc there is no box; it is moved once")]
enum Path {
    Direct(Direct),
    Pivot(Pivot),
}

impl Transcoder {
    /// How many bytes of a buffer are always enough: a push into so many that says
    /// [`Status::OutputFull`] has written something. With less, see
    /// [`Stream::MIN_ROOM`](crate::Stream::MIN_ROOM).
    pub const MIN_ROOM: usize = MIN_ROOM;

    /// A conversion from `from` to `to`. A label that leaves the byte order to the
    /// signature is read as big-endian, and written as little-endian: see
    /// [`Label::for_reading`] and [`Label::for_writing`].
    ///
    /// # Errors
    /// If the policy makes no sense for the pair.
    pub fn new(from: Label, to: Label, policy: Policy) -> Result<Self, PolicyError> {
        if let Some(direct) = Direct::new(from, to.for_writing(), policy)? {
            return Ok(Self(Path::Direct(direct)));
        }
        Pivot::new(from, to.for_writing(), policy, false).map(|pivot| Self(Path::Pivot(pivot)))
    }

    /// The same with the lenient form of both encodings, where they have one: lone
    /// surrogates of UTF-16 and UTF-32 stand for themselves, and each dialect
    /// takes more than it would write.
    ///
    /// # Errors
    /// If the policy makes no sense for the pair.
    pub fn lenient(from: Label, to: Label, policy: Policy) -> Result<Self, PolicyError> {
        Pivot::new(from, to.for_writing(), policy, true).map(|pivot| Self(Path::Pivot(pivot)))
    }

    /// Converts `chunk`, which follows all that was pushed before, into the front
    /// of `out`, as [`Stream::push`](crate::Stream::push) does. Not more than what
    /// stands for one malformed item is held back when `out` is full.
    ///
    /// After [`Status::InputEmpty`] with `last` it is at the start of another text,
    /// as a stream is; offsets and counts go on.
    ///
    /// # Complexity
    /// Linear in the bytes read.
    pub fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        match &mut self.0 {
            Path::Direct(direct) => direct.push(chunk, out, last),
            Path::Pivot(pivot) => pivot.push(chunk, out, last),
        }
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
        match &self.0 {
            Path::Direct(direct) => direct.offset(),
            Path::Pivot(pivot) => pivot.decoder.offset(),
        }
    }

    /// How many malformed sequences there were, as maximal subparts.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        match &self.0 {
            Path::Direct(direct) => direct.counts().0,
            Path::Pivot(pivot) => pivot.malformed,
        }
    }

    /// How many values there were that the target cannot hold.
    #[must_use]
    pub fn unmappable(&self) -> u64 {
        match &self.0 {
            Path::Direct(direct) => direct.counts().1,
            Path::Pivot(pivot) => pivot.encoder.unmappable() - pivot.of_substitutes,
        }
    }

    /// Converts all of `src`.
    ///
    /// # Errors
    /// The first item that is an error.
    ///
    /// # Complexity
    /// Linear. Allocates as the text grows, at most twice what it becomes and a little, or as
    /// much as `src` has; and gives back what is not needed.
    #[cfg(feature = "alloc")]
    pub fn convert(mut self, src: &[u8]) -> Result<Vec<u8>, Status> {
        let (mut out, mut read, mut written) = (vec![0; src.len() + MIN_ROOM], 0, 0);
        loop {
            let progress = self.push(&src[read..], &mut out[written..], true);
            (read, written) = (read + progress.read, written + progress.written);
            match progress.status {
                // It grows by `MIN_ROOM` or more, and so the next push writes something.
                Status::OutputFull => out.resize(2 * out.len(), 0),
                Status::InputEmpty => break,
                error => return Err(error),
            }
        }
        out.truncate(written);
        out.shrink_to_fit();
        Ok(out)
    }
}

/// A decoder and an encoder, and between them values.
#[derive(Clone, Debug)]
struct Pivot {
    policy: Policy,
    decoder: Decoder,
    encoder: Encoder,
    /// What stands for a malformed item, and is not all written.
    pending: Substitute,
    malformed: u64,
    /// Unmappable values that the policy itself has chosen: they do not count.
    of_substitutes: u64,
}

impl Pivot {
    fn new(from: Label, to: Label, policy: Policy, lenient: bool) -> Result<Self, PolicyError> {
        let decoder = Decoder::new(Half::new(from, lenient), Policy::Strict);
        let encoder = Encoder::new(Half::new(to, lenient), policy);
        policy.check_forms((decoder.form(), from.name()), (encoder.form(), to.name()))?;
        let (pending, malformed, of_substitutes) = (Substitute::default(), 0, 0);
        Ok(Self { policy, decoder, encoder, pending, malformed, of_substitutes })
    }

    fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        let mut done = Progress { read: 0, written: 0, status: Status::InputEmpty };
        let mut block = [0; BLOCK];
        // Each turn is the last, or reads something: there is room for a value in the block.
        loop {
            if let full @ Status::OutputFull = self.write_pending(out, &mut done.written) {
                return Progress { status: full, ..done };
            }
            let (src, dst) = (&chunk[done.read..], &mut out[done.written..]);
            let before = self.decoder.clone();
            // Hardly a value becomes nothing.
            let room = BLOCK.min(dst.len() + 1);
            let decoded = self.decoder.push(src, &mut block[..room], last);
            let encoded = self.encoder.push(&block[..decoded.written], dst, false);
            done.written += encoded.written;
            match encoded.status {
                Status::InputEmpty => done.read += decoded.read,
                Status::Unmappable(_) => {
                    self.decoder = before;
                    return self.place(src, &mut block[..encoded.read], last, done);
                }
                status => {
                    // As if only what fits had been read.
                    self.decoder = before;
                    done.read += self.decoder.push(src, &mut block[..encoded.read], last).read;
                    return Progress { status, ..done };
                }
            }
            match decoded.status {
                Status::InputEmpty => break,
                Status::Malformed(bad) => {
                    let mut bytes = [0; 8];
                    let start = (bad.offset - before.offset()) as usize;
                    let item = before.waiting().iter().chain(src).skip(start);
                    for (to, from) in bytes.iter_mut().zip(item) {
                        *to = *from;
                    }
                    self.malformed += 1;
                    let form = self.decoder.form();
                    match self.policy.answer(form, Cause::Malformed(bad.kind), &bytes[..bad.len]) {
                        None => return Progress { status: decoded.status, ..done },
                        Some(substitute) => self.pending = substitute,
                    }
                }
                // The block is full.
                _ => {}
            }
        }
        if last {
            let end = self.encoder.push(&[], &mut out[done.written..], true);
            done.written += end.written;
            done.status = end.status;
        }
        done
    }

    /// Reads the values of `block` once more, of which the last is unmappable: the
    /// place of it is to be told.
    #[cold]
    fn place(&mut self, src: &[u8], block: &mut [u32], last: bool, done: Progress) -> Progress {
        let (&mut code_point, before) = block.split_last_mut().expect("it has been read");
        let before = self.decoder.push(src, before, last).read;
        let (read, offset, len) = self.decoder.pass_over(&src[before..], last);
        let status = Status::Unmappable(Unmappable { offset, len, code_point });
        Progress { read: done.read + before + read, status, ..done }
    }

    fn write_pending(&mut self, out: &mut [u8], written: &mut usize) -> Status {
        if self.pending.values().is_empty() {
            return Status::InputEmpty;
        }
        let before = self.encoder.unmappable();
        let pushed = self.encoder.push(self.pending.values(), &mut out[*written..], false);
        self.of_substitutes += self.encoder.unmappable() - before;
        self.pending = self.pending.behind(pushed.read);
        *written += pushed.written;
        pushed.status
    }
}
