//! What the everyday functions of `utf8`, `utf16`, `utf32` and `latin1` are made
//! of: a converter each, and the error that its pair can have.

use crate::Converter;
use crate::encoding::{Encoding, Utf8};
#[cfg(feature = "alloc")]
use crate::engine;
use crate::error::Error;

#[cfg(feature = "alloc")]
use crate::error::Malformed;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

/// All of `src` in the front of `dst`: what is written.
#[inline(always)]
pub(crate) fn into<'a, F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [T::Unit],
) -> Result<&'a mut [T::Unit], Error> {
    match Converter::<F, T>::strict().convert_into(src, dst) {
        Ok(done) => Ok(&mut dst[..done.written]),
        Err(stopped) => Err(stopped.error),
    }
}

/// The same, as a string.
#[inline(always)]
pub(crate) fn into_str<'a, F: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [u8],
) -> Result<&'a mut str, Error> {
    let text = into::<F, Utf8>(src, dst)?;
    // SAFETY: what a conversion to UTF-8 has written is well-formed.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(text) })
}

/// All of `src`, to an encoding that holds every code point.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn to_unicode<F: Encoding, T: Encoding>(
    src: &[F::Unit],
) -> Result<Vec<T::Unit>, Malformed> {
    Converter::<F, T>::strict().convert(src).map_err(malformed)
}

#[cfg(feature = "alloc")]
#[cold]
fn malformed(error: Error) -> Malformed {
    match error {
        Error::Malformed(bad) => bad,
        other => unreachable!("the target holds everything, and there is room: {other}"),
    }
}

/// The same, as a string.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn to_string<F: Encoding>(src: &[F::Unit]) -> Result<String, Malformed> {
    to_unicode::<F, Utf8>(src).map(string)
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

/// The same, as a string.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn to_string_lossy<F: Encoding>(src: &[F::Unit]) -> String {
    string(lossy::<F, Utf8>(src))
}

/// Text that is known to be well-formed, to an encoding that can hold all of it.
///
/// The kernels are those of any text, without the check where that is faster: from
/// UTF-8 to UTF-16 and UTF-32, and between those. Elsewhere it costs nothing.
#[cfg(feature = "alloc")]
pub(crate) fn trusted<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Vec<T::Unit> {
    let mut out = Vec::with_capacity(engine::most_units::<F, T>(src).unwrap_or(0));
    match engine::convert_trusted::<F, T>(src, out.spare_capacity_mut()) {
        // SAFETY: that many units have been written.
        Ok(written) => unsafe { out.set_len(written) },
        Err(stopped) => unreachable!("the text was said to be well-formed: {stopped}"),
    }
    out.shrink_to_fit();
    out
}

/// The same, as a string.
#[cfg(feature = "alloc")]
pub(crate) fn trusted_to_string<F: Encoding>(src: &[F::Unit]) -> String {
    string(trusted::<F, Utf8>(src))
}

/// What a conversion to UTF-8 has written.
#[cfg(feature = "alloc")]
fn string(text: Vec<u8>) -> String {
    // SAFETY: it is well-formed: no codec and no kernel writes anything else.
    unsafe { String::from_utf8_unchecked(text) }
}
