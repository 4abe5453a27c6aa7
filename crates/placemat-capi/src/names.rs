//! Names and sentences, as C has them: with a zero byte behind. Tests compare them with the library's.

use crate::border::export;
use std::ffi::{CStr, c_char};

/// Of `placemat_status`.
static STATUSES: [&CStr; 6] =
    [c"ok", c"malformed", c"unmappable", c"output-full", c"bad-argument", c"defect"];

/// Of `placemat_kind`, from 1.
static KINDS: [&CStr; 18] = [
    c"overlong",
    c"surrogate",
    c"too-large",
    c"obsolete-form",
    c"never-valid",
    c"unexpected-continuation",
    c"incomplete",
    c"incomplete-at-end",
    c"lone-high-surrogate",
    c"lone-low-surrogate",
    c"surrogate-pair",
    c"four-byte-form",
    c"nul",
    c"undefined",
    c"unknown-hangul",
    c"not-direct",
    c"stray-bits",
    c"needless-shift",
];

/// Of `placemat_kind`, from 1.
static SENTENCES: [&CStr; 18] = [
    c"overlong encoding",
    c"encoded surrogate",
    c"value above U+10FFFF",
    c"lead byte of an obsolete 5- or 6-byte form",
    c"byte that is never valid",
    c"unexpected continuation byte",
    c"incomplete sequence",
    c"incomplete sequence at the end of the input",
    c"lone high surrogate",
    c"lone low surrogate",
    c"encoded surrogate pair",
    c"four-byte form, where a surrogate pair is due",
    c"zero byte, where C0 80 is due",
    c"not defined in this encoding",
    c"one of six syllables whose order in Unicode 1.1 is not known",
    c"byte that may not stand for itself",
    c"bits left over that are not zero",
    c"shift that is not needed",
];

/// Of `placemat_policy`.
static POLICIES: [&CStr; 9] = [
    c"strict",
    c"replace",
    c"replace-per-byte",
    c"remove",
    c"backslashreplace",
    c"latin1",
    c"windows-1252",
    c"windows-1252-strict",
    c"utf8b",
];

/// Of `placemat_label`, from 1.
static LABELS: [&CStr; 28] = [
    c"us-ascii",
    c"utf-8",
    c"utf-8-rfc2279",
    c"cesu-8",
    c"modified-utf-8",
    c"wtf-8",
    c"utf-16",
    c"utf-16le",
    c"utf-16be",
    c"utf-32",
    c"utf-32le",
    c"utf-32be",
    c"ucs-2",
    c"ucs-2le",
    c"ucs-2be",
    c"ucs-4",
    c"ucs-4le",
    c"ucs-4be",
    c"utf-7",
    c"utf-7-imap",
    c"utf-1",
    c"scsu",
    c"bocu-1",
    c"utf-ebcdic",
    c"iso-8859-1",
    c"windows-1252",
    c"windows-1252-whatwg",
    c"unicode-1-1-utf-8",
];

/// The name at `index`, or null.
fn at(names: &'static [&'static CStr], index: Option<u32>) -> *const c_char {
    let name = index.and_then(|index| names.get(index as usize));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

export! {
    /// The version of the library.
    fn placemat_version() -> *const c_char { VERSION.as_ptr() }
    /// The instructions in use.
    fn placemat_level() -> *const c_char {
        match placemat::level::current().name() {
            "scalar" => c"scalar",
            "sse4.2" => c"sse4.2",
            "avx2" => c"avx2",
            "avx512" => c"avx512",
            "neon" => c"neon",
            _ => c"other",
        }
        .as_ptr()
    }
    /// `malformed`.
    fn placemat_status_name(status: u32) -> *const c_char { at(&STATUSES, Some(status)) }
    /// `unexpected-continuation`.
    fn placemat_kind_name(kind: u32) -> *const c_char { at(&KINDS, kind.checked_sub(1)) }
    /// `unexpected continuation byte`.
    fn placemat_kind_text(kind: u32) -> *const c_char { at(&SENTENCES, kind.checked_sub(1)) }
    /// `replace-per-byte`.
    fn placemat_policy_name(policy: u32) -> *const c_char { at(&POLICIES, Some(policy)) }
    /// `utf-16le`.
    fn placemat_label_name(label: u32) -> *const c_char { at(&LABELS, label.checked_sub(1)) }
}

/// As in `Cargo.toml`.
const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    };
