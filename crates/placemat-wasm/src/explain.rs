//! What bytes say, sequence by sequence.

use crate::border::answer;
use crate::export;
use placemat::tool::anatomy::{self, Item};
use placemat::utf8::Group;
use placemat_inspect::{code_point, malformed, notation};
use serde::Serialize;

#[derive(Serialize)]
struct Sequence {
    offset: usize,
    length: usize,
    /// `E2 82 AC`.
    bytes: String,
    #[serde(flatten)]
    item: Described,
}

#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Described {
    CodePoint {
        code_point: u32,
        text: char,
        name: String,
        category: &'static str,
        script: &'static str,
        block: &'static str,
    },
    Malformed {
        kind: &'static str,
        /// How many errors it is.
        subparts: usize,
        message: String,
        /// What was probably meant.
        meaning: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u32>,
        /// What the bytes are in that encoding.
        windows1252: String,
    },
}

fn of_code_point(c: char) -> Described {
    Described::CodePoint {
        code_point: c.into(),
        text: c,
        name: code_point::name(c),
        category: code_point::category(c).0,
        script: code_point::script(c),
        block: code_point::block(c),
    }
}

fn of_malformed(group: &Group, text: &[u8]) -> Described {
    let windows_1252 = placemat::encoding::single_byte::windows_1252;
    Described::Malformed {
        kind: group.kind.name(),
        subparts: group.subparts,
        message: malformed::sentence(group, text),
        meaning: group.meaning.name(),
        value: group.meaning.value(),
        windows1252: text[..group.len].iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

fn explained(text: &[u8], limit: usize) -> Vec<Sequence> {
    let described = |sequence: anatomy::Sequence| {
        let rest = &text[sequence.offset..];
        Sequence {
            offset: sequence.offset,
            length: sequence.len,
            bytes: notation::spaced(&rest[..sequence.len]),
            item: match sequence.item {
                Item::CodePoint(c) => of_code_point(c),
                Item::Malformed(group) => of_malformed(&group, rest),
            },
        }
    };
    anatomy::sequences(text).take(limit).map(described).collect()
}

export! {
    /// JSON: the first `limit` sequences of `text`, a code point or a mistake each.
    fn explain(text[len]: In, limit: usize) -> usize {
        answer(serde_json::to_vec(&explained(text, limit)).expect("texts and numbers"))
    }
}
