//! The bytes that a paste means.

use super::{Reply, Trouble};
use placemat::tool::anatomy::spell;
use placemat_inspect::paste::{self, Certainty, Form};
use serde::Serialize;

/// How a paste was read.
#[derive(Debug, Serialize)]
struct Paste {
    form: Named,
    /// What else it could be, if somebody says so.
    others: Vec<Named>,
    /// Hardly anything else looks like it.
    certain: bool,
    notes: Vec<String>,
    /// Lone surrogates of the pasted text, written as WTF-8 does.
    surrogates: u64,
}

/// A form by its name, and in words.
#[derive(Debug, Serialize)]
pub(super) struct Named {
    name: &'static str,
    title: &'static str,
}

impl From<Form> for Named {
    fn from(form: Form) -> Self {
        Self { name: form.name(), title: form.title() }
    }
}

/// All forms in which a paste can be, text first.
pub(super) fn forms() -> Vec<Named> {
    let text = |form: &Form| *form == Form::Text;
    Form::all()
        .filter(text)
        .chain(Form::all().filter(|form| !text(form)))
        .map(Named::from)
        .collect()
}

/// Reads a paste, which comes in UTF-16LE; without a form, it is recognised.
pub(super) fn read(units: &[u8], form: Option<&str>) -> Result<Reply, Trouble> {
    let units = units.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let (mut bytes, mut surrogates) = (Vec::new(), 0);
    for found in char::decode_utf16(units) {
        surrogates += u64::from(found.is_err());
        let value = found.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from);
        bytes.extend_from_slice(spell(value, &mut [0; 6]).unwrap_or_default());
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        // No notation has any.
        let (form, others, notes) = (Form::Text.into(), Vec::new(), Vec::new());
        return Ok(Reply::with(&Paste { form, others, certain: true, notes, surrogates }, bytes));
    };
    let read = match form {
        Some(form) => {
            let form = form.parse().map_err(|_| Trouble::new("no such notation"))?;
            paste::read_as(text, form)
                .map_err(|why| Trouble(format!("It cannot be read as {}: {why}.", form.title())))?
        }
        None => paste::read(text),
    };
    let paste = Paste {
        form: read.form.into(),
        others: read.others.into_iter().map(Named::from).collect(),
        certain: read.certainty == Certainty::Certain,
        notes: read.notes,
        surrogates,
    };
    Ok(Reply::with(&paste, read.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, form: Option<&str>) -> Result<(serde_json::Value, Vec<u8>), Trouble> {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let reply = read(&units, form)?;
        Ok((serde_json::from_str(&reply.json).unwrap(), reply.bytes))
    }

    #[test]
    fn recognised_or_told() {
        let (paste, bytes) = of(r"\xE2\x82\xAC", None).unwrap();
        assert_eq!((&*bytes, paste["form"]["name"].as_str()), ("€".as_bytes(), Some("escapes")));
        let (_, bytes) = of("cafe", Some("hex")).unwrap();
        assert_eq!(bytes, b"\xCA\xFE");
        assert!(of("zz", Some("hex")).is_err());
        assert!(of("zz", Some("runes")).is_err());
        assert_eq!(forms()[0].name, "text");
    }

    #[test]
    fn lone_surrogates_stay() {
        let reply = read(&[0x61, 0, 0, 0xD8], None).unwrap();
        assert_eq!(reply.bytes, b"a\xED\xA0\x80");
        assert!(reply.json.contains("\"surrogates\":1"));
    }
}
