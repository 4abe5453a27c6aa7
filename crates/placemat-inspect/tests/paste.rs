//! What people paste is read back: each form as a writer of these tests writes it, which knows
//! nothing of the reader, and as other programs print it; by itself, and where the form is named.

use placemat_inspect::paste::{Certainty, Form, read, read_as};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// xorshift64*: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// Any bytes, many of them ASCII; some beyond.
    fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = b"\xE2\x82\xACuro, na\xC3\xAFve caf\xE9".to_vec();
        for _ in 0..self.below(80) {
            let at = self.below(bytes.len() + 1);
            let byte = self.next() as u8;
            bytes.insert(at, if self.below(2) == 0 { b' ' + byte % 95 } else { byte });
        }
        bytes
    }

    /// Any text, with something beyond ASCII, and beyond U+FFFF.
    fn text(&mut self) -> String {
        let mut text = String::from("€😀");
        for _ in 0..self.below(60) {
            text.push(match self.below(4) {
                0 => char::from_u32(self.next() as u32 % 0x11_0000).unwrap_or('\u{D7FF}'),
                1 => char::from(self.next() as u8 & 0x7F),
                _ => char::from(b' ' + self.next() as u8 % 95),
            });
        }
        text
    }
}

/// Writes each byte by `one`.
fn each(bytes: &[u8], mut one: impl FnMut(u8, &mut String)) -> String {
    let mut text = String::new();
    bytes.iter().for_each(|&byte| one(byte, &mut text));
    text
}

/// Writes each code point by `one`, but for letters, which stand for themselves.
fn escaped(text: &str, mut one: impl FnMut(char, &mut String)) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphabetic() { out.push(c) } else { one(c, &mut out) }
    }
    out
}

fn units(c: char, out: &mut String, one: impl Fn(u16, &mut String)) {
    c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| one(unit, out));
}

type OfBytes = (Form, &'static str, fn(&[u8]) -> String);

const OF_BYTES: [OfBytes; 17] = [
    (Form::Hex, "spaces", |bytes| each(bytes, |byte, out| _ = write!(out, "{byte:02x} "))),
    (Form::Hex, "0x", |bytes| each(bytes, |byte, out| _ = write!(out, "0x{byte:02X}, "))),
    (Form::Hex, "colons", |bytes| {
        each(bytes, |byte, out| _ = write!(out, "{byte:02X}:")).trim_end_matches(':').to_owned()
    }),
    (Form::Hex, "together", |bytes| each(bytes, |byte, out| _ = write!(out, "{byte:02x}"))),
    (Form::Octal, "spaces", |bytes| each(bytes, |byte, out| _ = write!(out, "{byte:03o} "))),
    (Form::Binary, "spaces", |bytes| each(bytes, |byte, out| _ = write!(out, "{byte:08b} "))),
    (Form::Decimal, "Rust's Debug", |bytes| format!("{bytes:?}")),
    (Form::Decimal, "Java's Arrays.toString", |bytes| {
        format!("{:?}", bytes.iter().map(|&byte| byte as i8).collect::<Vec<_>>())
    }),
    (Form::Escapes, "\\x", |bytes| each(bytes, |byte, out| _ = write!(out, "\\x{byte:02X}"))),
    (Form::Escapes, "octal", |bytes| each(bytes, |byte, out| _ = write!(out, "\\{byte:03o}"))),
    (Form::Percent, "all but letters", |bytes| {
        each(bytes, |byte, out| match byte {
            b'A'..=b'Z' | b'a'..=b'z' => out.push(byte.into()),
            _ => _ = write!(out, "%{byte:02X}"),
        })
    }),
    (Form::Brackets, "less", |bytes| {
        let mut bytes = bytes.to_vec();
        bytes.retain(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
        each(&bytes, |byte, out| match byte {
            0x80.. => _ = write!(out, "<{byte:02X}>"),
            _ => out.push(byte.into()),
        })
    }),
    (Form::QuotedPrintable, "with soft ends of lines", |bytes| {
        let mut column = 0;
        each(bytes, |byte, out| {
            column += 1;
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' => out.push(byte.into()),
                _ => _ = write!(out, "={byte:02X}"),
            }
            if column % 25 == 0 {
                out.push_str("=\r\n");
            }
        })
    }),
    (Form::C, "octal", |bytes| {
        format!("\"{}\"", each(bytes, |byte, out| _ = write!(out, "\\{byte:03o}")))
    }),
    (Form::Python, "bytes", |bytes| format!("b'{}'", bytes_literal(bytes))),
    (Form::Rust, "bytes", |bytes| format!("b\"{}\"", bytes.escape_ascii())),
    (Form::Base64, "padded", |bytes| base64(bytes)),
];

fn bytes_literal(bytes: &[u8]) -> String {
    each(bytes, |byte, out| match byte {
        b'\\' | b'\'' => _ = write!(out, "\\{}", char::from(byte)),
        b' '..=b'~' => out.push(byte.into()),
        _ => _ = write!(out, "\\x{byte:02x}"),
    })
}

fn base64(bytes: &[u8]) -> String {
    let signs: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("+/".chars()).collect();
    let bits = each(bytes, |byte, out| _ = write!(out, "{byte:08b}"));
    let mut text = String::new();
    for six in bits.as_bytes().chunks(6) {
        let six = format!("{:0<6}", str::from_utf8(six).unwrap());
        text.push(signs[usize::from_str_radix(&six, 2).unwrap()]);
    }
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

type OfText = (Form, &'static str, fn(&str) -> String);

const OF_TEXT: [OfText; 10] = [
    (Form::Json, "escapes", |text| format!("\"{}\"", json(text))),
    (Form::Escapes, "\\u and pairs", json),
    (Form::Python, "str", |text| {
        let inside = escaped(text, |c, out| match u32::from(c) {
            value @ 0..=0xFF => _ = write!(out, "\\x{value:02x}"),
            value @ 0..=0xFFFF => _ = write!(out, "\\u{value:04x}"),
            value => _ = write!(out, "\\U{value:08x}"),
        });
        format!("'{inside}'")
    }),
    (Form::Rust, "escape_default", |text| format!("\"{}\"", text.escape_default())),
    (Form::JavaScript, "template", |text| {
        let inside = escaped(text, |c, out| _ = write!(out, "\\u{{{:X}}}", u32::from(c)));
        format!("`{inside}`")
    }),
    (Form::Escapes, "\\U", |text| {
        escaped(text, |c, out| _ = write!(out, "\\U{:08X}", u32::from(c)))
    }),
    (Form::Escapes, "\\u{}", |text| {
        escaped(text, |c, out| _ = write!(out, "\\u{{{:x}}}", u32::from(c)))
    }),
    (Form::Html, "hexadecimal", |text| {
        escaped(&for_html(text), |c, out| _ = write!(out, "&#x{:X};", u32::from(c)))
    }),
    (Form::Html, "decimal", |text| {
        escaped(&for_html(text), |c, out| _ = write!(out, "&#{};", u32::from(c)))
    }),
    (Form::CodePoints, "U+", |text| {
        text.chars().map(|c| format!("U+{:04X} ", u32::from(c))).collect()
    }),
];

fn json(text: &str) -> String {
    escaped(text, |c, out| units(c, out, |unit, out| _ = write!(out, "\\u{unit:04X}")))
}

/// HTML reads references to C1 controls as Windows-1252.
fn for_html(text: &str) -> String {
    text.chars().filter(|c| !('\u{80}'..='\u{9F}').contains(c)).collect()
}

/// What was written is read by the name of its form, and by itself.
fn reads_back(written: &str, form: Form, bytes: &[u8], how: &str) {
    let paste = read_as(written, form).unwrap_or_else(|why| panic!("{how}, {written}: {why}"));
    assert_eq!(paste.bytes, bytes, "{form:?}, {how}: {written}");
    let paste = read(written);
    assert_eq!(paste.form, form, "{how}: {written} was taken for {paste:?}");
    assert_eq!(paste.bytes, bytes, "{form:?}, {how}: {written}");
    assert!(paste.certainty >= Certainty::Likely && paste.others.contains(&Form::Text));
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Random(1);
    for _ in 0..500 {
        let bytes = random.bytes();
        for (form, how, write) in OF_BYTES {
            let expected: Vec<u8> = match form {
                Form::Brackets => {
                    let kept = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte >= 0x80;
                    bytes.iter().filter(kept).copied().collect()
                }
                _ => bytes.clone(),
            };
            reads_back(&write(&bytes), form, &expected, how);
        }
        let text = random.text();
        for (form, how, write) in OF_TEXT {
            let expected = if form == Form::Html { for_html(&text) } else { text.clone() };
            reads_back(&write(&text), form, expected.as_bytes(), how);
        }
    }
}

/// What a program prints of `input`; none if it is not installed, which is said.
fn printed(program: &str, arguments: &[&str], input: &[u8]) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: {program} is not installed");
        return None;
    };
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn what_programs_print_is_read_back() {
    let programs: [(Form, &[&str]); 21] = [
        (Form::Dump, &["xxd"]),
        (Form::Dump, &["xxd", "-g", "1"]),
        (Form::Dump, &["xxd", "-u", "-c", "8"]),
        (Form::Dump, &["xxd", "-b"]),
        (Form::Hex, &["xxd", "-p"]),
        (Form::Hex, &["xxd", "-i"]),
        (Form::Dump, &["hexdump", "-C", "-v"]),
        (Form::Dump, &["hexdump", "-v"]),
        (Form::Dump, &["hexdump", "-b", "-v"]),
        (Form::Dump, &["od", "-v"]),
        (Form::Dump, &["od", "-v", "-b"]),
        (Form::Dump, &["od", "-v", "-x"]),
        (Form::Dump, &["od", "-v", "-t", "x1"]),
        (Form::Dump, &["od", "-v", "-A", "x", "-t", "x1z"]),
        (Form::Hex, &["od", "-v", "-A", "n", "-t", "x1"]),
        (Form::Octal, &["od", "-v", "-A", "n", "-t", "o1"]),
        (Form::Dump, &["hexyl", "-v", "--color", "never"]),
        (Form::Base64, &["base64"]),
        (Form::Python, &["python3", "-c", "import sys; print(sys.stdin.buffer.read())"]),
        (
            Form::Percent,
            &[
                "python3",
                "-c",
                "import sys, urllib.parse as u; print(end=u.quote(sys.stdin.buffer.read()))",
            ],
        ),
        (
            Form::QuotedPrintable,
            &[
                "python3",
                "-c",
                "import sys, quopri; quopri.encode(sys.stdin.buffer, sys.stdout.buffer, True)",
            ],
        ),
    ];
    let mut random = Random(2);
    for (form, command) in programs {
        // Python takes a while to start.
        let times = if command[0] == "python3" { 1 } else { 5 };
        for _ in 0..times {
            let mut bytes: Vec<u8> = (0..8).flat_map(|_| random.bytes()).collect();
            // Then it takes the other quotation marks.
            bytes.retain(|byte| form != Form::Python || *byte != b'\'');
            if form == Form::QuotedPrintable {
                // What is no text has another meaning there: the ends of lines.
                bytes.retain(|byte| *byte >= b' ');
            }
            let Some(text) = printed(command[0], &command[1..], &bytes) else { break };
            let paste = read(&text);
            assert_eq!(
                (paste.form, &paste.bytes),
                (form, &bytes),
                "{command:?}: {text}\n{paste:?}"
            );
        }
    }
    let texts = [
        (Form::Json, "import sys, json; print(end=json.dumps(sys.stdin.buffer.read().decode()))"),
        (Form::Python, "import sys; print(end=ascii(sys.stdin.buffer.read().decode()))"),
        (
            Form::Html,
            "import sys; print(end=sys.stdin.buffer.read().decode().encode('ascii', 'xmlcharrefreplace').decode())",
        ),
    ];
    for (form, script) in texts {
        let mut text: String = (0..8).map(|_| for_html(&random.text())).collect();
        // Of two quotation marks Python takes the other one, and this form escapes no others.
        text.retain(|c| !matches!(c, '\'' | '&' | '\r'));
        let Some(written) = printed("python3", &["-c", script], text.as_bytes()) else { break };
        reads_back(&written, form, text.as_bytes(), script);
    }
}

#[test]
fn named_references_are_those_of_python() {
    let script =
        "import sys, html; sys.stdout.buffer.write(html.unescape(sys.stdin.read()).encode())";
    let text = "&euro; &eacute;&nbsp;&rarr;&ThickSpace;&bne;&fjlig;&nix; &amp;amp; &AMP;&Lt;&lt;";
    let Some(expected) = printed("python3", &["-c", script], text.as_bytes()) else { return };
    assert_eq!(read(text).bytes, expected.into_bytes());
}

#[test]
fn what_it_could_be() {
    use Form::{Base64, Decimal, Escapes, Hex, Octal, Percent, Text};
    for (text, form, others) in [
        ("hello world", Text, &[][..]),
        ("cafe", Text, &[Hex]),
        ("e282ac", Hex, &[Text]),
        ("130 172 201", Octal, &[Decimal, Text]),
        ("226 130 172", Decimal, &[Octal, Text]),
        ("4oKs", Base64, &[Text]),
        ("100%", Text, &[]),
        ("a\\nb", Text, &[Escapes]),
        ("%E2%82%AC", Percent, &[Text]),
        ("2026", Text, &[Hex]),
        ("", Text, &[]),
        ("â‚¬", Text, &[]),
    ] {
        let paste = read(text);
        assert_eq!((paste.form, &*paste.others), (form, others), "{text}");
    }
    let paste = read("00000000: e282 ac0a  abcd");
    assert_eq!(paste.form, Text);
    assert!(paste.notes[0].starts_with("it looks like a dump of bytes, but line 1"), "{paste:?}");
    let lone = read("\\uD83D!");
    assert_eq!(lone.bytes, b"\xED\xA0\xBD!");
    assert!(lone.notes[0].contains("U+D83D: a surrogate that is no half of a pair"), "{lone:?}");
}

/// Hostile text is read in time that grows as its length does, in every form: 200 kB take
/// some 30 ms, and would take many seconds if the time were quadratic.
#[test]
fn time_is_linear() {
    let pieces = [
        "\\",
        "\\x",
        "\\u{",
        "\\u",
        "\\\\",
        "\"",
        "'",
        "'''",
        "r#",
        "r#\"",
        "b'",
        "&",
        "&#",
        "&a;",
        "&#x",
        "%",
        "%E",
        "=",
        "=\n",
        "<",
        "<U+",
        "<U+0",
        "U+",
        "0 ",
        "0x",
        "0",
        "00000000: ",
        "00000000\n",
        "\n",
        "│",
        "│00000000│",
        "\u{1B}[",
        "*\n",
        ",",
        "[",
        "-",
        "é",
        "A",
        "A=",
        "\"a\"",
        "\"a\" ",
        "\\uD83D",
        "0000000 101342\n",
        "01000001 ",
    ];
    for piece in pieces {
        let text = piece.repeat(200_000 / piece.len());
        let once = || {
            let start = Instant::now();
            let _ = read(&text);
            Form::all().for_each(|form| _ = read_as(&text, form));
            start.elapsed()
        };
        // The machine may have had something else to do.
        let took = (0..3).map(|_| once()).find(|took| *took < Duration::from_secs(1));
        assert!(took.is_some(), "{piece:?}");
    }
}
