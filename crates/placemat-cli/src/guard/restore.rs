//! The new text without the damage.

use super::compare::{Patch, compare, compare_as};
use super::conversion::Conversion;
use super::legacy::Decoding;
use super::text::{Form, Text, transcoded};
use crate::settings::Accepted;
use placemat::encoding::Label;
use placemat::utf8;

/// The new text with the damaged parts taken back from the old one, and whether
/// that is all of the damage. What is accepted stays. No text is brought to an encoding
/// that the rest of the file is not in.
pub(crate) fn restore(old: &[u8], new: &[u8], accept: Accepted) -> (Vec<u8>, bool) {
    let same_form = if accept.conversion { None } else { in_form_of(old, new) };
    let new = same_form.as_deref().unwrap_or(new);
    let (mut was, mut is) = (Text::new(old), Text::new(new));
    // Otherwise every run that was converted is taken back.
    let conversion = if accept.conversion { Conversion::find(&was, &is) } else { None };
    let mut patches = compare_as(&mut was, &mut is, conversion, accept).patches;
    patches.sort_by_key(|(range, _)| (range.start, range.end));
    let count = patches.len();
    patches.retain(|patch| !is_other_text(new, patch));
    if mixes_encodings(&was, &is, &patched(new, &patches)) {
        patches.retain(|patch| !changes_encoding(new, patch));
    }
    let restored = patched(new, &patches);
    let all = patches.len() == count && compare(old, &restored, accept).findings.is_empty();
    (restored, all)
}

/// `new` with its parts replaced: in the order of their places.
fn patched(new: &[u8], patches: &[Patch]) -> Vec<u8> {
    let mut restored = Vec::with_capacity(new.len());
    let mut at = 0;
    for (range, bytes) in patches {
        restored.extend_from_slice(&new[at..range.start]);
        restored.extend_from_slice(bytes);
        at = range.end;
    }
    restored.extend_from_slice(&new[at..]);
    restored
}

/// Whether what is there now is text that the old bytes are in no encoding.
fn is_other_text(new: &[u8], (range, old): &Patch) -> bool {
    let Ok(text) = str::from_utf8(&new[range.clone()]) else { return false };
    let is_damage = text.is_ascii() || text.contains(char::REPLACEMENT_CHARACTER);
    // It may have been read in the wrong page behind that, and written once more.
    let once = Decoding::all().next().and_then(|page| String::from_utf8(page.encode(text)?).ok());
    let is_text = |read: String| read == text || once.as_ref() == Some(&read);
    let is_read = |decoding: Decoding| decoding.decode(old).is_some_and(is_text);
    !is_damage && str::from_utf8(old).is_err() && !Decoding::all().any(is_read)
}

/// Whether a text would be in two encodings that is in another one than the old text.
fn mixes_encodings(old: &Text<'_>, new: &Text<'_>, restored: &[u8]) -> bool {
    if str::from_utf8(restored).is_ok() {
        return false;
    }
    match (old.form, new.form) {
        (Form::EightBit, Form::Utf8) => well_formed(restored) > well_formed(old.bytes),
        (Form::Utf8, Form::EightBit) => true,
        _ => false,
    }
}

/// How many code points beyond ASCII are there in UTF-8, not counting U+FFFD.
fn well_formed(bytes: &[u8]) -> usize {
    let is_text = |c: &char| !c.is_ascii() && *c != char::REPLACEMENT_CHARACTER;
    utf8::code_points(bytes).filter(|found| found.as_ref().is_ok_and(is_text)).count()
}

/// Whether one of what is there and what was there is UTF-8, and the other is not.
fn changes_encoding(new: &[u8], (range, old): &Patch) -> bool {
    str::from_utf8(&new[range.clone()]).is_ok() != str::from_utf8(old).is_ok()
}

/// `new` in the encoding of `old`, if it is in another, and can be.
fn in_form_of(old: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    let (was, is) = (Text::new(old), Text::new(new));
    let (to, from) = (was.form.label()?, is.form.label()?);
    let conversion = Conversion::find(&was, &is);
    if to == from && conversion.is_none() {
        return None;
    }
    let legacy = conversion.map(|Conversion { from, to }| (from, to));
    let (was_in, is_in) = legacy.unwrap_or_default();
    let text = &new[is.signature..];
    let text = match is_in {
        Some(decoding) => decoding.decode(text)?.into_bytes(),
        None => transcoded(text, from, Label::Utf8)?,
    };
    let text = match was_in {
        Some(decoding) => decoding.encode(str::from_utf8(&text).ok()?)?,
        None => transcoded(&text, Label::Utf8, to)?,
    };
    Some([was.signature_bytes(), &text].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_restored_to_a_second_encoding() {
        for (old, new) in [
            // Most words are others.
            (
                &b"caf\xE9 noir\nd\xE9j\xE0 vu\n\xE9t\xE9 chaud\n"[..],
                "café noir\nvoilà autre\noù ça\n".as_bytes(),
            ),
            (
                "café noir\ndéjà vu\nété chaud\n".as_bytes(),
                b"caf\xE9 noir\nvoil\xE0 autre\no\xF9 \xE7a\n",
            ),
            // What was added cannot be in the old encoding.
            (b"caf\xE9 \xE0\n", "café à\n日本\n".as_bytes()),
            (b"caf\xE9 noir\n", "caf\u{FFFD} noir\n日本\n".as_bytes()),
            (b"caf\xE9 noir\nx\n", "caf? noir\nvoilà\n".as_bytes()),
            // Another text altogether.
            (b"caf\xE9 noir\n", "cafè noir\n".as_bytes()),
        ] {
            let shown = String::from_utf8_lossy(new);
            assert_eq!(restore(old, new, Accepted::default()), (new.to_vec(), false), "{shown}");
        }
    }
}
