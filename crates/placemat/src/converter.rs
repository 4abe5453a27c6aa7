//! Conversion of whole texts from one encoding to another, under a policy.

use crate::bytes::as_uninit;
use crate::encoding::Encoding;
use crate::engine::stream::Stream;
use crate::engine::{self, End, short};
use crate::error::{Done, Stopped};
#[cfg(feature = "alloc")]
use crate::error::{Error, Malformed, Reason, Unmappable};
use crate::policy::{Policy, PolicyError};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use crate::engine::caller::{self, Item, Values};
#[cfg(feature = "alloc")]
use crate::{observer::Nobody, vectors};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Converts text from the encoding `F` to the encoding `T`: to be taken where the
/// program knows both, and the functions of [`utf8`](crate::utf8) and its like are
/// not enough.
///
/// # Examples
/// ```
/// use placemat::{Converter, Policy};
/// use placemat::encoding::{Utf8, Utf16};
///
/// let converter = Converter::<Utf8, Utf16>::new(Policy::Replace)?;
/// let mut buffer = [0; 8];
/// let done = converter.convert_into(b"caf\xE9 \xF0\x9F\x98\x80", &mut buffer).unwrap();
/// assert_eq!(buffer[..done.written], [0x63, 0x61, 0x66, 0xFFFD, 0x20, 0xD83D, 0xDE00]);
/// assert_eq!(done.malformed, 1);
/// # Ok::<(), placemat::policy::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Converter<F, T> {
    policy: Policy,
    pair: PhantomData<(F, T)>,
}

impl<F: Encoding, T: Encoding> Converter<F, T> {
    /// A converter with `policy`.
    ///
    /// # Errors
    /// If the policy makes no sense for the pair.
    pub fn new(policy: Policy) -> Result<Self, PolicyError> {
        policy.check::<F, T>()?;
        Ok(Self { policy, pair: PhantomData })
    }

    /// A converter that stops at the first item that is malformed or unmappable.
    #[must_use]
    pub const fn strict() -> Self {
        Self { policy: Policy::Strict, pair: PhantomData }
    }

    /// A converter that replaces every item that is malformed or unmappable, as
    /// [`Policy::Replace`] does, which any pair can. What it makes cannot fail:
    /// [`convert_lossy`](Self::convert_lossy).
    #[must_use]
    pub const fn lossy() -> Self {
        Self { policy: Policy::Replace, pair: PhantomData }
    }

    /// The policy.
    #[must_use]
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// Converts `src` into `dst`. A buffer of exactly
    /// [`output_len`](Self::output_len) units is enough, and nothing behind the
    /// units written is touched.
    ///
    /// # Errors
    /// Why it stopped before the end of `src`, and what was done before.
    ///
    /// # Complexity
    /// Linear, one pass.
    #[inline]
    pub fn convert_into(&self, src: &[F::Unit], dst: &mut [T::Unit]) -> Result<Done, Stopped> {
        self.convert_into_uninit(src, as_uninit(dst))
    }

    /// The same, into memory that need not be initialised: the first
    /// [`written`](Done::written) units of it are, afterwards.
    ///
    /// # Errors
    /// Why it stopped before the end of `src`, and what was done before.
    #[inline]
    pub fn convert_into_uninit(
        &self,
        src: &[F::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Done, Stopped> {
        match Self::convert_short(src, dst) {
            Some(written) => Ok(Done { read: src.len(), written, ..Done::default() }),
            None if short::is_total::<F, T>() => self.convert_apart(src, dst),
            None => self.convert_long(src, dst),
        }
    }

    /// The other half in a function of its own: what is short then saves no registers for it.
    #[inline(never)]
    fn convert_apart(
        &self,
        src: &[F::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Done, Stopped> {
        self.convert_long(src, dst)
    }

    /// The half of [`convert_into_uninit`](Self::convert_into_uninit) that comes first: all of a short text,
    /// before any kernel, and whatever the policy. Returns how many units are written; nothing if it is not
    /// short, there is no room, or something is wrong with it. Then some of `dst` may have been written.
    #[doc(hidden)]
    #[inline(always)]
    pub fn convert_short(src: &[F::Unit], dst: &mut [MaybeUninit<T::Unit>]) -> Option<usize> {
        short::convert::<F, T>(src, dst)
    }

    /// The other half: any text.
    #[doc(hidden)]
    #[inline(always)]
    pub fn convert_long(
        &self,
        src: &[F::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Done, Stopped> {
        engine::convert_whole::<F, T>(src, dst, self.policy)
    }

    /// The same for a source that comes in chunks.
    #[must_use]
    pub fn stream(&self) -> Stream<F, T> {
        Stream::new(self.policy)
    }

    /// The exact number of units that all of `src` becomes, or that its prefix
    /// up to the first error becomes.
    ///
    /// # Complexity
    /// Linear, without allocation. Source that is well-formed, and that the target
    /// can hold, is counted, at the speed of memory; any other is converted, piece
    /// by piece.
    #[must_use]
    pub fn output_len(&self, src: &[F::Unit]) -> usize {
        if let Some(len) = engine::known_len::<F, T>(src) {
            return len;
        }
        // Room for any item: each turn but the last reads something.
        let mut scratch = [const { MaybeUninit::uninit() }; 1024];
        let (mut states, mut read, mut len) = (engine::States::default(), 0, 0);
        loop {
            let rest = &src[read..];
            let (done, end) =
                engine::convert::<F, T>(&mut states, rest, &mut scratch, self.policy, true);
            read += done.read;
            len += done.written;
            if end != End::Full {
                return len;
            }
        }
    }

    /// Converts all of `src`.
    ///
    /// # Errors
    /// The first item that the policy makes an error.
    ///
    /// # Complexity
    /// Linear, one pass. Allocates once, for what some pieces of the text say that all is likely to become; where
    /// that is not enough memory grows, and where it is far too much it is given back.
    #[cfg(feature = "alloc")]
    pub fn convert(&self, src: &[F::Unit]) -> Result<Vec<T::Unit>, Error> {
        match self.convert_at_once(src) {
            Ok(out) => Ok(out),
            Err(out) => self.convert_rest(src, out),
        }
    }

    /// The half of it that comes first: all of a short text. Else nothing but the memory for the other half. (Inlined, and
    /// apart from that, so that a vector goes straight to where it is returned.)
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn convert_at_once(&self, src: &[F::Unit]) -> Result<Vec<T::Unit>, Vec<T::Unit>> {
        let likely = engine::likely_units::<F, T>(src).unwrap_or(src.len());
        // A substitute may be longer than what it replaces.
        let more = if self.policy == Policy::Strict { 0 } else { likely / 32 + 8 };
        let out = Vec::with_capacity(likely + more);
        vectors::filled(out, |room| Self::convert_short(src, room)).map(vectors::given_back)
    }

    /// The other half: any text.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    pub(crate) fn convert_rest(
        &self,
        src: &[F::Unit],
        mut out: Vec<T::Unit>,
    ) -> Result<Vec<T::Unit>, Error> {
        self.append_long(src, &mut out)?;
        vectors::give_back(&mut out);
        Ok(out)
    }

    /// Appends what all of `src` becomes.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn append(&self, src: &[F::Unit], out: &mut Vec<T::Unit>) -> Result<(), Error> {
        let is_done = vectors::append(out, |room| {
            let written = Self::convert_short(src, room);
            (written.unwrap_or_default(), written.is_some())
        });
        if is_done { Ok(()) } else { self.append_long(src, out) }
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn append_long(&self, src: &[F::Unit], out: &mut Vec<T::Unit>) -> Result<(), Error> {
        short::ask_level::<F, T>();
        caller::append::<F, T, _, _>(out, src, self.policy, &mut Nobody, |offset, reason, _| {
            Err(Stopped::new(Done::default(), reason.at(offset)).error)
        })
    }

    /// Converts all of `src`; an item that the policy makes an error is replaced as
    /// [`Policy::Replace`] replaces it, so nothing can fail.
    ///
    /// # Examples
    /// ```
    /// use placemat::encoding::{Utf8, Utf16, Windows1252};
    /// use placemat::{Converter, Policy};
    ///
    /// let converter = Converter::<Utf8, Utf16>::lossy();
    /// assert_eq!(converter.convert_lossy(b"caf\xE9"), [0x63, 0x61, 0x66, 0xFFFD]);
    /// assert_eq!(Converter::<Utf8, Windows1252>::strict().convert_lossy("5 € ☺".as_bytes()), b"5 \x80 ?");
    /// ```
    ///
    /// # Complexity
    /// As [`convert`](Self::convert).
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn convert_lossy(&self, src: &[F::Unit]) -> Vec<T::Unit> {
        let converter = match self.policy {
            // Some of what is malformed is an error, and some is not.
            Policy::Utf8b => return self.convert_with(src, |_, out| out.push(0xFFFD)),
            Policy::Strict => Self::lossy(),
            _ => *self,
        };
        match converter.convert(src) {
            Ok(text) => text,
            Err(error) => unreachable!("everything is replaced: {error}"),
        }
    }

    /// Converts all of `src`; in the place of each item that the policy makes an
    /// error, `function` writes what it likes. So a [`strict`](Self::strict)
    /// converter asks it about everything.
    ///
    /// # Examples
    /// ```
    /// use placemat::Converter;
    /// use placemat::encoding::{Latin1, Utf8};
    /// use placemat::policy::Item;
    ///
    /// let text = Converter::<Utf8, Latin1>::strict().convert_with(b"5 \xE2\x82\xAC\xFF", |item, out| {
    ///     match item {
    ///         Item::Unmappable(item, _) => out.push_str(&format!("&#{};", item.code_point)),
    ///         _ => out.push_str("!"),
    ///     }
    /// });
    /// assert_eq!(text, b"5 &#8364;!");
    /// ```
    ///
    /// # Complexity
    /// Linear, one pass. Allocates as the text grows.
    #[cfg(feature = "alloc")]
    pub fn convert_with(
        &self,
        src: &[F::Unit],
        mut function: impl FnMut(Item<'_, F::Unit>, &mut Values<'_, T>),
    ) -> Vec<T::Unit> {
        let policy = self.policy();
        caller::convert_to_vec::<F, T, _>(src, policy, &mut Nobody, |offset, item, out| {
            let rest = &src[offset..];
            match item {
                Reason::Malformed(bad) => {
                    let bad = Malformed { offset, ..bad };
                    function(Item::Malformed(bad, &rest[..bad.len]), out);
                }
                Reason::Unmappable(item) => {
                    let item = Unmappable { offset, ..item };
                    function(Item::Unmappable(item, &rest[..item.len]), out);
                }
                Reason::OutputFull => {}
            }
        })
    }
}
