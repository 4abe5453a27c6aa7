//! How text comes does not matter; and what is mended is refused no more.

use placemat::Policy;
use placemat_profile::{Checker, Profile, Refusal};

/// A generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

const PIECES: [&[u8]; 40] = [
    b"a",
    b"word",
    b" ",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\x1B",
    b"\"",
    b"\\",
    b"\\\\",
    b"\\u0041",
    b"\\uD83D",
    b"\\uDE00",
    b"\\uD8",
    b"&",
    b"&#0;",
    b"&#x",
    b"41;",
    b";",
    b"/",
    b".",
    b"CON",
    "é".as_bytes(),
    "ж".as_bytes(),
    "α".as_bytes(),
    "日本".as_bytes(),
    "カ".as_bytes(),
    "😀".as_bytes(),
    "\u{202E}".as_bytes(),
    "\u{200B}".as_bytes(),
    "\u{200D}".as_bytes(),
    "\u{FE0F}".as_bytes(),
    "\u{FFFE}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{3164}".as_bytes(),
    b"\xFF",
    b"\xE2\x82",
    b"_",
];

fn text(random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..random.below(60) {
        let piece = PIECES[random.below(PIECES.len())];
        // Now and then something long.
        let times = if random.below(40) == 0 { 200 } else { 1 };
        (0..times).for_each(|_| text.extend_from_slice(piece));
    }
    text
}

fn all(profile: Profile, text: &[u8]) -> Vec<Refusal> {
    let mut found = Vec::new();
    Checker::new(profile).push(text, true, &mut |refusal| found.push(refusal));
    found
}

/// Pushed in random pieces, as whoever reads has to: what `floor` holds back is pushed later.
fn pushed(profile: Profile, text: &[u8], random: &mut Random) -> Vec<Refusal> {
    let (mut checker, mut found) = (Checker::new(profile), Vec::new());
    let (mut start, mut end) = (0, 0);
    while end < text.len() {
        end = (end + 1 + random.below(40)).min(text.len());
        let known = &text[start..placemat::utf8::floor_boundary(text, end).max(start)];
        let cut = checker.floor(known);
        checker.push(&known[..cut], false, &mut |refusal| found.push(refusal));
        start += cut;
    }
    checker.push(&text[start..], true, &mut |refusal| found.push(refusal));
    found
}

#[test]
fn pieces_do_not_matter() {
    let mut random = Random(1);
    for round in 0..6000 {
        let text = text(&mut random);
        for &profile in Profile::all() {
            // Words and names of more bytes than are held back are cut.
            let long = |byte: &u8| *byte == b'\n' || profile == Profile::Source && *byte == b' ';
            if text.split(long).any(|part| part.len() > 250) {
                continue;
            }
            let (whole, parts) = (all(profile, &text), pushed(profile, &text, &mut random));
            assert_eq!(whole, parts, "{profile} {round} {:?}", text.escape_ascii().to_string());
        }
    }
}

/// Each is in the text, and none is told twice.
#[test]
fn refusals_are_in_the_text() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let text = text(&mut random);
        for &profile in Profile::all() {
            let found = all(profile, &text);
            for (at, refusal) in found.iter().enumerate() {
                assert!(refusal.offset as usize + refusal.len <= text.len());
                assert!(!found[..at].contains(refusal), "{refusal:?}");
                assert!(refusal.reason().is_ascii() && !refusal.advice().is_empty());
            }
        }
    }
}

fn mended(profile: Profile, text: &[u8], policy: Policy) -> (Vec<u8>, usize) {
    let (mut out, mut at, mut left) = (Vec::new(), 0, 0);
    let mut found = all(profile, text);
    found.sort_by_key(|refusal| refusal.offset);
    for refusal in found {
        let start = refusal.offset as usize;
        match refusal.mend(policy) {
            Some(mend) => {
                out.extend_from_slice(&text[at..start]);
                out.extend_from_slice(mend.as_bytes());
                at = start + refusal.len;
            }
            None => left += 1,
        }
    }
    out.extend_from_slice(&text[at..]);
    (out, left)
}

/// A second run has nothing to mend; but removal joins what was apart.
#[test]
fn mended_text_stays() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let text = text(&mut random);
        for &profile in Profile::all() {
            for policy in [Policy::Replace, Policy::BackslashReplace, Policy::Windows1252] {
                let (once, _) = mended(profile, &text, policy);
                let (twice, _) = mended(profile, &once, policy);
                assert_eq!(once, twice, "{profile} {policy:?}");
            }
        }
    }
}

/// What strings of JSON are, as Python reads them, does not change where the mend is exact.
#[test]
fn mends() {
    let mend = |profile, text: &str, policy| {
        String::from_utf8(mended(profile, text.as_bytes(), policy).0).unwrap()
    };
    assert_eq!(
        mend(Profile::Json, "\u{FEFF}[\"a\tb\u{1}\"]\n", Policy::Remove),
        "[\"a\\tb\\u0001\"]\n"
    );
    assert_eq!(mend(Profile::Json, r#"["\uD83D"]"#, Policy::BackslashReplace), r#"["\\ud83d"]"#);
    assert_eq!(mend(Profile::Json, r#"["\uD83Dx"]"#, Policy::Remove), r#"["x"]"#);
    assert_eq!(mend(Profile::Xml, "a&#0;b\0", Policy::Replace), "a&#xFFFD;b\u{FFFD}");
    assert_eq!(mend(Profile::Postgres, "a\0b", Policy::Remove), "ab");
    assert_eq!(mend(Profile::Source, "a \u{202E}b", Policy::BackslashReplace), "a \\u202eb");
    assert_eq!(mend(Profile::Filename, "a/b\0", Policy::BackslashReplace), "a/b\0");
    assert_eq!(mend(Profile::Filename, "a/b", Policy::Replace), "a\u{FFFD}b");
}
