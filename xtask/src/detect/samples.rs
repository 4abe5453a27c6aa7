//! Texts in every legacy encoding that can hold them, cut to some lengths.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use encoding_rs::Encoding;

/// A file in a known encoding.
pub(super) struct Sample {
    pub(super) path: PathBuf,
    pub(super) encoding: &'static str,
    /// The length it was cut to.
    pub(super) size: usize,
    pub(super) bytes: Vec<u8>,
}

/// The lengths, in bytes.
pub(super) const SIZES: [usize; 3] = [100, 300, 1000];

pub(super) const ENCODINGS: [&str; 35] = [
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "ibm866",
    "macintosh",
    "x-mac-cyrillic",
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "gbk",
    "gb18030",
    "big5",
    "euc-kr",
];

/// Makes all samples below `folder`.
pub(super) fn make(folder: &Path) -> Result<Vec<Sample>> {
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let mut samples = Vec::new();
    for (code, [_, text]) in super::halves()? {
        for encoding in ENCODINGS {
            let Some(bytes) = held(&text, encoding) else { continue };
            for size in SIZES {
                let bytes = bytes[..bytes.len().min(size)].to_vec();
                // ASCII is in no legacy encoding more than in another.
                if !bytes.iter().any(|&byte| byte >= 0x80 || byte == 0x1B) {
                    continue;
                }
                let path = folder.join(format!("{code}.{encoding}.{size}"));
                fs::write(&path, &bytes)?;
                samples.push(Sample { path, encoding, size, bytes });
            }
        }
    }
    Ok(samples)
}

/// `text` in `encoding`. Typographic marks that it lacks are replaced by those of ASCII, and up to
/// 0.5 % of the letters are left out: names of languages in other scripts, for the most part.
fn held(text: &str, encoding: &str) -> Option<Vec<u8>> {
    // What GBK holds is the same in both.
    if encoding == "gb18030" && encode(text, "gbk").1 == 0 {
        return None;
    }
    let (bytes, lost) = encode(text, encoding);
    if lost == 0 {
        return Some(bytes);
    }
    let plain: String = text.chars().filter_map(plain).collect();
    let (bytes, lost) = encode(&plain, encoding);
    (lost * 200 <= plain.chars().count()).then_some(bytes)
}

fn plain(c: char) -> Option<char> {
    Some(match c {
        '“' | '”' | '„' | '«' | '»' | '″' => '"',
        '‘' | '’' | '′' | 'ʼ' => '\'',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '\u{A0}' => ' ',
        '•' => '*',
        '\u{200B}'..='\u{200F}' | '\u{FEFF}' => return None,
        _ => c,
    })
}

/// The bytes, and how many code points the encoding cannot hold: they are left out.
fn encode(text: &str, encoding: &str) -> (Vec<u8>, usize) {
    if encoding == "iso-8859-1" {
        let bytes: Vec<u8> = text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
        let lost = text.chars().count() - bytes.len();
        return (bytes, lost);
    }
    let mut encoder =
        Encoding::for_label(encoding.as_bytes()).expect("it is in the standard").new_encoder();
    let (mut bytes, mut lost, mut rest) = (vec![0; 4 * text.len() + 64], 0, text);
    let mut written = 0;
    loop {
        let (result, read, more) =
            encoder.encode_from_utf8_without_replacement(rest, &mut bytes[written..], true);
        (rest, written) = (&rest[read..], written + more);
        match result {
            encoding_rs::EncoderResult::Unmappable(_) => lost += 1,
            _ => break,
        }
    }
    bytes.truncate(written);
    (bytes, lost)
}

/// The text of `bytes`, which may end within a character, by a label that someone has answered.
pub(super) fn decode(bytes: &[u8], label: &str) -> Option<String> {
    let label = label.trim().to_lowercase();
    let label = match label.as_str() {
        // Names that the standard does not have.
        "mac-cyrillic" | "mac_cyrillic" => "x-mac-cyrillic",
        "mac_roman" => "macintosh",
        "uhc" | "cp949" | "johab" => "euc-kr",
        "cp932" | "shift_jis_2004" | "shift_jisx0213" => "shift_jis",
        "cp874" | "tis-620" => "windows-874",
        "big5hkscs" | "cp950" => "big5",
        "latin_1" | "latin-1" => "iso-8859-1",
        "unknown-8bit" | "none" | "binary" => return None,
        label => label,
    };
    if matches!(label, "iso-8859-1" | "iso8859-1") {
        return Some(bytes.iter().map(|&byte| char::from(byte)).collect());
    }
    // Python: cp1252, iso8859_15, koi8_r.
    let dashed = label.replace('_', "-");
    let windows = dashed.strip_prefix("cp").map(|page| format!("windows-{page}"));
    let candidates = [Some(dashed.clone()), windows, Some(label.to_owned())];
    let encoding =
        candidates.iter().flatten().find_map(|label| Encoding::for_label(label.as_bytes()))?;
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(4 * bytes.len() + 16);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, false);
    matches!(result, encoding_rs::DecoderResult::InputEmpty).then_some(text)
}
