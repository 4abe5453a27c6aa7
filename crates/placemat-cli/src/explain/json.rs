//! JSON Lines: an object for each sequence. The schema is in docs/json.md.

use super::known::Known;
use super::line::split_bits;
use super::{Renderer, Sequence};
use crate::print::json::write_line;
use crate::print::name::hex;
use placemat::tool::anatomy::{self, Item};
use placemat_inspect::{code_point, malformed, notation};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Default)]
pub(super) struct Json {
    known: Known,
}

#[derive(Serialize)]
struct Object {
    length: usize,
    bytes: String,
    bits: Vec<[String; 2]>,
    #[serde(flatten)]
    item: Described,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Described {
    CodePoint {
        code_point: u32,
        text: char,
        name: String,
        category: &'static str,
        script: &'static str,
        block: &'static str,
        utf16: Vec<String>,
        html: String,
        json: String,
        c: String,
    },
    Malformed {
        kind: &'static str,
        subparts: usize,
        message: String,
        meaning: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        code_point: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        broken: Option<Broken>,
        windows_1252: String,
        cesu_8: Option<u32>,
        modified_utf_8: Option<u32>,
        wtf_8: Option<u32>,
        utf_8_rfc2279: Option<u32>,
    },
}

/// The rule that is broken, and where.
#[derive(Serialize)]
struct Broken {
    rule: &'static str,
    text: &'static str,
    byte: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<[String; 2]>,
}

impl Renderer for Json {
    fn sequence(&mut self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        let r#type = match sequence.item {
            Item::CodePoint(_) => "code-point",
            Item::Malformed(_) => "malformed",
        };
        write!(out, "{{\"type\":\"{type}\",\"offset\":{},", sequence.offset)?;
        let known = self.known.of(sequence, |out| write_line(&object(sequence), out))?;
        // Both are one object.
        out.write_all(&known[1..])
    }
}

/// All but the first two fields.
fn object(sequence: &Sequence) -> Object {
    let bytes = sequence.bytes();
    Object {
        length: bytes.len(),
        bytes: hex(bytes),
        bits: bytes.iter().map(|&byte| split_bits(byte).into()).collect(),
        item: match sequence.item {
            Item::CodePoint(c) => of_code_point(c),
            Item::Malformed(_) => of_mistake(sequence),
        },
    }
}

fn of_code_point(c: char) -> Described {
    Described::CodePoint {
        code_point: c.into(),
        text: c,
        name: code_point::name(c),
        category: code_point::category(c).0,
        script: code_point::script(c),
        block: code_point::block(c),
        utf16: notation::utf16(c),
        html: notation::html(c).unwrap_or_else(|| "none".to_owned()),
        json: notation::json(c),
        c: notation::c_string(c),
    }
}

fn of_mistake(sequence: &Sequence) -> Described {
    let Item::Malformed(group) = sequence.item else { unreachable!("it was asked for") };
    let readings = group.readings();
    let hex = |byte: u8| format!("{byte:02x}");
    Described::Malformed {
        kind: group.kind.name(),
        subparts: group.subparts,
        message: malformed::sentence(&group, &sequence.around),
        meaning: group.meaning.name(),
        code_point: group.meaning.value(),
        broken: anatomy::broken_rule(&sequence.around).map(|broken| Broken {
            rule: broken.rule.name,
            text: broken.rule.text,
            byte: broken.at,
            allowed: broken.allowed.map(|(low, high)| [low, high].map(hex)),
        }),
        windows_1252: sequence.windows_1252(),
        cesu_8: readings.cesu8,
        modified_utf_8: readings.modified_utf8,
        wtf_8: readings.wtf8,
        utf_8_rfc2279: readings.rfc2279,
    }
}
