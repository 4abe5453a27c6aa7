//! What the page of web/ asks, in any order, with any numbers and any bytes: no request ends the program, replies
//! are JSON, and no larger than what was asked about lets them be; nothing that came before makes the next
//! request fail that would not fail alone.
#![cfg_attr(fuzzing, no_main)]

use libfuzzer_sys::fuzz_target;
use placemat_wasm::page::Page;
use std::time::{Duration, Instant};

/// What a reply takes for each byte that it is about, at most: an element of a list, with all that is said of it.
const PER_BYTE: usize = 4096;

/// What it takes in any case: a table of 256 bytes, the readings in each encoding.
const ANYWAY: usize = 1 << 20;

/// So long a request may take, for each byte and in any case: far more than it does, since this runs beside others
/// and with a sanitizer.
const SLOW: Duration = Duration::from_secs(5);

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let mut page = Page::default();
    for _ in 0..12 {
        if input.0.is_empty() {
            break;
        }
        let request = request(&mut input);
        let bytes = input.bytes();
        ask(&mut page, &request, bytes);
    }
    // A source in pieces, as the page sends one, and then all that it asks about it.
    let source = input.0;
    ask(&mut page, &format!(r#"{{"start":{{"len":{}}}}}"#, source.len()), b"");
    for piece in source.chunks(1 + source.len() / 3) {
        must(&mut page, r#"{"push":{"last":false}}"#, piece);
    }
    must(&mut page, r#"{"push":{"last":true}}"#, b"");
    for request in [
        r#"{"sample":{}}"#,
        r#"{"report":{}}"#,
        r#"{"readings":{}}"#,
        r#"{"preview":{"way":"replace"}}"#,
    ] {
        must(&mut page, request, source);
    }
    // What was mended in pieces is UTF-8, and is what is mended at once.
    must(&mut page, r#"{"mend":{"way":"replace"}}"#, b"");
    let mut mended = Vec::new();
    for piece in source.chunks(1 + source.len() / 4) {
        mended
            .extend(page.ask(r#"{"mend-push":{"last":false}}"#, piece).expect("it goes on").bytes);
    }
    mended.extend(page.ask(r#"{"mend-push":{"last":true}}"#, b"").expect("it ends").bytes);
    assert_eq!(mended, String::from_utf8_lossy(source).into_owned().into_bytes());
});

fn must(page: &mut Page, request: &str, bytes: &[u8]) {
    assert!(ask(page, request, bytes), "{request}");
}

/// Asks; whether there was an answer.
fn ask(page: &mut Page, request: &str, bytes: &[u8]) -> bool {
    let began = Instant::now();
    let reply = page.ask(request, bytes);
    assert!(began.elapsed() < SLOW, "{request} took {:?}", began.elapsed());
    match reply {
        Ok(reply) => {
            let most = ANYWAY + PER_BYTE * bytes.len();
            assert!(
                reply.json.len() + reply.bytes.len() <= most,
                "{request}: {}",
                reply.json.len()
            );
            assert!(
                reply.json.is_empty()
                    || serde_json::from_str::<serde_json::Value>(&reply.json).is_ok()
            );
            true
        }
        Err(trouble) => {
            assert!(trouble.to_string().len() < 500);
            false
        }
    }
}

/// One of the requests, with numbers and words that may make no sense.
fn request(input: &mut Input<'_>) -> String {
    let (kind, a, b, c) = (input.byte(), input.number(), input.number(), input.number());
    let last = a % 2 == 0;
    match kind % 21 {
        0 => r#"{"read":{"form":null}}"#.to_owned(),
        1 => format!(r#"{{"read":{{"form":{}}}}}"#, json(&input.word())),
        2 => r#"{"forms":{}}"#.to_owned(),
        3 => format!(r#"{{"start":{{"len":{a}}}}}"#),
        4 => format!(r#"{{"push":{{"last":{last}}}}}"#),
        5 => r#"{"sample":{}}"#.to_owned(),
        6 => r#"{"report":{}}"#.to_owned(),
        7 => format!(r#"{{"checkpoint":{{"at":{a}}}}}"#),
        8 => format!(
            r#"{{"place":{{"from":{{"at":{a},"line_feeds":{b},"bytes":{c},"code_points":{c}}}}}}}"#
        ),
        9 => format!(
            r#"{{"strip":{{"base":{a},"from":{b},"count":{c},"back":{last},"lines":{{"line":{a},"column":{b},"nth":{c}}}}}}}"#
        ),
        10 => format!(r#"{{"card":{{"base":{a},"from":{b}}}}}"#),
        11 => r#"{"readings":{}}"#.to_owned(),
        12 => format!(
            r#"{{"pass":{{"from":{{"at":{a},"line_feeds":{b},"bytes":{c},"code_points":{a}}}}}}}"#
        ),
        13 => format!(r#"{{"preview":{{"way":{}}}}}"#, json(&input.word())),
        14 => format!(r#"{{"mend":{{"way":{}}}}}"#, json(&input.word())),
        15 => format!(r#"{{"mend-push":{{"last":{last}}}}}"#),
        16 => format!(
            r#"{{"find":{{"kind":{},"base":{a},"from":{b},"last":{last}}}}}"#,
            json(&input.word())
        ),
        17 => r#"{"code-page":{}}"#.to_owned(),
        18 => format!(r#"{{"checkpoint-of-line":{{"number":{a}}}}}"#),
        19 => format!(
            r#"{{"line-start":{{"from":{{"at":{a},"line_feeds":{b},"bytes":{c},"code_points":{c}}},"number":{c}}}}}"#
        ),
        _ => String::from_utf8_lossy(input.bytes()).into_owned(),
    }
}

fn json(word: &str) -> String {
    serde_json::to_string(word).expect("it is a string")
}

/// Words that mean something somewhere.
const WORDS: [&str; 16] = [
    "",
    "hex",
    "base64",
    "replace",
    "remove",
    "escape",
    "windows-1252",
    "mojibake",
    "utf-16le",
    "shift_jis",
    "utf-7",
    "ibm037",
    "surrogate",
    "overlong",
    "replace-per-byte",
    "koi8-r",
];

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// Small, near what is in memory, or as large as can be.
    fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..0xF0 => u64::from(byte),
            0xF0..0xF8 => 1 << 20,
            0xF8..0xFC => (1 << 53) - 1,
            _ => u64::MAX,
        }
    }

    fn word(&mut self) -> String {
        match self.byte() {
            at @ 0..0xE0 => WORDS[usize::from(at) % WORDS.len()].to_owned(),
            _ => String::from_utf8_lossy(self.bytes()).into_owned(),
        }
    }

    /// As many as the next byte says.
    fn bytes(&mut self) -> &'a [u8] {
        let len = usize::from(self.byte()) % 64;
        let (bytes, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        bytes
    }
}
