//! Encodings by name: what people call them, and text read in them.

use placemat::encoding::Label;
use placemat::{Policy, Status, Transcoder};
use placemat_detect::training;

/// Bytes read in an encoding.
#[derive(Debug)]
pub(super) struct Read {
    /// U+FFFD stands for what is malformed, and for what no text can hold.
    pub(super) text: String,
    /// How many mistakes there were.
    pub(super) malformed: u64,
    /// How many lone surrogates, and values above U+10FFFF.
    pub(super) unmappable: u64,
}

/// `bytes` in the encoding of this name, if it is known.
pub(super) fn read(name: &str, bytes: &[u8]) -> Option<Read> {
    if let Some(label) = Label::for_label(name) {
        return family(label, bytes);
    }
    if let Some(encoding) = encoding_rs::Encoding::for_label(name.as_bytes()) {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        let malformed = text.matches('\u{FFFD}').count() as u64;
        return Some(Read { text: text.into_owned(), malformed, unmappable: 0 });
    }
    let page = training::page(name)?;
    let of = |&byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(high) => page.high[usize::from(high)],
    };
    let text: String = bytes.iter().map(of).collect();
    let malformed = text.matches('\u{FFFD}').count() as u64;
    Some(Read { text, malformed, unmappable: 0 })
}

fn family(label: Label, bytes: &[u8]) -> Option<Read> {
    let mut reader = Transcoder::new(label, Label::Utf8, Policy::Replace).ok()?;
    let mut text = Vec::new();
    push(&mut reader, bytes, true, &mut text);
    let text = String::from_utf8(text).expect("conversion to UTF-8 gives UTF-8");
    Some(Read { text, malformed: reader.malformed(), unmappable: reader.unmappable() })
}

/// Converts all of `bytes`, with a policy that has an answer for everything.
pub(super) fn push(reader: &mut Transcoder, bytes: &[u8], last: bool, out: &mut Vec<u8>) {
    let mut read = 0;
    loop {
        let written = out.len();
        out.resize(written + bytes.len() - read + Transcoder::MIN_ROOM, 0);
        let progress = reader.push(&bytes[read..], &mut out[written..], last);
        out.truncate(written + progress.written);
        read += progress.read;
        if progress.status != Status::OutputFull {
            return;
        }
    }
}

/// What people call it: `Windows-1252`, `KOI8-R`, `Mac Roman`.
pub(super) fn title(name: &str) -> String {
    match name {
        "us-ascii" => "ASCII".to_owned(),
        "binary" => "Binary data".to_owned(),
        "unknown-8bit" => "A page that is not known".to_owned(),
        "modified-utf-8" => "Modified UTF-8 (Java)".to_owned(),
        "utf-8-rfc2279" => "UTF-8 of 1998 (RFC 2279)".to_owned(),
        "utf-16le" => "UTF-16, little-endian".to_owned(),
        "utf-16be" => "UTF-16, big-endian".to_owned(),
        "utf-32le" => "UTF-32, little-endian".to_owned(),
        "utf-32be" => "UTF-32, big-endian".to_owned(),
        "shift_jis" => "Shift_JIS".to_owned(),
        "macintosh" => "Mac Roman".to_owned(),
        "x-mac-cyrillic" => "Mac Cyrillic".to_owned(),
        "big5" => "Big5".to_owned(),
        _ => match name.strip_prefix("windows-") {
            Some(number) => format!("Windows-{number}"),
            None => name.to_uppercase(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sources_of_encodings() {
        let text = |name, bytes| read(name, bytes).unwrap().text;
        assert_eq!(text("cesu-8", b"\xED\xA0\xBD\xED\xB9\x88"), "\u{1F648}");
        assert_eq!(text("koi8-r", b"\xF0\xD2\xC9"), "При");
        assert_eq!(text("ibm437", b"\x82"), "é");
        let lone = read("wtf-8", b"\xED\xA0\x80").unwrap();
        assert_eq!((lone.malformed, lone.unmappable), (0, 1));
        assert!(read("klingon", b"").is_none());
        assert_eq!(["koi8-r", "windows-1252"].map(title), ["KOI8-R", "Windows-1252"]);
    }
}
