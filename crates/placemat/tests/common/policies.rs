//! The naive reference for policies: what their documentation says, item by item.
//! The code pages are written down here once more.

use super::reference;
use placemat::Policy;
use placemat::policy::{Cause, Change};
use std::string::String;
use std::vec::Vec;

/// The policies that towards UTF-8 give well-formed text.
pub(crate) const REPAIRS: [Policy; 7] = [
    Policy::Replace,
    Policy::ReplacePerByte,
    Policy::Remove,
    Policy::BackslashReplace,
    Policy::Latin1,
    Policy::Windows1252,
    Policy::Windows1252Strict,
];

/// 80 to 9F in Windows-1252. What the code page leaves undefined is `None`.
const WINDOWS_1252: [Option<char>; 32] = [
    Some('\u{20AC}'), // 80, euro sign
    None,
    Some('\u{201A}'), // 82, single low-9 quotation mark
    Some('\u{0192}'), // 83, f with hook
    Some('\u{201E}'), // 84, double low-9 quotation mark
    Some('\u{2026}'), // 85, horizontal ellipsis
    Some('\u{2020}'), // 86, dagger
    Some('\u{2021}'), // 87, double dagger
    Some('\u{02C6}'), // 88, modifier letter circumflex accent
    Some('\u{2030}'), // 89, per mille sign
    Some('\u{0160}'), // 8A, S with caron
    Some('\u{2039}'), // 8B, single left-pointing angle quotation mark
    Some('\u{0152}'), // 8C, ligature OE
    None,
    Some('\u{017D}'), // 8E, Z with caron
    None,
    None,
    Some('\u{2018}'), // 91, left single quotation mark
    Some('\u{2019}'), // 92, right single quotation mark
    Some('\u{201C}'), // 93, left double quotation mark
    Some('\u{201D}'), // 94, right double quotation mark
    Some('\u{2022}'), // 95, bullet
    Some('\u{2013}'), // 96, en dash
    Some('\u{2014}'), // 97, em dash
    Some('\u{02DC}'), // 98, small tilde
    Some('\u{2122}'), // 99, trade mark sign
    Some('\u{0161}'), // 9A, s with caron
    Some('\u{203A}'), // 9B, single right-pointing angle quotation mark
    Some('\u{0153}'), // 9C, ligature oe
    None,
    Some('\u{017E}'), // 9E, z with caron
    Some('\u{0178}'), // 9F, Y with diaeresis
];

/// `byte` in Windows-1252; `undefined` says what the code page does not.
fn windows_1252(byte: u8, undefined: u32) -> u32 {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)].map_or(undefined, u32::from),
        _ => byte.into(),
    }
}

/// What the bytes of a maximal subpart become.
pub(crate) fn substitute(bytes: &[u8], policy: Policy) -> Vec<u32> {
    let each = |f: fn(u8) -> u32| bytes.iter().copied().map(f).collect();
    match policy {
        Policy::Replace => std::vec![0xFFFD],
        Policy::ReplacePerByte => each(|_| 0xFFFD),
        Policy::Remove => Vec::new(),
        Policy::BackslashReplace => {
            let escaped: String = bytes.iter().map(|byte| std::format!("\\x{byte:02x}")).collect();
            escaped.chars().map(u32::from).collect()
        }
        Policy::Latin1 => each(u32::from),
        Policy::Windows1252 => each(|byte| windows_1252(byte, byte.into())),
        Policy::Windows1252Strict => each(|byte| windows_1252(byte, 0xFFFD)),
        Policy::Utf8b => each(|byte| 0xDC00 + u32::from(byte)),
        _ => unreachable!("it has no answer"),
    }
}

/// The values that `text` becomes.
pub(crate) fn values(text: &[u8], policy: Policy) -> Vec<u32> {
    let mut values = Vec::new();
    for item in reference::items(text) {
        match item {
            Ok(c) => values.push(c.into()),
            Err(bad) => values.extend(substitute(&text[bad.offset..bad.end()], policy)),
        }
    }
    values
}

/// What a repair has to give: text and changes.
pub(crate) fn repaired(text: &[u8], policy: Policy) -> (String, Vec<Change>) {
    let (mut out, mut changes) = (String::new(), Vec::new());
    for item in reference::items(text) {
        match item {
            Ok(c) => out.push(c),
            Err(bad) => {
                let output_offset = out.len();
                let values = substitute(&text[bad.offset..bad.end()], policy);
                out.extend(values.into_iter().map(|v| char::from_u32(v).expect("a scalar")));
                changes.push(Change {
                    offset: bad.offset as u64,
                    len: bad.len,
                    output_offset: output_offset as u64,
                    output_len: out.len() - output_offset,
                    cause: Cause::Malformed(bad.kind),
                });
            }
        }
    }
    (out, changes)
}
