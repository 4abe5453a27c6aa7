//! The new text without the damage.

use super::compare::{Accepted, compare, compare_as};
use super::conversion::Conversion;
use super::text::Text;
use placemat::{Label, Policy, Status, Transcoder};

/// The new text with the damaged parts taken back from the old one, and whether
/// that is all of the damage. What is accepted stays.
pub(crate) fn restore(old: &[u8], new: &[u8], accept: Accepted) -> (Vec<u8>, bool) {
    let same_form = if accept.conversion { None } else { in_form_of(old, new) };
    let new = same_form.as_deref().unwrap_or(new);
    let (mut was, mut is) = (Text::new(old), Text::new(new));
    // Otherwise every run that was converted is taken back.
    let conversion = if accept.conversion { Conversion::find(&was, &is) } else { None };
    let mut patches = compare_as(&mut was, &mut is, conversion, accept).patches;
    patches.sort_by_key(|(range, _)| (range.start, range.end));
    let mut restored = Vec::with_capacity(new.len());
    let mut at = 0;
    for (range, bytes) in patches {
        restored.extend_from_slice(&new[at..range.start]);
        restored.extend_from_slice(&bytes);
        at = range.end;
    }
    restored.extend_from_slice(&new[at..]);
    let all = compare(old, &restored, accept).findings.is_empty();
    (restored, all)
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

/// Text in another encoding, if that is possible without loss.
pub(super) fn transcoded(text: &[u8], from: Label, to: Label) -> Option<Vec<u8>> {
    let mut out = vec![0; 4 * text.len() + 64];
    let mut pair = Transcoder::new(from, to, Policy::Strict).ok()?;
    let progress = pair.push(text, &mut out, true);
    out.truncate(progress.written);
    (progress.status == Status::InputEmpty).then_some(out)
}
