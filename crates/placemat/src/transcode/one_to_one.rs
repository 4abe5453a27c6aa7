//! Conversions in which a unit becomes a unit: Latin-1 to and from UTF-16 and
//! UTF-32; and ASCII, which is the same in many encodings.
//!
//! ```text
//! Latin-1   63   61   66   E9
//! UTF-16    63.. 61.. 66.. E9..      zipped with zeros; for the other byte
//! swapped   ..63 ..61 ..66 ..E9      order, zeros zipped with it
//! ```
//!
//! Towards Latin-1 the lanes are narrowed, after a look at the bits that must be
//! zero. The last vector overlaps the one before: by the loop of `expanding.rs`, where it goes
//! through a buffer, 300 units take 1.2 to 1.3 times as long, and long texts as long (AVX2).

use super::Converted;
use crate::output::{Beside, Output};
use crate::simd::{Simd, choice, dispatch::Conversion};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// What is special to one conversion.
pub(crate) trait OneToOne: Copy + Default {
    /// See [`choice`].
    const AVX512: choice::Lengths;
    /// Bytes of a unit of the source.
    const SOURCE: usize;
    /// Bytes of a unit of the target.
    const TARGET: usize;

    /// Converts `LANES` units: the first SOURCE vectors of `v`, into as
    /// many vectors as TARGET; the others do not matter. `None` if the target
    /// cannot hold one of them.
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]>;
}

/// The conversion of a prefix.
pub(crate) struct ConvertOneToOne<K>(PhantomData<K>);

impl<K: OneToOne> Conversion for ConvertOneToOne<K> {
    type Output = Converted;
    const AVX512: choice::Lengths = K::AVX512;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let mut dst = Output::new(dst);
        let kernel = K::default();
        let mut both = dst.beside(src, K::SOURCE, K::TARGET);
        let rest = both.rest();
        let read = if rest.len() < K::SOURCE * S::LANES {
            let len = rest.len() / K::SOURCE * K::TARGET;
            few(s, kernel, src, len, &mut dst) / K::TARGET * K::SOURCE
        } else {
            many(s, kernel, &mut both);
            both.read()
        };
        Converted { read, written: dst.written() }
    }
}

/// From how many vectors on it pays to align them.
const LONG: usize = 64;

/// At least a vector of units, for which there is room.
#[inline(always)]
fn many<S: Simd, K: OneToOne>(s: S, kernel: K, both: &mut Beside<'_, '_, '_>) {
    let size = K::SOURCE * S::LANES;
    let mut again = 0;
    if both.rest().len() >= LONG * size && vectors::<S, K, 1>(s, kernel, both, 0) {
        // Vectors of the longer side are to lie in no two cache lines.
        again = both.beyond_aligned(S::LANES);
    }
    if vectors::<S, K, 4>(s, kernel, both, again) {
        while vectors::<S, K, 4>(s, kernel, both, 0) {}
        let missing = both.rest().len();
        // The last window begins inside the one before: how many vectors are left, nobody can foresee.
        if missing == 0
            || missing < 4 * size
                && vectors::<S, K, 4>(s, kernel, both, (4 * size - missing) / K::SOURCE)
        {
            return;
        }
    }
    while vectors::<S, K, 1>(s, kernel, both, 0) {}
    let missing = both.rest().len();
    if 0 < missing && missing < size {
        // The last vector begins inside the one before.
        vectors::<S, K, 1>(s, kernel, both, (size - missing) / K::SOURCE);
    }
}

/// N vectors of units, if there are so many and they can be converted; of which some are
/// done `again`.
#[inline(always)]
fn vectors<S: Simd, K: OneToOne, const N: usize>(
    s: S,
    kernel: K,
    both: &mut Beside<'_, '_, '_>,
    again: usize,
) -> bool {
    both.vectors::<S, N>(
        s,
        again,
        #[inline(always)]
        |v| kernel.convert(s, v),
    )
}

/// Fewer units than a vector, by way of the stack: `len` bytes of the target. Returns how
/// many are written: all or nothing.
#[inline(always)]
fn few<S: Simd, K: OneToOne>(
    s: S,
    kernel: K,
    src: &[u8],
    len: usize,
    dst: &mut Output<'_>,
) -> usize {
    let src = &src[..len / K::TARGET * K::SOURCE];
    let mut v = [s.splat(0); 4];
    for (i, v) in v.iter_mut().enumerate().take(K::SOURCE) {
        *v = s.load_to_end(src, i * S::LANES);
    }
    let Some(v) = kernel.convert(s, v) else { return 0 };
    let mut buffer = [MaybeUninit::uninit(); 5 * 64];
    let mut out = Output::new(&mut buffer);
    out.vectors(s, [v]);
    dst.write_short(s, &out.written_from(0)[..len]);
    len
}

/// `TO`: the target is not in the byte order of this processor. So below, and
/// `FROM` for the source.
#[derive(Clone, Copy, Default)]
pub(crate) struct Latin1ToUtf16<const TO: bool>;

impl<const TO: bool> OneToOne for Latin1ToUtf16<TO> {
    const AVX512: choice::Lengths = choice::LATIN1_TO_UTF16;
    const SOURCE: usize = 1;
    const TARGET: usize = 2;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, [v, zero, ..]: [S::V; 4]) -> Option<[S::V; 4]> {
        // The little end first, unless exactly one of both turns it around.
        let big = TO != cfg!(target_endian = "big");
        let [a, b] = if big { s.zip8(s.splat(0), v) } else { s.zip8(v, s.splat(0)) };
        Some([a, b, zero, zero])
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Latin1ToUtf32<const TO: bool>;

impl<const TO: bool> OneToOne for Latin1ToUtf32<TO> {
    const AVX512: choice::Lengths = choice::LATIN1_TO_UTF32;
    const SOURCE: usize = 1;
    const TARGET: usize = 4;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]> {
        let big = TO != cfg!(target_endian = "big");
        let [low, high, ..] = Latin1ToUtf16::<TO>.convert(s, v)?;
        let zero = s.splat(0);
        let [a, b] = if big { s.zip16(zero, low) } else { s.zip16(low, zero) };
        let [c, d] = if big { s.zip16(zero, high) } else { s.zip16(high, zero) };
        Some([a, b, c, d])
    }
}

/// ASCII as it is. With `NUL`, zero is none of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ascii<const NUL: bool>;

impl<const NUL: bool> OneToOne for Ascii<NUL> {
    const AVX512: choice::Lengths = choice::COPY_ASCII;
    const SOURCE: usize = 1;
    const TARGET: usize = 1;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]> {
        let other = if NUL { s.less_than_i8(v[0], s.splat(1)) } else { v[0] };
        (!s.any_high_bit(other)).then_some(v)
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Utf16ToLatin1<const FROM: bool>;

impl<const FROM: bool> OneToOne for Utf16ToLatin1<FROM> {
    const AVX512: choice::Lengths = choice::UTF16_TO_LATIN1;
    const SOURCE: usize = 2;
    const TARGET: usize = 1;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, [a, b, zero, _]: [S::V; 4]) -> Option<[S::V; 4]> {
        Some([narrowed16::<S, FROM, 0xFF00>(s, [a, b])?, zero, zero, zero])
    }
}

/// Units, as they are in memory, as bytes, if they have none of the bits `ABOVE`, which are those of the high byte and
/// perhaps more. A shift takes less than to swap the bytes before.
#[inline(always)]
pub(super) fn narrowed16<S: Simd, const FROM: bool, const ABOVE: u16>(
    s: S,
    [a, b]: [S::V; 2],
) -> Option<S::V> {
    let above = if FROM { ABOVE.swap_bytes() } else { ABOVE };
    if s.any_nonzero(s.and(s.or(a, b), s.splat16(above))) {
        return None;
    }
    let [a, b] = if FROM { [s.shr16::<8>(a), s.shr16::<8>(b)] } else { [a, b] };
    Some(s.narrow16(a, b))
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Utf32ToLatin1<const FROM: bool>;

impl<const FROM: bool> OneToOne for Utf32ToLatin1<FROM> {
    const AVX512: choice::Lengths = choice::UTF32_TO_LATIN1;
    const SOURCE: usize = 4;
    const TARGET: usize = 1;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]> {
        let must_be_zero = if FROM { 0x00FF_FFFF } else { 0xFFFF_FF00 };
        let any = s.or(s.or(v[0], v[1]), s.or(v[2], v[3]));
        if s.any_nonzero(s.and(any, s.splat32(must_be_zero))) {
            return None;
        }
        let mut v = v;
        if FROM {
            for v in &mut v {
                *v = s.shr32::<24>(*v);
            }
        }
        let (low, high) = (s.narrow32(v[0], v[1]), s.narrow32(v[2], v[3]));
        let zero = s.splat(0);
        Some([s.narrow16(low, high), zero, zero, zero])
    }
}
