//! Requests as the page sends them.

use super::Page;

fn answer(bytes: &[u8]) -> (String, String) {
    let report = report(bytes);
    let text = &report["answer"]["text"]["runs"];
    let runs = text.as_array().into_iter().flatten();
    let text = runs.map(|run| run["text"].as_str().unwrap()).collect();
    (report["answer"]["sentence"].as_str().unwrap().to_owned(), text)
}

fn report(bytes: &[u8]) -> serde_json::Value {
    let mut page = Page::default();
    page.ask(&format!(r#"{{"start":{{"len":{}}}}}"#, bytes.len()), b"").unwrap();
    page.ask(r#"{"push":{"last":true}}"#, bytes).unwrap();
    let reply = page.ask(r#"{"report":{}}"#, bytes).unwrap();
    serde_json::from_str(&reply.json).unwrap()
}

#[test]
fn lines_in_two_encodings() {
    let log = "INFO user=J\u{F6}rg action=login\n".as_bytes();
    let old = b"WARN user=J\xF6rg action=retry file=caf\xE9.txt\n";
    let (sentence, text) = answer(&[log, old].concat().repeat(8));
    assert_eq!(sentence, "This is UTF-8 in some lines, and looks like Windows-1252 in others.");
    assert!(text.contains("Jörg action=login") && text.contains("café.txt"), "{text}");
    // Nothing of the kind in text of one encoding.
    for other in [&old.repeat(8)[..], &b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB\n".repeat(8)] {
        assert!(answer(other).0.starts_with("This is not UTF-8, but most likely"));
    }
}

#[test]
fn answers() {
    let cases: [(&[u8], &str, &str); 16] = [
        (b"", "Nothing is here yet.", ""),
        (b"plain", "This is plain ASCII.", ""),
        ("€".as_bytes(), "This is well-formed UTF-8.", ""),
        (
            "donâ€™t".as_bytes(),
            "This is UTF-8 that was read as Windows-1252 and encoded again.",
            "don’t",
        ),
        (b"\xE2\x80", "This is UTF-8 that is cut off within a code point.", "\u{FFFD}"),
        (b"\xC0\xAF", "C0 AF is an overlong encoding of \"/\" (U+002F), never valid in UTF-8.", ""),
        (
            b"/..\xC0\xAFetc \xED\xA0\x80",
            "This is UTF-8 with 2 mistakes (5 malformed subparts).",
            "",
        ),
        (b"\xED\xA0\xBD\xED\xB9\x88", "This is CESU-8, not quite UTF-8.", "\u{1F648}"),
        (b"a\xC0\x80b", "This is Modified UTF-8 (Java), not quite UTF-8.", "aNULb"),
        (b"\xED\xA0\x80", "This is WTF-8, not quite UTF-8.", "\u{FFFD}"),
        (
            b"\xFC\x84\x80\x80\x80\x80",
            "This is UTF-8 of 1998 (RFC 2279), not quite UTF-8.",
            "\u{FFFD}",
        ),
        (
            b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?",
            "This is not UTF-8, but most likely KOI8-R.",
            "Привет, как дела?",
        ),
        (b"H\0i\0 \0t\0h\0e\0r\0e\0", "This is UTF-16, little-endian.", "Hi there"),
        (
            "a\u{202E}b".as_bytes(),
            "This is well-formed UTF-8, with 1 code point that reorders what is shown: it may not \
             mean what it seems to.",
            "aU+202Eb",
        ),
        (
            b"na\xC3\xAFve caf\xE9 x \xC3\xA9t\xC3\xA9",
            "This is UTF-8 with 1 mistake that looks like Windows-1252.",
            "naïve café x été",
        ),
        (b"\xFF\xFEG\0r\0\xFC\0\xDF\0e\0", "This is UTF-16, little-endian.", "U+FEFFGrüße"),
    ];
    for (bytes, sentence, text) in cases {
        let found = answer(bytes);
        assert_eq!(found, (sentence.to_owned(), text.to_owned()), "{}", bytes.escape_ascii());
    }
}

#[test]
fn nonsense_is_refused() {
    let mut page = Page::default();
    for request in
        ["", "{}", r#"{"dance":{}}"#, r#"{"report":{}}"#, r#"{"mend-push":{"last":true}}"#]
    {
        assert!(page.ask(request, b"").is_err(), "{request}");
    }
}

#[test]
fn certainties_are_a_share() {
    let report = report(b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?");
    let sum: f64 = report["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| candidate["certainty"].as_f64().unwrap())
        .sum();
    assert!(sum <= 1.0 + 1e-9, "{sum}");
}
