//! What is done of a text at once, before the loop of the engine is made ready.

use super::pair::Pair;
use super::{States, StatesOf};
use crate::bytes::{bytes_of, bytes_of_mut};
use crate::encoding::Encoding;
use crate::error::Done;
use crate::observer::Observer;
use crate::policy::Policy;
use crate::transcode::Converted;
use crate::transcode::mend::{ascii, brief::BrieflyMended};
use core::mem::MaybeUninit;

/// What is done at once. (It stays in registers: from memory, where it would be written field by field
/// and read together, it comes only when all stores before it have left the core.)
#[derive(Clone, Copy, Default)]
pub(super) struct Begun {
    read: usize,
    written: usize,
    malformed: usize,
}

impl Begun {
    /// Whether that is all of so many units: no state waits to be written.
    #[inline(always)]
    pub(super) fn is_all<F: Encoding, T: Encoding>(
        self,
        states: &StatesOf<F, T>,
        units: usize,
    ) -> bool {
        self.read == units && F::is_stateless(&states.decoder) && T::is_stateless(&states.encoder)
    }

    /// That, and then more.
    #[inline(always)]
    fn and(self, more: Self) -> Self {
        Self {
            read: self.read + more.read,
            written: self.written + more.written,
            malformed: self.malformed + more.malformed,
        }
    }

    /// What was mended, in units.
    #[inline(always)]
    pub(super) fn of<F: Encoding, T: Encoding>(mended: BrieflyMended) -> Self {
        Self {
            read: mended.read() / size_of::<F::Unit>(),
            written: mended.written / size_of::<T::Unit>(),
            malformed: mended.malformed(),
        }
    }

    /// The same of no more than 4 GiB, the other way.
    #[inline(always)]
    fn in_bytes<F: Encoding, T: Encoding>(self) -> BrieflyMended {
        let (read, written) =
            (self.read * size_of::<F::Unit>(), self.written * size_of::<T::Unit>());
        BrieflyMended::of(read, self.malformed as u32, written)
    }

    #[inline(always)]
    pub(super) fn done(self) -> Done {
        let Self { read, written, malformed } = self;
        Done { read, written, malformed, unmappable: 0 }
    }
}

impl From<Converted> for Begun {
    #[inline(always)]
    fn from(Converted { read, written }: Converted) -> Self {
        Self { read, written, malformed: 0 }
    }
}

/// As far as the kernel of the pair comes; nothing, if the text is to be mended before a kernel is asked: a brief one is,
/// which takes as long as a kernel does, but a kernel of well-formed text takes more of it at once.
#[inline(always)]
pub(super) fn first<F: Encoding, T: Encoding, O: Observer<F, T>>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
) -> Begun {
    if is_mended_first::<F, T, O>(src, policy, last) {
        return Begun::default();
    }
    by_kernel::<F, T>(states, src, dst).into()
}

/// The same of a record that may be mended: if it looks like ASCII throughout, that is mended on the way. (Never inlined:
/// others need the registers; and what it returns is in two of them.)
#[inline(never)]
pub(super) fn first_of_record<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> BrieflyMended {
    let mut states = States::default();
    let mut begun = Begun::default();
    if ascii::is_likely_throughout(bytes_of(src)) {
        begun = mend_ascii::<F, T>(&mut states, src, dst);
    }
    if begun.read < src.len() {
        let (rest, room) = (&src[begun.read..], &mut dst[begun.written..]);
        begun = begun.and(by_kernel::<F, T>(&mut states, rest, room).into());
    }
    begun.in_bytes::<F, T>()
}

/// Whether a whole text is such a record.
#[inline(always)]
pub(super) fn is_record<F: Encoding, T: Encoding>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    policy: Policy,
) -> bool {
    pair_of::<F, T>(states).mend_ascii().is_some()
        && policy == Policy::Replace
        && src.len() > ONE_PART
        && src.len() <= RECORD
}

/// What comes behind what has `begun`, by [`first`]: brief text is mended, if it may be; and what was to be mended first
/// and was not is for the kernel.
#[inline(always)]
pub(super) fn go_on<F: Encoding, T: Encoding, O: Observer<F, T>>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    mut begun: Begun,
) -> Begun {
    if is_mended_first::<F, T, O>(src, policy, last) {
        let mended = mend_brief::<F, T, false>(states, src, dst);
        if mended.read > 0 {
            return mended;
        }
        begun = by_kernel::<F, T>(states, src, dst).into();
    }
    if !may_mend::<F, T, O>(policy, last) || begun.read == src.len() {
        return begun;
    }
    let before = begun.read;
    if src.len() <= RECORD && ascii::is_likely(bytes_of(&src[begun.read..])) {
        let (rest, room) = (&src[begun.read..], &mut dst[begun.written..]);
        begun = begun.and(mend_ascii::<F, T>(states, rest, room));
        if begun.read == src.len() {
            return begun;
        }
    }
    if begun.read >= CALM {
        // An error in text that was in order so far is likely to be alone: what is around it is mended, and the
        // kernel goes on.
        if begun.read == before {
            let (rest, room) = (&src[begun.read..], &mut dst[begun.written..]);
            begun = begun.and(mend_brief::<F, T, true>(states, rest, room));
        }
        let (rest, room) = (&src[begun.read..], &mut dst[begun.written..]);
        begun = begun.and(by_kernel::<F, T>(states, rest, room).into());
        if begun.read == src.len() {
            return begun;
        }
    }
    let (rest, room) = (&src[begun.read..], &mut dst[begun.written..]);
    begun.and(mend_brief::<F, T, false>(states, rest, room))
}

#[inline(always)]
fn is_mended_first<F: Encoding, T: Encoding, O: Observer<F, T>>(
    src: &[F::Unit],
    policy: Policy,
    last: bool,
) -> bool {
    may_mend::<F, T, O>(policy, last) && src.len() <= ONE_PART
}

/// Whether brief text is mended.
#[inline(always)]
fn may_mend<F: Encoding, T: Encoding, O: Observer<F, T>>(policy: Policy, last: bool) -> bool {
    last && policy == Policy::Replace && !O::LISTENS
}

/// As many units are one part of a brief text that is mended.
const ONE_PART: usize = 63;

/// Up to as many units ASCII is mended in one pass. In longer texts the loop of `mend` does that, wherever they have it.
const RECORD: usize = 4096;

/// Behind as many units in order an error is taken to be alone.
const CALM: usize = 128;

/// As far as the kernel of the pair comes, in units.
#[inline(always)]
pub(super) fn by_kernel<F: Encoding, T: Encoding>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Converted {
    let pair = pair_of::<F, T>(states);
    let Some(row) = pair.row() else { return Converted::default() };
    let is_at_start = F::is_at_start(&states.decoder) && T::is_at_start(&states.encoder);
    if src.len() <= row.few_units || !is_at_start {
        return Converted::default();
    }
    let Converted { read, written } = pair.convert(bytes_of(src), bytes_of_mut(dst));
    Converted { read: read / size_of::<F::Unit>(), written: written / size_of::<T::Unit>() }
}

/// As far as the conversion of brief texts comes that mends what is malformed; or of any text as far as its first error.
#[inline(always)]
fn mend_brief<F: Encoding, T: Encoding, const TO_ERROR: bool>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Begun {
    let is_at_start = F::is_at_start(&states.decoder) && T::is_at_start(&states.encoder);
    // Not by a closure, which need not be inlined: all goes through memory then.
    let mended = match pair_of::<F, T>(states).mend_brief() {
        Some(brief) if is_at_start && TO_ERROR => brief.to_error(bytes_of(src), bytes_of_mut(dst)),
        Some(brief) if is_at_start => brief.run(bytes_of(src), bytes_of_mut(dst)),
        _ => BrieflyMended::default(),
    };
    Begun::of::<F, T>(mended)
}

/// As far as the text is ASCII with malformed bytes among it.
#[inline(always)]
fn mend_ascii<F: Encoding, T: Encoding>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Begun {
    let is_at_start = F::is_at_start(&states.decoder) && T::is_at_start(&states.encoder);
    match pair_of::<F, T>(states).mend_ascii() {
        Some(mend) if is_at_start => Begun::of::<F, T>(mend(bytes_of(src), bytes_of_mut(dst))),
        _ => Begun::default(),
    }
}

/// The pair of two types, or of what was chosen.
#[inline(always)]
pub(super) fn pair_of<F: Encoding, T: Encoding>(states: &mut StatesOf<F, T>) -> Pair {
    match (F::chosen(&mut states.decoder), T::chosen(&mut states.encoder)) {
        (Some(from), Some(to)) => Pair::chosen(from.form(), to.form()),
        _ => Pair::of::<F, T>(),
    }
}
