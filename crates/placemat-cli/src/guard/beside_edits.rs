//! Every kind of damage beside every kind of edit, and every edit alone.

use super::compare::compare;
use crate::settings::Accepted;

/// A word, and what damage makes of it.
struct Damaged {
    was: &'static str,
    is: &'static [u8],
    /// No letter is left that tells the word, or what is gone is no letter: only what is
    /// around it tells damage from a `?` that was typed.
    typed: bool,
}

const DAMAGED: [Damaged; 20] = [
    Damaged { was: "café", is: b"caf?", typed: false },
    Damaged { was: "café", is: b"caf??", typed: false },
    Damaged { was: "café", is: b"caf\xEF\xBF\xBD", typed: false },
    Damaged { was: "café", is: b"caf\xEF\xBF\xBD\xEF\xBF\xBD", typed: false },
    Damaged { was: "café", is: "cafÃ©".as_bytes(), typed: false },
    Damaged { was: "café", is: b"caf\xE9", typed: false },
    Damaged { was: "10°C", is: "10Â°C".as_bytes(), typed: false },
    Damaged { was: "«non»", is: "Â«nonÂ»".as_bytes(), typed: false },
    Damaged { was: "Ã", is: "Ã\u{83}".as_bytes(), typed: false },
    Damaged { was: "naïve", is: b"na?ve", typed: false },
    Damaged { was: "été", is: b"?t?", typed: false },
    Damaged { was: "été", is: "Ã©tÃ©".as_bytes(), typed: false },
    Damaged { was: "œuvre", is: "Å“uvre".as_bytes(), typed: false },
    Damaged { was: "l’œil", is: b"l??il", typed: false },
    Damaged { was: "don’t", is: b"don?t", typed: false },
    Damaged { was: "don’t", is: "donâ€™t".as_bytes(), typed: false },
    Damaged { was: "“quoted”", is: b"?quoted?", typed: true },
    Damaged { was: "10\u{A0}km", is: b"10?km", typed: true },
    Damaged { was: "表示", is: b"??", typed: true },
    Damaged { was: "表示", is: "\u{FFFD}\u{FFFD}".as_bytes(), typed: true },
];

/// An edit, and what it makes of [`OLD`], `W` for the word; and whether the word is another one
/// then, or nothing around it is as it was.
const EDITS: [(&str, &str, bool); 16] = [
    ("nothing", "a plain line\nsome W here\nthe end\n", false),
    ("another line before", "a plain line\nand one more\nsome W here\nthe end\n", false),
    ("the line before deleted", "some W here\nthe end\n", false),
    ("appended to the line", "a plain line\nsome W here, and more\nthe end\n", false),
    ("put before the line", "a plain line\nyes, some W here\nthe end\n", false),
    ("indented", "a plain line\n    some W here\nthe end\n", false),
    ("appended behind the word", "a plain line\nsome W two here\nthe end\n", false),
    ("appended to the word", "a plain line\nsome W, here\nthe end\n", true),
    ("put before the word", "a plain line\nsome two W here\nthe end\n", false),
    ("the word before changed", "a plain line\nany W here\nthe end\n", false),
    ("the word behind changed", "a plain line\nsome W there\nthe end\n", false),
    ("the words around changed", "a plain line\nthat W was\nthe end\n", false),
    ("joined", "a plain line some W here the end\n", false),
    ("split before", "a plain line\nsome\nW here\nthe end\n", false),
    ("split behind", "a plain line\nsome W\nhere\nthe end\n", false),
    ("moved, and the rest of the line changed", "the end\nlorem W ipsum\na plain line\n", true),
];

const OLD: &str = "a plain line\nsome W here\nthe end\n";

fn with(lines: &str, word: &[u8]) -> Vec<u8> {
    let (before, behind) = lines.split_once('W').unwrap();
    [before.as_bytes(), word, behind.as_bytes()].concat()
}

fn harms(old: &[u8], new: &[u8]) -> Vec<&'static str> {
    let findings = compare(old, new, Accepted::default()).findings;
    findings.iter().map(|finding| finding.what.name()).collect()
}

#[test]
fn every_damage_beside_every_edit() {
    let mut missed = Vec::new();
    for Damaged { was, is, typed } in DAMAGED {
        for (edit, lines, unheld) in EDITS {
            let old = with(OLD, was.as_bytes());
            let found = !harms(&old, &with(lines, is)).is_empty();
            if !found && (!typed || !unheld) {
                missed.push(format!("{was} {} {edit}", String::from_utf8_lossy(is)));
            }
            assert_eq!(
                harms(&old, &with(lines, was.as_bytes())),
                [""; 0],
                "{was}, {edit}: no damage"
            );
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The cases of the report that this was mended for, and their neighbours.
#[test]
fn text_behind_a_damaged_word() {
    for (old, new) in [
        ("café\n", "caf? two\n"),
        ("café\n", "cafÃ© x\n"),
        ("café", "caf? two"),
        ("un café\n", "un caf?, deux\n"),
        ("café\n", "caf?\ntwo\n"),
        ("café\nthe\n", "caf? the\n"),
        ("né\n", "n? là\n"),
        ("école\n", "l'?cole\n"),
        ("Ça va\n", "Eh bien, ?a va\n"),
        ("Ça va\n", "Eh bien, Ã‡a va mal\n"),
        ("これは何ですか？\n", "????????\n"),
    ] {
        assert!(!harms(old.as_bytes(), new.as_bytes()).is_empty(), "{old:?} {new:?}");
    }
}

#[test]
fn what_people_write() {
    for (old, new) in [
        ("Le café est fermé.\nOui, déjà.\n", "The coffee shop is closed.\nYes, already?\n"),
        ("Le café est fermé.\n", ""),
        ("un café\n", "un cafe\n"),
        ("un café\nl'été\n", "l'ete\nun cafe?\n"),
        ("Tu viens au café\n", "Tu viens au café?\n"),
        ("Tu viens au café.\n", "Tu viens au café ? Oui.\n"),
        ("né\nfini\n", "fini? Non.\n"),
        ("Ça ira.\nÀ demain.\n", "What? Why?\nÀ demain.\n"),
        ("« Oui »\n", "\"Oui?\"\n"),
        ("Die Straße\n", "Die Strasse? Ja.\n"),
        ("prix: 10\u{A0}€\n", "price: 10 EUR?\n"),
        ("return café;\n", "return x ? 1 : 2;\n"),
        ("see index.php?é=1\n", "see index.php?e=1&x=2\n"),
        ("今日は良い天気です。\n", "明日は雨ですか?\n"),
        ("Привет, мир\n", "Hello, world? Yes.\n"),
        ("a résumé\nb\n", "b\na resume? no\n"),
        ("Noël\n", "No? Yes.\n"),
        ("これは何ですか？\n", "これは何ですか?\n"),
        ("この本？はい\n", "この本?はい\n"),
        ("کجا؟\n", "کجا?\n"),
    ] {
        assert_eq!(harms(old.as_bytes(), new.as_bytes()), [""; 0], "{old:?} {new:?}");
    }
}

#[test]
fn a_question_mark_typed_before_text_that_stands() {
    for (old, new) in [
        ("Où va t il à Nîmes\n", "Où va t il ? à Nîmes\n"),
        ("он и она\n", "он ? и она\n"),
        ("VALUES (é, b)\n", "VALUES (?, é, b)\n"),
        ("cond ✓ done\n", "cond ? ✓ done\n"),
        ("cond ✓ done\n", "cond ✓ ? done\n"),
    ] {
        assert_eq!(harms(old.as_bytes(), new.as_bytes()), [""; 0], "{old:?} {new:?}");
    }
    // The text before it is damaged, and more of it stands elsewhere.
    for (old, new) in [("cond ✓ done ✓\n", "cond ? done more ✓\n"), ("né là é\n", "n? là é\n")]
    {
        assert!(!harms(old.as_bytes(), new.as_bytes()).is_empty(), "{old:?} {new:?}");
    }
}
