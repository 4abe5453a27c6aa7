//! What each target accepts and refuses, by its own documentation.

use placemat_profile::{Checker, Kind, Profile, Refusal};

fn refused(profile: Profile, text: &str) -> Vec<Refusal> {
    let mut found = Vec::new();
    Checker::new(profile).push(text.as_bytes(), true, &mut |refusal| found.push(refusal));
    found
}

/// The kinds, offsets and lengths.
fn places(profile: Profile, text: &str) -> Vec<(Kind, u64, usize)> {
    refused(profile, text).iter().map(|found| (found.kind, found.offset, found.len)).collect()
}

fn accepts(profile: Profile, texts: &[&str]) {
    for text in texts {
        assert_eq!(places(profile, text), [], "{profile} {text:?}");
    }
}

fn refuses(profile: Profile, kind: Kind, cases: &[(&str, u64, usize)]) {
    for &(text, offset, len) in cases {
        assert_eq!(places(profile, text), [(kind, offset, len)], "{profile} {text:?}");
    }
}

/// PostgreSQL 17, 8.3: "The character with code zero (sometimes called NUL) cannot be stored."
#[test]
fn postgres() {
    accepts(Profile::Postgres, &["", "é€😀", "\u{1}\u{7F}\u{FFFE}\u{10FFFF}"]);
    refuses(Profile::Postgres, Kind::Nul, &[("\0", 0, 1), ("é\0x", 2, 1)]);
}

/// MySQL 8.4 Reference Manual, 12.9.2: "Supports BMP characters only (no support for supplementary
/// characters)".
#[test]
fn mysql_utf8mb3() {
    accepts(Profile::MysqlUtf8mb3, &["", "\0", "é€", "\u{FFFF}", "\u{E000}"]);
    refuses(
        Profile::MysqlUtf8mb3,
        Kind::AboveBmp,
        &[("\u{10000}", 0, 4), ("é😀x", 2, 4), ("\u{10FFFF}", 0, 4)],
    );
}

/// Extensible Markup Language (XML) 1.0, fifth edition, productions 2 and 66, and the constraint
/// "Legal Character": "Characters referred to using character references must match the production
/// for Char."
#[test]
fn xml() {
    accepts(
        Profile::Xml,
        &["\t\n\r ~\u{7F}\u{85}", "\u{FFFD}😀\u{1FFFE}", "&amp; & &# &#; &#9;&#x10FFFF;&#x1FFFF;"],
    );
    refuses(
        Profile::Xml,
        Kind::XmlCharacter,
        &[
            ("a\0", 1, 1),
            ("\u{B}", 0, 1),
            ("\u{1F}x", 0, 1),
            ("é\u{FFFE}", 2, 3),
            ("\u{FFFF}", 0, 3),
        ],
    );
    refuses(
        Profile::Xml,
        Kind::XmlReference,
        &[
            ("&#0;", 0, 4),
            ("a&#x1F;b", 1, 6),
            ("&#xD800;", 0, 8),
            ("&#65534;", 0, 8),
            ("&#x110000;", 0, 10),
            ("&#99999999999999999999;", 0, 23),
        ],
    );
}

/// RFC 8259: 7, "the characters that MUST be escaped: quotation mark, reverse solidus, and the control
/// characters (U+0000 through U+001F)"; 8.2, "\uDEAD" as a lone surrogate; 8.1, "Implementations MUST
/// NOT add a byte order mark".
#[test]
fn json() {
    accepts(
        Profile::Json,
        &[
            "{\"a\":\t[1,\r\n \"\\uD834\\uDD1E\"]}\n",
            r#"["\\uD83D", "\u00e9", "\"", "\\"]"#,
            "[\"\u{7F}\u{2028}\"]",
            // Other mistakes are a parser's.
            r#"["\u12", "\x", \uZZZZ"#,
        ],
    );
    refuses(
        Profile::Json,
        Kind::LoneEscape,
        &[
            (r#"["\uDEAD"]"#, 2, 6),
            (r#"["\uD83D"]"#, 2, 6),
            (r#"["\\\uD83Dx"]"#, 4, 6),
            (r#"["\uD83D\n"]"#, 2, 6),
            (r#"["\uD83D\u0041"]"#, 2, 6),
            (r#"["\uD83D\uD83D\uDE00"]"#, 2, 6),
            (r#""\uD83D"#, 1, 6),
        ],
    );
    refuses(
        Profile::Json,
        Kind::StringControl,
        &[
            ("[\"a\tb\"]", 3, 1),
            ("\"\n\"", 1, 1),
            ("[\"\\\"\0\"]", 4, 1),
            ("\"a\", \"\u{1F}\"", 6, 1),
        ],
    );
    refuses(Profile::Json, Kind::JsonControl, &[("[1,\u{B}2]", 3, 1), ("\0", 0, 1)]);
    refuses(Profile::Json, Kind::Signature, &[("\u{FEFF}{}", 0, 3)]);
}

/// POSIX.1-2024, 3.141: no `/` and no NUL. "Naming Files, Paths, and Namespaces": the reserved
/// characters, 1 to 31, the names of devices, "Do not end a file or directory name with a space or a
/// period".
#[test]
fn filename() {
    accepts(
        Profile::Filename,
        &["", "a", "a b.txt\nnaïve 😀\r\n.hidden", "CONSOLE\ncom\nCOM10\nlpt\nx.con\nnul_"],
    );
    for (separator, offset) in "/\\<>:\"|?*".chars().zip(1..) {
        let name = format!("{}{separator}x", "a".repeat(offset));
        refuses(Profile::Filename, Kind::Separator, &[(&name, offset as u64, 1)]);
    }
    refuses(
        Profile::Filename,
        Kind::Control,
        &[("a\0b", 1, 1), ("\u{1F}", 0, 1), ("\u{7F}", 0, 1), ("é\u{85}x", 2, 2), ("a\rb", 1, 1)],
    );
    refuses(
        Profile::Filename,
        Kind::ReservedName,
        &[
            ("CON", 0, 3),
            ("ok\nnul.tar.gz\n", 3, 3),
            ("Com1", 0, 4),
            ("lpt9.x", 0, 4),
            ("aux .c", 0, 3),
            ("com².x", 0, 5),
            ("conin$", 0, 6),
        ],
    );
    refuses(
        Profile::Filename,
        Kind::NoName,
        &[("a\n\nb", 2, 0), (".", 0, 1), ("..\n", 0, 2), ("\r\n", 0, 0)],
    );
    refuses(Profile::Filename, Kind::TrailingCharacter, &[("a.", 1, 1), ("b \nc", 1, 1)]);
    let long = format!("{}é", "x".repeat(254));
    refuses(Profile::Filename, Kind::TooLong, &[(&long, 254, 2)]);
    accepts(Profile::Filename, &[&"x".repeat(255), &format!("{}\n", "é".repeat(127))]);
}

/// ISO C, 7.1.1: "A string is a contiguous sequence of characters terminated by and including the
/// first null character."
#[test]
fn c_string() {
    accepts(Profile::CString, &["", "é\u{1}😀"]);
    refuses(Profile::CString, Kind::Nul, &[("a\0", 1, 1)]);
}

/// CVE-2021-42574 and UTS #55, 3; UTS #39, 5.1 and 5.2.
#[test]
fn source() {
    accepts(
        Profile::Source,
        &[
            "fn main() {\r\n\tlet x_1 = \"é\"; }\u{C}\n",
            "\u{FEFF}int x;",
            "ключ = 'сёл'; // 日本語の変数 Тест",
            // Of Latin with Japanese, Chinese and Korean, and of what is common.
            "tシャツ 日本go 한국kr a1 ÉTÉ µs",
            // Emoji and scripts that need what is not shown.
            "👨\u{200D}👩 ❤\u{FE0F} 1\u{FE0F}\u{20E3} می\u{200C}خواهم 🏴\u{E0067}\u{E007F}",
            // Marks of direction, which UTS #55 allows.
            "\u{200F}שלום\u{200E}",
        ],
    );
    for c in "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}".chars() {
        refuses(Profile::Source, Kind::BidiControl, &[(&format!("/* {c} */"), 3, 3)]);
    }
    refuses(
        Profile::Source,
        Kind::Invisible,
        &[
            ("a\u{200B}b", 1, 3),
            ("x\u{200D}y", 1, 3),
            ("let \u{3164} = 1;", 4, 3),
            ("a\u{FEFF}", 1, 3),
            ("q\u{E0100}", 1, 4),
            ("\u{E0061}", 0, 4),
            ("é\u{AD}x", 2, 2),
            ("a;\u{2028}b", 2, 3),
        ],
    );
    refuses(
        Profile::Source,
        Kind::Control,
        &[("\0", 0, 1), ("a\u{1B}[0m", 1, 1), ("é\u{9B}", 2, 2)],
    );
    refuses(
        Profile::Source,
        Kind::MixedScripts,
        &[
            ("let scоpe = 1;", 4, 6),
            ("раyраl", 0, 10),
            ("x αb;", 2, 3),
            ("(日本ж)", 1, 8),
            ("é scоpe", 3, 6),
        ],
    );
    let found = refused(Profile::Source, "scоpe")[0];
    assert_eq!(found.scripts, Some(["Latin", "Cyrillic"]));
    // What is not shown does not hide the mixture.
    let kinds: Vec<Kind> = refused(Profile::Source, "s\u{200B}с").iter().map(|f| f.kind).collect();
    assert_eq!(kinds, [Kind::Invisible, Kind::MixedScripts]);
}

/// What rules say of a code point alone is what the documents say of it.
#[test]
fn every_code_point() {
    let mut alone = [0; 4];
    for c in '\0'..=char::MAX {
        let text = c.encode_utf8(&mut alone);
        let is_refused = |profile| !refused(profile, text).is_empty();
        assert_eq!(is_refused(Profile::Postgres), c == '\0');
        assert_eq!(is_refused(Profile::CString), c == '\0');
        assert_eq!(is_refused(Profile::MysqlUtf8mb3), c > '\u{FFFF}');
        let is_char = matches!(c,
            '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
        assert_eq!(is_refused(Profile::Xml), !is_char, "{c:?}");
        let is_json = matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FEFE}' | '\u{FF00}'..);
        assert_eq!(is_refused(Profile::Json), !is_json, "{c:?}");
        let is_name = !c.is_control() && !"/\\<>:\"|?*. ".contains(c);
        assert_eq!(is_refused(Profile::Filename), !is_name, "{c:?}");
    }
}
