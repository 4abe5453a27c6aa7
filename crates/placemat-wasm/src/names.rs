//! The names that JavaScript uses, each in the place that is its number.

use crate::border::answer;
use crate::export;
use placemat::encoding::Label;
use placemat::{MalformedKind, Policy};
use serde::Serialize;

#[derive(Serialize)]
struct Names {
    encodings: Vec<Encoding>,
    policies: Vec<&'static str>,
    /// With what they are, in words.
    kinds: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
struct Encoding {
    name: &'static str,
    aliases: &'static [&'static str],
    /// What the Encoding Standard calls it.
    whatwg: &'static [&'static str],
    about: &'static str,
}

impl From<&Label> for Encoding {
    fn from(label: &Label) -> Self {
        Self {
            name: label.name(),
            aliases: label.aliases(),
            whatwg: label.whatwg_labels(),
            about: label.about(),
        }
    }
}

/// The place of a label among all, or -1.
fn place(label: Option<Label>) -> i32 {
    label.map_or(-1, |label| label as i32)
}

export! {
    /// JSON: all names.
    fn names() -> usize {
        let names = Names {
            encodings: Label::all().iter().map(Encoding::from).collect(),
            policies: Policy::all().iter().map(|policy| policy.name()).collect(),
            kinds: MalformedKind::all().iter().map(|kind| (kind.name(), kind.to_string())).collect(),
        };
        answer(serde_json::to_vec(&names).expect("texts"))
    }
    /// Which encoding is meant, as IANA and iconv mean it, or, if so asked, the Encoding Standard; -1 if
    /// none is.
    fn find_encoding(name[len]: In, whatwg: bool) -> i32 {
        let find = if whatwg { Label::for_label_whatwg } else { Label::for_label };
        place(std::str::from_utf8(name).ok().and_then(find))
    }
}
