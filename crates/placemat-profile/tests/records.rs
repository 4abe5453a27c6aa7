//! Records, against a reference that looks at one byte after the other.

use placemat_profile::records::{Csv, JsonLines, Part, Records, fields, string_values};

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

/// The record and field of each byte, and of the end.
fn reference(text: &[u8], delimiter: u8) -> Vec<(u64, u64)> {
    let text_start = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let (mut record, mut field, mut at_start, mut quoted, mut closing) = (1, 1, true, false, false);
    let mut places = vec![(1, 1); text_start];
    for &byte in &text[text_start..] {
        places.push((record, field));
        if closing {
            closing = false;
            if byte == b'"' {
                quoted = true;
                continue;
            }
        }
        if quoted {
            (quoted, closing) = (byte != b'"', byte == b'"');
            continue;
        }
        match byte {
            b'"' if at_start => quoted = true,
            b'\n' => (record, field) = (record + 1, 1),
            _ if byte == delimiter => field += 1,
            _ => {}
        }
        at_start = byte == b'\n' || byte == delimiter;
    }
    places.push((record, field));
    places
}

const BYTES: &[u8] = b"a,\"\n\r;b\xFF\xE2,\"\"\n";

#[test]
fn csv_in_any_pieces() {
    let mut random = Random(7);
    for round in 0..20_000 {
        let mut text: Vec<u8> =
            if random.below(3) == 0 { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
        text.extend((0..random.below(40)).map(|_| BYTES[random.below(BYTES.len())]));
        let places = reference(&text, b',');
        let (mut csv, mut at) = (Csv::new(b',', round % 2 == 0), 0);
        while at < text.len() {
            let end = (at + 1 + random.below(9)).min(text.len());
            csv.pass(&text[at..end]);
            at = end;
            let place = csv.place();
            let Part::Field { number, .. } = place.part else { unreachable!() };
            let shown = text.escape_ascii();
            assert_eq!((place.record, number), places[at], "{shown} at {at}");
        }
    }
}

/// Records are cut where the reference begins another; together they are the text, and so are the fields
/// of each.
#[test]
fn csv_records_and_fields() {
    let mut random = Random(8);
    for _ in 0..20_000 {
        let text: Vec<u8> =
            (0..random.below(40)).map(|_| BYTES[random.below(BYTES.len())]).collect();
        let places = reference(&text, b',');
        let (mut csv, mut at) = (Csv::new(b',', false), 0);
        while at < text.len() {
            let (len, ended) = csv.pass_record(&text[at..]);
            let record = &text[at..at + len];
            assert_eq!(ended, places[at + len].0 > places[at].0);
            let fields = fields(record, b',');
            for (field, number) in fields.iter().zip(1..) {
                for within in field.clone() {
                    assert_eq!(places[at + within], (places[at].0, number));
                }
            }
            let end = fields[fields.len() - 1].end;
            assert!(matches!(&record[end..], b"" | b"\n" | b"\r\n"));
            at += len;
        }
    }
}

#[test]
fn columns_of_the_header() {
    let column = |text: &[u8]| {
        let mut csv = Csv::new(b';', true);
        csv.pass(text);
        match csv.place().part {
            Part::Field { column, in_header, .. } => (column, in_header),
            _ => unreachable!(),
        }
    };
    let named = |name: &str| (Some(name.to_owned()), false);
    assert_eq!(column(b"a;b;c"), (None, true));
    let header = "\u{FEFF}\"the \"\"first\"\"\";\";\n\";\u{e9}\r\n";
    assert_eq!(column(header.as_bytes()), named("the \"first\""));
    assert_eq!(column(format!("{header}1;2;\"x").as_bytes()), named("\u{e9}"));
    assert_eq!(column(b"a;\";\n\";c\r\nx;"), named(";\n"));
    assert_eq!(column(b"a;b\n1;2;3"), (None, false));
    assert_eq!(column(b"\xE9;b\n1"), named("\u{FFFD}"));
}

#[test]
fn paths_of_json() {
    let told = |text: &str| {
        let mut lines = Records::JsonLines(JsonLines::default());
        // In pieces of any size.
        for size in [1, 3, 100] {
            lines = Records::JsonLines(JsonLines::default());
            text.as_bytes().chunks(size).for_each(|piece| lines.pass(piece));
        }
        let place = lines.place();
        let Part::Path { path, in_key } = place.part else { unreachable!() };
        (place.record, path, in_key)
    };
    let at = |record, path: &str| (record, path.to_owned(), false);
    assert_eq!(told(""), at(1, "$"));
    assert_eq!(told("{\"a\": \""), at(1, "$.a"));
    assert_eq!(told("{}\n\n[1, {\"b\": [[], \"x"), at(3, "$[1].b[1]"));
    assert_eq!(told("{\"a\": {\"b\": 1, \"c"), (1, "$.a".to_owned(), true));
    assert_eq!(told("{\"a\": {\"b\": 1}, \"c d\": \"e"), at(1, "$['c d']"));
    assert_eq!(told("{\"it's \\\"q\\\"\\\\\": \""), at(1, "$['it\\'s \"q\"\\\\']"));
    assert_eq!(told("[\"}],\\\",\", \""), at(1, "$[1]"));
    assert_eq!(told("{\"a\": tru\n\""), at(2, "$"));
    assert!(told(&"[".repeat(1000)).1.len() < 300);
    assert_eq!(told(&format!("{}{}, 1", "[".repeat(1000), "]".repeat(999))), at(1, "$[1]"));
}

#[test]
fn strings_of_json_that_are_values() {
    let found = |text: &str| -> Vec<String> {
        let values = string_values(text.as_bytes());
        values.into_iter().map(|value| text[value].to_owned()).collect()
    };
    assert_eq!(found(r#"{"a" : "b\"", "c": ["d\\", {"e": 1}]} "#), [r#""b\"""#, r#""d\\""#]);
    assert_eq!(found("\"x"), [""; 0]);
    assert_eq!(found("\"x\\"), [""; 0]);
}
