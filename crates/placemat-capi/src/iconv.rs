//! iconv(3) between encodings without shift states, with the answers of glibc's.
//!
//! [`Iconv`] is safe code, and the only thing that converts; the functions of C behind it read and
//! write pointers to pointers, and set `errno`.

use crate::border;
use placemat::encoding::Label;
use placemat::{MalformedKind, Policy, Status, Transcoder};
use std::ffi::{CStr, c_char, c_int};
use std::{mem, panic};

/// A conversion: `iconv_t`.
#[derive(Debug)]
pub struct Iconv {
    source: Source,
    /// U+FEFF, which is written before the first character.
    signature: &'static [u8],
    /// The least room that a character takes: with less there is no error but that.
    least: usize,
    /// `//IGNORE`: what cannot be converted is left out.
    ignore: bool,
    /// What has not happened since the beginning, or the last reset.
    signature_due: bool,
    order_due: bool,
    /// Conversions at their beginning, little-endian and big-endian.
    fresh: [Transcoder; 2],
    big: bool,
}

/// What matters of a source, beside its codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Utf8,
    /// Its byte order is that of a signature of so many bytes, else that of the processor.
    Marked(usize),
    Other,
}

/// Why a call does not return 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// `EILSEQ`.
    Malformed,
    /// `EINVAL`: the input ends within a sequence.
    Incomplete,
    /// `E2BIG`.
    Full,
}

/// What a call has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Bytes of the input that are dealt with.
    pub read: usize,
    /// Bytes of the output that are written.
    pub written: usize,
    /// Why it returned.
    pub result: Result<(), Trouble>,
}

/// The encodings: those in which a text can be cut anywhere, so that every call begins afresh.
fn label(name: &str) -> Option<Label> {
    let label = Label::for_label(name)?;
    let known = matches!(
        label,
        Label::UsAscii
            | Label::Utf8
            | Label::Utf16
            | Label::Utf16Le
            | Label::Utf16Be
            | Label::Utf32
            | Label::Utf32Le
            | Label::Utf32Be
            | Label::Latin1
    );
    known.then_some(label)
}

/// A label whose byte order is chosen, where it is left open.
const fn in_order(label: Label, big: bool) -> Label {
    match (label, big) {
        (Label::Utf16, false) => Label::Utf16Le,
        (Label::Utf16, true) => Label::Utf16Be,
        (Label::Utf32, false) => Label::Utf32Le,
        (Label::Utf32, true) => Label::Utf32Be,
        _ => label,
    }
}

const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

impl Iconv {
    /// A conversion between encodings by the names of iconv; `None` if one of them is unknown here, has
    /// shift states, or asks for transliteration.
    #[must_use]
    pub fn open(to: &str, from: &str) -> Option<Self> {
        let (to, suffixes) = to.split_once("//").unwrap_or((to, ""));
        let mut ignore = false;
        for suffix in suffixes.split('/').filter(|suffix| !suffix.is_empty()) {
            if !suffix.eq_ignore_ascii_case("IGNORE") {
                return None;
            }
            ignore = true;
        }
        let from = label(from.split_once("//").map_or(from, |(name, _)| name))?;
        let to = label(to)?;
        let source = match from {
            Label::Utf8 => Source::Utf8,
            Label::Utf16 => Source::Marked(2),
            Label::Utf32 => Source::Marked(4),
            _ => Source::Other,
        };
        let target = in_order(to, NATIVE_IS_BIG);
        let fresh = |big| Transcoder::new(in_order(from, big), target, Policy::Strict).ok();
        Some(Self {
            source,
            signature: if to == target { &[] } else { target.signature() },
            least: match target {
                Label::Utf16Le | Label::Utf16Be => 2,
                Label::Utf32Le | Label::Utf32Be => 4,
                _ => 1,
            },
            ignore,
            signature_due: true,
            order_due: true,
            fresh: [fresh(false)?, fresh(true)?],
            big: NATIVE_IS_BIG,
        })
    }

    /// At the beginning again.
    pub fn reset(&mut self) {
        (self.signature_due, self.order_due, self.big) = (true, true, NATIVE_IS_BIG);
    }

    /// Converts as much as it can.
    pub fn convert(&mut self, input: &[u8], out: &mut [u8]) -> Outcome {
        let mut read = match self.order(input) {
            Ok(read) => read,
            Err(result) => return Outcome { read: 0, written: 0, result },
        };
        let mut written = 0;
        // Where the first of the items is that were left out since something was written.
        let mut left_out = None;
        // Whether any was; and whether the target could not hold one.
        let (mut ignored, mut lacking) = (false, false);
        loop {
            let stopped = |read, written, trouble| Outcome { read, written, result: Err(trouble) };
            let rest = &input[read..];
            let mut work = self.fresh[usize::from(self.big)].clone();
            if self.signature_due && !self.signature.is_empty() && self.has_character(&work, rest) {
                let Some(room) = out.get_mut(written..written + self.signature.len()) else {
                    return stopped(left_out.unwrap_or(read), written, Trouble::Full);
                };
                room.copy_from_slice(self.signature);
                written += self.signature.len();
                self.signature_due = false;
            }
            let progress = work.push(rest, &mut out[written..], true);
            written += progress.written;
            if progress.written > 0 {
                left_out = None;
            }
            // And the value, if it is one that the target lacks.
            let (offset, len, lacked) = match progress.status {
                Status::InputEmpty => {
                    let result = if ignored { Err(Trouble::Malformed) } else { Ok(()) };
                    return Outcome { read: input.len(), written, result };
                }
                Status::Malformed(bad) => {
                    let bytes = &rest[bad.offset as usize..];
                    if self.is_incomplete(bad.kind, bytes) {
                        // What the target lacks is told first.
                        let trouble =
                            if lacking { Trouble::Malformed } else { Trouble::Incomplete };
                        return stopped(input.len() - bytes.len(), written, trouble);
                    }
                    let lacked = self.is_beyond(bytes).then_some(u32::MAX);
                    (bad.offset as usize, if lacked.is_some() { 4 } else { bad.len }, lacked)
                }
                Status::Unmappable(item) => (item.offset as usize, item.len, Some(item.code_point)),
                _ => {
                    let at = read + work.offset() as usize;
                    return stopped(left_out.unwrap_or(at), written, Trouble::Full);
                }
            };
            if lacked.is_some() && out.len() - written < self.least {
                return stopped(left_out.unwrap_or(read + offset), written, Trouble::Full);
            }
            // Tags of languages say nothing to a target without them.
            if lacked.is_none_or(|value| value & !0x7F != 0xE_0000) {
                if !self.ignore {
                    return stopped(read + offset, written, Trouble::Malformed);
                }
                ignored = true;
                lacking |= lacked.is_some();
            }
            left_out.get_or_insert(read + offset);
            read += offset + len;
        }
    }

    /// Finds out the byte order, where a signature may tell it: the length of that.
    fn order(&mut self, input: &[u8]) -> Result<usize, Result<(), Trouble>> {
        let Source::Marked(len) = self.source else { return Ok(0) };
        if !self.order_due {
            return Ok(0);
        }
        let Some(start) = input.get(..len) else {
            return Err(if input.is_empty() { Ok(()) } else { Err(Trouble::Incomplete) });
        };
        self.order_due = false;
        let label = if len == 2 { Label::Utf16 } else { Label::Utf32 };
        for big in [false, true] {
            if start == in_order(label, big).signature() {
                self.big = big;
                return Ok(len);
            }
        }
        Ok(0)
    }

    /// Whether the next item is a character, of this target or of another.
    fn has_character(&self, work: &Transcoder, rest: &[u8]) -> bool {
        let mut scratch = [0; Transcoder::MIN_ROOM];
        let done = work.clone().push(&rest[..rest.len().min(16)], &mut scratch, false);
        done.written > 0 || self.is_beyond(rest)
    }

    /// Whether a value above U+10FFFF begins `bytes`: to glibc it is one that the target lacks.
    fn is_beyond(&self, bytes: &[u8]) -> bool {
        let sequence = bytes.get(..4).unwrap_or(&[]);
        self.source == Source::Utf8
            && matches!(sequence, [0xF4, 0x90..=0xFF, ..] | [0xF5..=0xF7, ..])
            && sequence[1..].iter().all(|byte| byte & 0xC0 == 0x80)
    }

    /// Whether more input could help, as glibc sees it: it looks at all of a sequence before it judges any of it.
    fn is_incomplete(&self, kind: MalformedKind, rest: &[u8]) -> bool {
        if self.source != Source::Utf8 {
            let half = kind == MalformedKind::LoneHighSurrogate && rest.len() < 4;
            return half || kind == MalformedKind::IncompleteAtEnd;
        }
        let len = match rest[0] {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF7 => 4,
            // The obsolete forms as well, which it refuses when they are complete.
            0xF8..=0xFB => 5,
            0xFC | 0xFD => 6,
            _ => return false,
        };
        rest.len() < len && rest[1..].iter().all(|byte| byte & 0xC0 == 0x80)
    }
}

/// What `iconv_open` returns in case of failure.
const FAILED: *mut Iconv = usize::MAX as *mut Iconv;

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the border: errno")]
fn set_errno(value: c_int) {
    unsafe extern "C" {
        safe fn __errno_location() -> *mut c_int;
    }
    // SAFETY: it is the variable of this thread.
    unsafe { *__errno_location() = value };
}

/// Elsewhere the return value has to do.
#[cfg(not(target_os = "linux"))]
fn set_errno(_: c_int) {}

const E2BIG: c_int = 7;
const EINVAL: c_int = 22;
const EILSEQ: c_int = 84;
const EBADF: c_int = 9;
const EFAULT: c_int = 14;

/// `iconv_open`.
///
/// # Safety
/// Both names are strings of C, or null.
#[allow(unsafe_code, reason = "the border: what C hands over")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_iconv_open(to: *const c_char, from: *const c_char) -> *mut Iconv {
    let text = |name: *const c_char| {
        // SAFETY: it is not null, and the caller promises the rest.
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_str().ok()).flatten()
    };
    let opened = panic::catch_unwind(|| Iconv::open(text(to)?, text(from)?));
    match opened {
        Ok(Some(iconv)) => Box::into_raw(Box::new(iconv)),
        Ok(None) => {
            set_errno(EINVAL);
            FAILED
        }
        Err(payload) => {
            mem::forget(payload);
            set_errno(EINVAL);
            FAILED
        }
    }
}

/// `iconv`.
///
/// # Safety
/// As iconv(3) has it: the handle is open, the pointers are null or point to buffers of the lengths.
#[allow(unsafe_code, reason = "the border: what C hands over")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_iconv(
    iconv: *mut Iconv,
    input: Option<&mut *const u8>,
    input_left: Option<&mut usize>,
    out: Option<&mut *mut u8>,
    out_left: Option<&mut usize>,
) -> usize {
    if iconv.is_null() || iconv == FAILED {
        set_errno(EBADF);
        return usize::MAX;
    }
    // SAFETY: the caller promises that it is open, and used by nobody else.
    let iconv = unsafe { &mut *iconv };
    let (Some(input), Some(input_left)) = (input.filter(|data| !data.is_null()), input_left) else {
        iconv.reset();
        return 0;
    };
    // No room is none.
    let (mut nowhere, mut none) = (std::ptr::null_mut(), 0);
    let (out, out_left) = (out.unwrap_or(&mut nowhere), out_left.unwrap_or(&mut none));
    let room = if out.is_null() { 0 } else { *out_left };
    // SAFETY: the caller promises the length.
    let src = unsafe { border::input(*input, *input_left) };
    // SAFETY: as above.
    let dst = unsafe { border::in_place(*out, room) };
    let (Some(src), Some(dst)) = (src, dst) else {
        set_errno(EFAULT);
        return usize::MAX;
    };
    let done = panic::catch_unwind(panic::AssertUnwindSafe(|| iconv.convert(src, dst)));
    let Outcome { read, written, result } = done.unwrap_or_else(|payload| {
        mem::forget(payload);
        Outcome { read: 0, written: 0, result: Err(Trouble::Malformed) }
    });
    *input = input.wrapping_add(read);
    *input_left -= read;
    *out = out.wrapping_add(written);
    *out_left -= written;
    let Err(trouble) = result else { return 0 };
    set_errno(match trouble {
        Trouble::Malformed => EILSEQ,
        Trouble::Incomplete => EINVAL,
        Trouble::Full => E2BIG,
    });
    usize::MAX
}

/// `iconv_close`.
///
/// # Safety
/// The handle is open, and is not used again.
#[allow(unsafe_code, reason = "the border: what C hands over")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_iconv_close(iconv: *mut Iconv) -> c_int {
    if iconv.is_null() || iconv == FAILED {
        set_errno(EBADF);
        return -1;
    }
    // SAFETY: the caller promises that it is open, and that this is the end of it.
    drop(unsafe { Box::from_raw(iconv) });
    0
}
