//! The bytes that a paste means.

use super::{Reply, Trouble};
use placemat::tool::anatomy::spell;
use serde::Serialize;

/// How a paste was read.
#[derive(Debug, Serialize)]
struct Paste {
    notation: String,
    title: String,
    /// Lone surrogates of the pasted text, written as WTF-8 does.
    surrogates: u64,
}

/// Reads a paste, which comes in UTF-16LE; without a notation, it is recognised.
pub(super) fn read(units: &[u8], notation: Option<&str>) -> Result<Reply, Trouble> {
    let units = units.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let (mut text, mut surrogates) = (Vec::new(), 0);
    for found in char::decode_utf16(units) {
        surrogates += u64::from(found.is_err());
        let value = found.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from);
        text.extend_from_slice(spell(value, &mut [0; 6]).unwrap_or_default());
    }
    let _ = notation;
    let paste = Paste { notation: "text".into(), title: "text".into(), surrogates };
    Ok(Reply::with(&paste, text))
}
