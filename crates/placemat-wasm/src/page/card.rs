//! All about one sequence.

use super::encodings;
use super::shown::{Run, Shown, shown};
use super::strip::{class_letter, glyph};
use placemat::encoding::{Label, single_byte};
use placemat::tool::anatomy::{self, Item};
use placemat::utf8::{self, Group, Meaning};
use placemat::{Policy, Transcoder};
use placemat_inspect::notation::{self, spaced};
use placemat_inspect::{code_point, malformed};
use serde::Serialize;

/// A sequence, in words.
#[derive(Debug, Serialize)]
pub(super) struct Card {
    at: u64,
    glyph: String,
    look: &'static str,
    /// `U+20AC`, or the bytes of a mistake.
    head: String,
    title: String,
    bytes: Vec<Byte>,
    /// The payload bits of all bytes, and the number that they spell.
    sum: Option<(String, String)>,
    fields: Vec<Field>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<Mistake>,
}

#[derive(Debug, Serialize)]
struct Byte {
    hex: String,
    octal: String,
    decimal: u8,
    prefix: String,
    payload: String,
    class: char,
    role: String,
}

/// A label, and what stands behind it.
#[derive(Debug, Serialize)]
struct Field {
    label: &'static str,
    text: String,
    /// Somebody may want to copy it.
    code: bool,
}

/// What there is to say of malformed bytes beyond that.
#[derive(Debug, Serialize)]
struct Mistake {
    /// The lesson about it.
    lesson: &'static str,
    /// The rule of RFC 3629 that it follows farthest, and where it leaves that.
    rule: Option<(String, String)>,
    meant: String,
    subparts: Vec<(String, String)>,
    policies: Vec<(String, Shown)>,
    relatives: Vec<(String, String)>,
}

/// The card of the sequence at `from` of a window that begins at `base`.
pub(super) fn card(bytes: &[u8], base: u64, from: usize) -> Option<Card> {
    let from = utf8::floor_group_boundary(bytes, from.min(bytes.len()));
    let around = &bytes[from..];
    let sequence = anatomy::sequences(around).next()?;
    let own = &around[..sequence.len];
    let mut card = Card {
        at: base.saturating_add(from as u64),
        glyph: String::new(),
        look: "bad",
        head: spaced(own),
        title: String::new(),
        bytes: own.iter().map(|&byte| one(byte)).collect(),
        sum: None,
        fields: Vec::new(),
        mistake: None,
    };
    match sequence.item {
        Item::CodePoint(c) => {
            (card.glyph, card.look) = glyph(c);
            card.head = format!("U+{:04X}", u32::from(c));
            card.title = code_point::name(c);
            card.sum = Some(sum(own, u32::from(c)));
            card.fields = fields(c, own);
        }
        Item::Malformed(group) => {
            card.title = malformed::sentence(&group, around);
            card.sum = group.meaning.value().map(|value| sum(&own[..own.len().min(6)], value));
            if matches!(group.meaning, Meaning::SurrogatePair { .. }) {
                // Two sequences of three: their bits are not one number.
                card.sum = None;
            }
            card.mistake = Some(mistake(&group, own, around));
        }
    }
    Some(card)
}

fn one(byte: u8) -> Byte {
    let bits = format!("{byte:08b}");
    let (prefix, payload) = bits.split_at(8 - anatomy::payload_bits(byte) as usize);
    Byte {
        hex: format!("{byte:02X}"),
        octal: format!("{byte:03o}"),
        decimal: byte,
        prefix: prefix.to_owned(),
        payload: payload.to_owned(),
        class: class_letter(byte),
        role: malformed::role(byte),
    }
}

/// The payload bits, a group a byte, and what they spell.
fn sum(own: &[u8], value: u32) -> (String, String) {
    let payload = |&byte: &u8| {
        let width = anatomy::payload_bits(byte) as usize;
        format!("{:0width$b}", anatomy::payload(byte))
    };
    let bits: Vec<String> = own.iter().map(payload).collect();
    (bits.join(" "), format!("{value:04X}"))
}

fn fields(c: char, own: &[u8]) -> Vec<Field> {
    let fact = |label, text: String| Field { label, text, code: false };
    let code = |label, text: String| Field { label, text, code: true };
    let (category, category_name) = code_point::category(c);
    let mut fields = vec![
        fact("Category", format!("{category_name} ({category})")),
        fact("Script", code_point::script(c).to_owned()),
        fact("Block", code_point::block(c).to_owned()),
        code("Decimal", u32::from(c).to_string()),
        code("UTF-8", spaced(own)),
        code("UTF-16", notation::utf16(c).join(" ")),
        code("UTF-32", format!("{:08X}", u32::from(c))),
        code("JSON, JS", notation::json(c)),
        code("Python", notation::python(c)),
        code("Rust", notation::rust(c)),
        code("C", notation::c_string(c)),
    ];
    fields.extend(notation::html(c).map(|html| code("HTML", html)));
    fields.push(code("URL", own.iter().map(|byte| format!("%{byte:02X}")).collect()));
    if own.len() > 1 {
        let misread: String = own.iter().map(|&byte| single_byte::windows_1252(byte)).collect();
        fields.push(fact("In Windows-1252", notation::shown(&misread)));
    }
    fields
}

fn mistake(group: &Group, own: &[u8], around: &[u8]) -> Mistake {
    let broken = anatomy::broken_rule(around);
    // In what is around: the bytes alone would seem to be cut by the end.
    let subparts = utf8::errors(around).take_while(|bad| bad.offset < own.len());
    let subparts = subparts
        .map(|bad| (spaced(&around[bad.offset..bad.end()]), bad.kind.to_string()))
        .collect();
    let readings = group.readings();
    let relatives = [
        ("CESU-8", readings.cesu8),
        ("Modified UTF-8 (Java)", readings.modified_utf8),
        ("WTF-8", readings.wtf8),
        ("UTF-8 of 1998 (RFC 2279)", readings.rfc2279),
    ];
    Mistake {
        lesson: lesson(group),
        rule: broken.map(|broken| {
            (format!("{} = {}", broken.rule.name, broken.rule.text), malformed::broken_by(&broken))
        }),
        meant: meant(group, own),
        subparts,
        policies: Policy::all().iter().map(|&policy| made(policy, own)).collect(),
        relatives: relatives
            .map(|(name, value)| {
                (name.to_owned(), value.map_or("malformed, too".to_owned(), in_words))
            })
            .into(),
    }
}

/// The lesson on the page that explains such mistakes.
pub(super) fn lesson(group: &Group) -> &'static str {
    match group.meaning {
        Meaning::Overlong { code_point: 0 } if group.len == 2 => "modified-utf-8",
        Meaning::Overlong { .. } => "overlong",
        Meaning::Surrogate { .. } => "surrogates",
        Meaning::SurrogatePair { .. } => "cesu-8",
        Meaning::TooLarge { value } if value > 0x1F_FFFF => "rfc2279",
        Meaning::TooLarge { .. } => "too-large",
        Meaning::Incomplete { .. } => "incomplete",
        Meaning::StrayContinuation => "stray",
        _ => "never",
    }
}

fn in_words(value: u32) -> String {
    match char::from_u32(value) {
        Some(c) => {
            let (glyph, look) = glyph(c);
            let glyph = if look == "letter" { format!(" {glyph}") } else { String::new() };
            format!("U+{value:04X}{glyph} {}", code_point::name(c))
        }
        None if matches!(value, 0xD800..=0xDFFF) => format!("U+{value:04X}, a lone surrogate"),
        None => format!("{value:X}, {value} in decimal: no code point today"),
    }
}

/// What was probably meant.
fn meant(group: &Group, own: &[u8]) -> String {
    if let Some(value) = group.meaning.value() {
        return in_words(value);
    }
    match own {
        // Of a sequence that is cut, the range that it could have become.
        [lead, rest @ ..] if matches!(group.meaning, Meaning::Incomplete { .. }) => {
            match begun(*lead, rest) {
                Some((low, high)) => format!("one of U+{low:04X} to U+{high:04X}"),
                None => "nothing that can be told".to_owned(),
            }
        }
        [byte] => {
            let c = single_byte::windows_1252(*byte);
            match c.is_control() {
                true => "nothing that can be told".to_owned(),
                false => format!("perhaps \"{c}\", if it is Windows-1252"),
            }
        }
        _ => "nothing that can be told".to_owned(),
    }
}

/// The lowest and the highest code point whose sequence begins like that.
pub(super) fn begun(lead: u8, rest: &[u8]) -> Option<(u32, u32)> {
    let rule = anatomy::Rule::of_lead(lead)?;
    let mut ends = [u32::from(anatomy::payload(lead)); 2];
    for (at, &(low, high)) in rule.bytes().iter().enumerate().skip(1) {
        let (low, high) = match rest.get(at - 1) {
            Some(&byte) if (low..=high).contains(&byte) => (byte, byte),
            Some(_) => return None,
            None => (low, high),
        };
        ends[0] = ends[0] << 6 | u32::from(anatomy::payload(low));
        ends[1] = ends[1] << 6 | u32::from(anatomy::payload(high));
    }
    Some((ends[0], ends[1]))
}

/// What a policy makes of the bytes.
fn made(policy: Policy, own: &[u8]) -> (String, Shown) {
    let name = policy.name().to_owned();
    if policy == Policy::Strict {
        return (name, words("refuses the whole text".to_owned()));
    }
    if let Ok(mut reader) = Transcoder::new(Label::Utf8, Label::Utf8, policy) {
        let mut out = Vec::new();
        encodings::push(&mut reader, own, true, &mut out);
        let text = String::from_utf8(out).expect("conversion to UTF-8 gives UTF-8");
        let nothing = text.is_empty().then(|| words("nothing".to_owned()));
        return (name, nothing.unwrap_or_else(|| shown(&text, 200)));
    }
    // Not to UTF-8: its surrogates, by their numbers.
    let mut units = Vec::new();
    if let Ok(mut reader) = Transcoder::new(Label::Utf8, Label::Utf16Be, policy) {
        encodings::push(&mut reader, own, true, &mut units);
    }
    let units: Vec<String> =
        units.chunks(2).map(|unit| format!("U+{}", spaced(unit).replace(' ', ""))).collect();
    (name, words(format!("{} in UTF-16", units.join(" "))))
}

/// What is said, and no text.
fn words(text: String) -> Shown {
    Shown { runs: vec![Run { text, kind: "word", title: String::new() }], left_out: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euro() {
        let card = card("€".as_bytes(), 10, 0).unwrap();
        assert_eq!((card.at, &*card.head, &*card.title), (10, "U+20AC", "EURO SIGN"));
        assert_eq!(card.sum.unwrap(), ("0010 000010 101100".to_owned(), "20AC".to_owned()));
        assert_eq!((&*card.bytes[0].prefix, &*card.bytes[0].payload), ("1110", "0010"));
        let misread = card.fields.last().unwrap();
        assert_eq!((misread.label, &*misread.text), ("In Windows-1252", "â‚¬"));
    }

    #[test]
    fn mistakes() {
        let of = |bytes: &[u8]| card(bytes, 0, 0).unwrap().mistake.unwrap();
        let slash = of(b"\xC0\xAF");
        assert_eq!((slash.lesson, &*slash.meant), ("overlong", "U+002F / SOLIDUS"));
        assert_eq!(slash.subparts.len(), 2);
        let cut = of(b"\xE2\x80");
        assert_eq!((cut.lesson, &*cut.meant), ("incomplete", "one of U+2000 to U+203F"));
        let surrogate = of(b"\xED\xA0\x80");
        let policies: Vec<String> = surrogate
            .policies
            .iter()
            .map(|(name, all)| {
                format!("{name}: {}", all.runs.iter().map(|run| &*run.text).collect::<String>())
            })
            .collect();
        assert_eq!(policies[1], "replace: \u{FFFD}\u{FFFD}\u{FFFD}");
        assert_eq!(policies[3], "remove: nothing");
        assert_eq!(policies[4], r"backslashreplace: \xed\xa0\x80");
        assert_eq!(policies[8], "utf8b: U+DCED U+DCA0 U+DC80 in UTF-16");
        assert_eq!(surrogate.relatives[2].1, "U+D800, a lone surrogate");
    }

    #[test]
    fn nothing_is_nothing() {
        assert!(card(b"", 0, 0).is_none());
    }
}
