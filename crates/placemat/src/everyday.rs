//! What the everyday functions of `utf8`, `utf16`, `utf32` and `latin1` are made
//! of: a converter each, and the error that its pair can have.

use crate::Converter;
use crate::encoding::Encoding;
#[cfg(feature = "alloc")]
use crate::engine;
use crate::error::Error;

#[cfg(feature = "alloc")]
use crate::error::Malformed;
#[cfg(feature = "alloc")]
use crate::vectors;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// All of `src` in the front of `dst`: what is written.
#[inline(always)]
pub(crate) fn into<'a, F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [T::Unit],
) -> Result<&'a mut [T::Unit], Error> {
    fill(Converter::<F, T>::strict(), src, dst)
}

/// The same, what is malformed or unmappable replaced.
#[inline(always)]
pub(crate) fn lossy_into<'a, F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [T::Unit],
) -> Result<&'a mut [T::Unit], Error> {
    fill(Converter::<F, T>::lossy(), src, dst)
}

#[inline(always)]
fn fill<'a, F: Encoding, T: Encoding>(
    converter: Converter<F, T>,
    src: &[F::Unit],
    dst: &'a mut [T::Unit],
) -> Result<&'a mut [T::Unit], Error> {
    match converter.convert_into(src, dst) {
        Ok(done) => Ok(&mut dst[..done.written]),
        Err(stopped) => Err(stopped.error),
    }
}

/// All of `src`, to an encoding that holds every code point.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn to_unicode<F: Encoding, T: Encoding>(
    src: &[F::Unit],
) -> Result<Vec<T::Unit>, Malformed> {
    let converter = Converter::<F, T>::strict();
    match converter.convert_at_once(src) {
        Ok(out) => Ok(out),
        Err(out) => converter.convert_rest(src, out).map_err(malformed),
    }
}

#[cfg(feature = "alloc")]
#[cold]
pub(crate) fn malformed(error: Error) -> Malformed {
    match error {
        Error::Malformed(bad) => bad,
        other => unreachable!("the target holds everything, and there is room: {other}"),
    }
}

/// All of `src`, to an encoding that may lack some of it.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn to_fewer<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Result<Vec<T::Unit>, Error> {
    Converter::<F, T>::strict().convert(src)
}

/// All of `src`, what is malformed or unmappable replaced.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn lossy<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Vec<T::Unit> {
    Converter::<F, T>::lossy().convert_lossy(src)
}

/// Text that is known to be well-formed, to an encoding that can hold all of it.
///
/// The kernels are those of any text, without the check where that is faster: from
/// UTF-8 to UTF-16 and UTF-32. Elsewhere it costs nothing.
#[cfg(feature = "alloc")]
pub(crate) fn trusted<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Vec<T::Unit> {
    let mut out = Vec::with_capacity(engine::likely_units::<F, T>(src).unwrap_or(0));
    let convert = |out: &mut Vec<T::Unit>| {
        vectors::append(out, |room| match engine::convert_trusted::<F, T>(src, room) {
            Ok(written) => (written, Ok(())),
            Err(stopped) => (0, Err(stopped)),
        })
    };
    if convert(&mut out).is_err() {
        // It is not like its pieces. Nothing of it is kept: few texts are so.
        out.reserve(engine::most_units::<F, T>(src).unwrap_or(0));
        if let Err(stopped) = convert(&mut out) {
            unreachable!("the text was said to be well-formed: {stopped}");
        }
    }
    vectors::give_back(&mut out);
    out
}
