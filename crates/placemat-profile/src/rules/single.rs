//! Rules about single code points that one byte gives away.

use crate::Kind;
use crate::checker::{Found, Tell};
use crate::find::find;
use placemat::utf8;

/// U+0000.
pub(crate) fn nul(text: &[u8], tell: &mut Tell<'_>) {
    memchr::memchr_iter(0, text).for_each(|at| tell(Found::value(Kind::Nul, at, 1, 0)));
}

/// Whatever UTF-8 writes in four bytes.
pub(crate) fn above_bmp(text: &[u8], tell: &mut Tell<'_>) {
    let mut from = 0;
    while let Some(at) = find(&text[from..], |byte| byte >= 0xF0) {
        let at = from + at;
        let (item, len) = utf8::decode_first(&text[at..]).expect("it is not empty");
        if let Ok(c) = item {
            tell(Found::value(Kind::AboveBmp, at, len, u32::from(c)));
        }
        from = at + len;
    }
}
