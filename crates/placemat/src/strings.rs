//! Strings out of what conversions write: the only place that says that text is one without
//! another look at it.
//!
//! A conversion *to* [`Utf8`] writes well-formed UTF-8 whatever it reads, and whole
//! sequences; but for [`Policy::Utf8b`], under which surrogates become any bytes. So every string
//! here is made by the function that has called that conversion, under another policy; none takes
//! bytes from anybody else.

use crate::encoding::{Encoding, Utf8};
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::error::Malformed;
use crate::everyday;

#[cfg(feature = "alloc")]
use crate::change::{Account, Change};
#[cfg(feature = "alloc")]
use crate::encoding::Latin1;
#[cfg(feature = "alloc")]
use crate::engine::stream::{MIN_ROOM, Status, Stream};
#[cfg(feature = "alloc")]
use crate::policy::Policy;
#[cfg(feature = "alloc")]
use crate::{Converter, escape, repair, vectors};
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

/// All of `src` as a string.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn string<F: Encoding>(src: &[F::Unit]) -> Result<String, Malformed> {
    match Converter::<F, Utf8>::strict().convert_at_once(src) {
        // SAFETY: a conversion to UTF-8 has written it.
        Ok(text) => Ok(unsafe { String::from_utf8_unchecked(text) }),
        Err(out) => string_rest::<F>(src, out),
    }
}

/// The same of a text that is not converted at once, in memory that is reserved for it.
#[cfg(feature = "alloc")]
#[inline(never)]
fn string_rest<F: Encoding>(src: &[F::Unit], out: Vec<u8>) -> Result<String, Malformed> {
    match Converter::<F, Utf8>::strict().convert_rest(src, out) {
        // SAFETY: a conversion to UTF-8 has written it.
        Ok(text) => Ok(unsafe { String::from_utf8_unchecked(text) }),
        Err(error) => Err(everyday::malformed(error)),
    }
}

/// The same; nothing can fail.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn string_lossy<F: Encoding>(src: &[F::Unit]) -> String {
    let text = Converter::<F, Utf8>::lossy().convert_lossy(src);
    // SAFETY: a conversion to UTF-8 has written it.
    unsafe { String::from_utf8_unchecked(text) }
}

/// `text`, then U+FFFD for something malformed, then `rest`, mended.
#[cfg(feature = "alloc")]
pub(crate) fn string_lossy_behind(text: &str, rest: &[u8]) -> String {
    let len = text.len() + rest.len();
    let mut out = String::with_capacity(len + len / 32 + 8);
    out.push_str(text);
    out.push(char::REPLACEMENT_CHARACTER);
    let mut out = out.into_bytes();
    match Converter::<Utf8, Utf8>::lossy().append(rest, &mut out) {
        Ok(()) => vectors::give_back(&mut out),
        Err(error) => unreachable!("everything is replaced: {error}"),
    }
    // SAFETY: it was text, and a conversion to UTF-8 has written what is behind.
    unsafe { String::from_utf8_unchecked(out) }
}

/// The same of text that is not checked.
///
/// # Safety
/// It is well-formed.
#[cfg(feature = "alloc")]
pub(crate) unsafe fn string_unchecked<F: Encoding>(src: &[F::Unit]) -> String {
    // SAFETY: of well-formed text a conversion to UTF-8 writes well-formed text.
    unsafe { String::from_utf8_unchecked(everyday::trusted::<F, Utf8>(src)) }
}

/// Latin-1 as a string.
#[cfg(feature = "alloc")]
pub(crate) fn latin1(src: &[u8]) -> String {
    // SAFETY: all of Latin-1 is well-formed.
    unsafe { string_unchecked::<Latin1>(src) }
}

/// All of `src` as a string in the front of `dst`.
#[inline(always)]
pub(crate) fn into_str<'a, F: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [u8],
) -> Result<&'a mut str, Error> {
    let text = everyday::into::<F, Utf8>(src, dst)?;
    // SAFETY: a conversion to UTF-8 has written it.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(text) })
}

/// The same, what is malformed replaced.
#[inline(always)]
pub(crate) fn into_str_lossy<'a, F: Encoding>(
    src: &[F::Unit],
    dst: &'a mut [u8],
) -> Result<&'a mut str, Error> {
    let text = everyday::lossy_into::<F, Utf8>(src, dst)?;
    // SAFETY: a conversion to UTF-8 has written it.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(text) })
}

/// `bytes`, which are malformed, mended under a policy that has been checked; and what was
/// changed.
#[cfg(feature = "alloc")]
pub(crate) fn repaired(
    bytes: &[u8],
    policy: Policy,
    listen: impl FnMut(&Change),
) -> (String, Account) {
    assert_ne!(policy, Policy::Utf8b, "it writes any bytes");
    let (mended, account) = repair::repair::<Utf8>(bytes, policy, listen);
    // SAFETY: a conversion to UTF-8 has written it.
    (unsafe { String::from_utf8_unchecked(mended) }, account)
}

/// `bytes` escaped.
#[cfg(feature = "alloc")]
pub(crate) fn escaped(bytes: &[u8]) -> Cow<'_, str> {
    match escape::rewrite::<escape::Escape>(bytes) {
        // SAFETY: nothing was changed, so nothing is malformed.
        Cow::Borrowed(text) => Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(text) }),
        // SAFETY: every malformed byte has become ASCII.
        Cow::Owned(text) => Cow::Owned(unsafe { String::from_utf8_unchecked(text) }),
    }
}

/// All that `stream`, which replaces what is malformed, makes of `bytes`: in `buffer`, which
/// grows as needed.
#[cfg(feature = "alloc")]
pub(crate) fn pushed<'b, F: Encoding>(
    stream: &mut Stream<F, Utf8>,
    mut bytes: &[F::Unit],
    last: bool,
    buffer: &'b mut Vec<u8>,
) -> &'b str {
    assert_ne!(stream.policy(), Policy::Utf8b, "it writes any bytes");
    if buffer.len() < bytes.len() + MIN_ROOM {
        buffer.resize(bytes.len() + MIN_ROOM, 0);
    }
    let mut len = 0;
    loop {
        let progress = stream.push(bytes, &mut buffer[len..], last);
        len += progress.written;
        bytes = &bytes[progress.read..];
        match progress.status {
            Status::InputEmpty => break,
            // It grows by `MIN_ROOM` or more, and so the next push writes something.
            Status::OutputFull => buffer.resize(2 * buffer.len(), 0),
            stop => unreachable!("everything is replaced: {stop:?}"),
        }
    }
    // SAFETY: a conversion to UTF-8 has written it, and that writes whole sequences.
    unsafe { core::str::from_utf8_unchecked(&buffer[..len]) }
}
