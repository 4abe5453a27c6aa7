//! The table of cases: text, and what is wrong with it, written by hand.
//!
//! The marks stand below the bytes:
//! `.` a byte of a well-formed sequence; a letter, the first byte of a maximal
//! subpart that is malformed; `-` the other bytes of it.
//!
//! | mark | kind |
//! |---|---|
//! | `O` | overlong |
//! | `S` | surrogate |
//! | `L` | too large |
//! | `F` | obsolete form of 5 or 6 bytes |
//! | `N` | never valid |
//! | `C` | unexpected continuation |
//! | `I` | incomplete, and incomplete at the end where nothing follows |

use placemat::{Malformed, MalformedKind};
use std::vec::Vec;

/// Text in hexadecimal, and its marks.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    bytes: &'static str,
    marks: &'static str,
}

impl Case {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let byte = |hex| u8::from_str_radix(hex, 16).expect("two hexadecimal digits");
        self.bytes.split_whitespace().map(byte).collect()
    }

    /// The errors of the text where it stands alone.
    pub(crate) fn errors(&self) -> Vec<Malformed> {
        let marks: Vec<&str> = self.marks.split_whitespace().collect();
        assert_eq!(marks.len(), self.bytes().len(), "{}: a mark per byte", self.name);
        let mut errors: Vec<Malformed> = Vec::new();
        for (offset, mark) in marks.into_iter().enumerate() {
            let kind = match mark {
                "." => continue,
                "-" => {
                    errors.last_mut().expect("something to go on with").len += 1;
                    continue;
                }
                "O" => MalformedKind::Overlong,
                "S" => MalformedKind::Surrogate,
                "L" => MalformedKind::TooLarge,
                "F" => MalformedKind::ObsoleteForm,
                "N" => MalformedKind::NeverValid,
                "C" => MalformedKind::UnexpectedContinuation,
                "I" => MalformedKind::Incomplete,
                _ => panic!("{}: mark {mark}", self.name),
            };
            errors.push(Malformed { offset, len: 1, kind });
        }
        self.in_text(errors, 0, self.bytes().len())
    }

    /// The errors where the case begins at `before` of a text of `len` bytes
    /// that is well-formed around it.
    pub(crate) fn errors_within(&self, before: usize, len: usize) -> Vec<Malformed> {
        self.in_text(self.errors(), before, len)
    }

    fn in_text(&self, mut errors: Vec<Malformed>, before: usize, len: usize) -> Vec<Malformed> {
        use MalformedKind::{Incomplete, IncompleteAtEnd};
        for bad in &mut errors {
            bad.offset += before;
            if matches!(bad.kind, Incomplete | IncompleteAtEnd) {
                bad.kind = if bad.end() == len { IncompleteAtEnd } else { Incomplete };
            }
        }
        errors
    }
}

macro_rules! cases {
    ($($name:literal: $bytes:literal $marks:literal)*) => {
        /// Every case.
        pub(crate) const CASES: &[Case] =
            &[$(Case { name: $name, bytes: $bytes, marks: $marks }),*];
    };
}

#[rustfmt::skip]
cases! {
    "nothing":
        ""
        ""

    // The Unicode Standard, chapter 3.
    "Table 3-8, non-shortest forms":
        "C0 AF E0 80 BF F0 81 82 41"
        "O  C  O  C  C  O  C  C  ."
    "Table 3-9, surrogates":
        "ED A0 80 ED BF BF ED AF 41"
        "S  C  C  S  C  C  S  C  ."
    "Table 3-10, other ill-formed sequences":
        "F4 91 92 93 FF 41 80 BF 42"
        "L  C  C  C  N  .  C  C  ."
    "Table 3-11, truncated sequences":
        "E1 80 E2 F0 91 92 F1 BF 41"
        "I  -  I  I  -  -  I  -  ."
    "D85, a sequence with an ill-formed subsequence":
        "41 C2 C3 B1 42"
        ".  I  .  .  ."
    "D85, well-formed":
        "41 C3 B1 42"
        ".  .  .  ."
    "D86, M U+0430 U+4E8C U+10302":
        "4D D0 B0 E4 BA 8C F0 90 8C 82"
        ".  .  .  .  .  .  .  .  .  ."
    "conformance, a lead byte before ASCII":
        "C2 41 42"
        "I  .  ."
    "conformance, the first of four never continued":
        "41 F0 80 80 41"
        ".  O  C  C  ."
    "conformance, F4 80 80 41 is one error":
        "F4 80 80 41"
        "I  -  -  ."
    "PR 121, the policies differ here":
        "61 F1 80 80 E1 80 C2 62 80 63 80 BF 64"
        ".  I  -  -  I  -  I  .  C  .  C  C  ."

    // RFC 3629, sections 3, 7 and 10; RFC 2279, sections 2, 4 and 6.
    "A<NOT IDENTICAL TO><ALPHA>.":
        "41 E2 89 A2 CE 91 2E"
        ".  .  .  .  .  .  ."
    "hangugeo":
        "ED 95 9C EA B5 AD EC 96 B4"
        ".  .  .  .  .  .  .  .  ."
    "nihongo":
        "E6 97 A5 E6 9C AC E8 AA 9E"
        ".  .  .  .  .  .  .  .  ."
    "signature and U+233B4":
        "EF BB BF F0 A3 8E B4"
        ".  .  .  .  .  .  ."
    "Hi Mom <WHITE SMILING FACE>!":
        "48 69 20 4D 6F 6D 20 E2 98 BA 21"
        ".  .  .  .  .  .  .  .  .  .  ."
    "NUL in two bytes":
        "C0 80"
        "O  C"
    "U+233B4 by way of surrogates":
        "ED A1 8C ED BE B4"
        "S  C  C  S  C  C"
    "2F C0 AE 2E 2F is no /../":
        "2F C0 AE 2E 2F"
        ".  O  C  .  ."
    "RFC 2279, first of five":
        "F8 88 80 80 80"
        "F  C  C  C  C"
    "RFC 2279, last of six":
        "FD BF BF BF BF BF"
        "F  C  C  C  C  C"

    // After Markus Kuhn's stress test: 2, boundaries.
    "2.1 first of 1 byte":                  "00"                "."
    "2.1 first of 2 bytes":                 "C2 80"             ".  ."
    "2.1 first of 3 bytes":                 "E0 A0 80"          ".  .  ."
    "2.1 first of 4 bytes":                 "F0 90 80 80"       ".  .  .  ."
    "2.1 first of 6 bytes":                 "FC 84 80 80 80 80" "F  C  C  C  C  C"
    "2.2 last of 1 byte":                   "7F"                "."
    "2.2 last of 2 bytes":                  "DF BF"             ".  ."
    "2.2 last of 3 bytes":                  "EF BF BF"          ".  .  ."
    "2.2 last of 4 bytes":                  "F7 BF BF BF"       "L  C  C  C"
    "2.2 last of 5 bytes":                  "FB BF BF BF BF"    "F  C  C  C  C"
    "2.3 last before the surrogates":       "ED 9F BF"          ".  .  ."
    "2.3 first behind the surrogates":      "EE 80 80"          ".  .  ."
    "2.3 U+FFFD":                           "EF BF BD"          ".  .  ."
    "2.3 U+10FFFF":                         "F4 8F BF BF"       ".  .  .  ."
    "2.3 first above U+10FFFF":             "F4 90 80 80"       "L  C  C  C"
    // 3, malformed sequences.
    "3.1 first continuation byte":          "80"                "C"
    "3.1 last continuation byte":           "BF"                "C"
    "3.1 2 continuation bytes":             "80 BF"             "C  C"
    "3.1 3 continuation bytes":             "80 BF 80"          "C  C  C"
    "3.1 4 continuation bytes":             "80 BF 80 BF"       "C  C  C  C"
    "3.1 7 continuation bytes":
        "80 BF 80 BF 80 BF 80"
        "C  C  C  C  C  C  C"
    "3.1 the 64 continuation bytes":
        "80 81 82 83 84 85 86 87 88 89 8A 8B 8C 8D 8E 8F 90 91 92 93 94 95 96 97 98 99 9A 9B 9C 9D 9E 9F
         A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 BA BB BC BD BE BF"
        "C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C
         C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C  C"
    "3.2 the first bytes of 2, each and a space":
        "C0 20 C1 20 C2 20 C3 20 D0 20 DE 20 DF 20"
        "O  .  O  .  I  .  I  .  I  .  I  .  I  ."
    "3.2 the first bytes of 3, each and a space":
        "E0 20 E1 20 E2 20 E7 20 EC 20 ED 20 EE 20 EF 20"
        "I  .  I  .  I  .  I  .  I  .  I  .  I  .  I  ."
    "3.2 the first bytes of 4, each and a space":
        "F0 20 F1 20 F2 20 F3 20 F4 20 F5 20 F6 20 F7 20"
        "I  .  I  .  I  .  I  .  I  .  L  .  L  .  L  ."
    "3.2 the first bytes of 5 and 6, each and a space":
        "F8 20 F9 20 FA 20 FB 20 FC 20 FD 20"
        "F  .  F  .  F  .  F  .  F  .  F  ."
    "3.3 2 bytes less one":                 "C2"                "I"
    "3.3 2 bytes less one, the last":       "DF"                "I"
    "3.3 3 bytes less one":                 "E0 A0"             "I  -"
    "3.3 3 bytes less one, the last":       "EF BF"             "I  -"
    "3.3 3 bytes less one, overlong":       "E0 80"             "O  C"
    "3.3 3 bytes less one, a surrogate":    "ED A0"             "S  C"
    "3.3 4 bytes less one":                 "F0 90 80"          "I  -  -"
    "3.3 4 bytes less one, the last":       "F4 8F BF"          "I  -  -"
    "3.3 4 bytes less one, overlong":       "F0 80 80"          "O  C  C"
    "3.3 4 bytes less one, too large":      "F4 90 80"          "L  C  C"
    "3.3 4 bytes less one, F7":             "F7 BF BF"          "L  C  C"
    "3.3 5 bytes less one":                 "F8 80 80 80"       "F  C  C  C"
    "3.3 6 bytes less one":                 "FC 80 80 80 80"    "F  C  C  C  C"
    "3.4 the sequences of 3.3, joined":
        "C2 E0 A0 F0 90 80 F8 88 80 80 FC 84 80 80 80 DF EF BF F7 BF BF FB BF BF BF FD BF BF BF BF"
        "I  I  -  I  -  -  F  C  C  C  F  C  C  C  C  I  I  -  L  C  C  F  C  C  C  F  C  C  C  C"
    "3.5 FE":                               "FE"                "N"
    "3.5 FF":                               "FF"                "N"
    "3.5 FE FE FF FF":                      "FE FE FF FF"       "N  N  N  N"
    // 4, overlong sequences.
    "4.1 slash in 3 bytes":                 "E0 80 AF"          "O  C  C"
    "4.1 slash in 4 bytes":                 "F0 80 80 AF"       "O  C  C  C"
    "4.1 slash in 5 bytes":                 "F8 80 80 80 AF"    "F  C  C  C  C"
    "4.1 slash in 6 bytes":                 "FC 80 80 80 80 AF" "F  C  C  C  C  C"
    "4.2 last overlong of 2 bytes":         "C1 BF"             "O  C"
    "4.2 last overlong of 3 bytes":         "E0 9F BF"          "O  C  C"
    "4.2 last overlong of 4 bytes":         "F0 8F BF BF"       "O  C  C  C"
    "4.2 last overlong of 5 bytes":         "F8 87 BF BF BF"    "F  C  C  C  C"
    "4.2 last overlong of 6 bytes":         "FC 83 BF BF BF BF" "F  C  C  C  C  C"
    "4.3 NUL in 3 bytes":                   "E0 80 80"          "O  C  C"
    "4.3 NUL in 4 bytes":                   "F0 80 80 80"       "O  C  C  C"
    // 5, code points that are none.
    "5.1 U+D800":                           "ED A0 80"          "S  C  C"
    "5.1 U+DB7F":                           "ED AD BF"          "S  C  C"
    "5.1 U+DC00":                           "ED B0 80"          "S  C  C"
    "5.1 U+DFFF":                           "ED BF BF"          "S  C  C"
    "5.2 U+D800 U+DC00":                    "ED A0 80 ED B0 80" "S  C  C  S  C  C"
    "5.2 U+DBFF U+DFFF":                    "ED AF BF ED BF BF" "S  C  C  S  C  C"
    "5.3 noncharacters are well-formed":
        "EF BF BE EF BF BF EF B7 90 F0 9F BF BE F4 8F BF BF"
        ".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."

    // What a kernel may get wrong.
    "C0 behind a lead byte, as if a continuation byte":   "C3 C0 41"       "I  O  ."
    "C1 behind a lead byte":                              "DF C1 41"       "I  O  ."
    "C0 behind a whole sequence":                         "C3 A9 C0 41"    ".  .  O  ."
    "C0 and a lead byte":                                 "C0 C3 A9"       "O  .  ."
    "C1 and a continuation byte behind two":              "C3 A9 C1 81 41" ".  .  O  C  ."
    "C0 in a sequence of three":                          "E1 C0 80 41"    "I  O  C  ."
    "C1 at the end of a sequence of three":               "E1 80 C1 41"    "I  -  O  ."
    "a lead byte behind a lead byte":                     "C3 C3 A9"       "I  .  ."
    "a lead byte of three behind one of two":             "C3 E2 82 AC"    "I  .  .  ."
    "a lead byte of four behind one of three":            "E2 F0 9F 98 80" "I  .  .  .  ."
    "a lead byte of two inside four":                     "F0 9F C3 A9"    "I  -  .  ."
    "one continuation byte too many behind two":          "C3 A9 80"       ".  .  C"
    "one continuation byte too many behind three":        "E2 82 AC 80"    ".  .  .  C"
    "one continuation byte too many behind four":         "F0 9F 98 80 80" ".  .  .  .  C"
    "two continuation bytes too many behind two":         "C3 A9 80 80"    ".  .  C  C"
    "a continuation byte behind ASCII":                   "41 80"          ".  C"
    "E0 and the least it allows":                         "E0 A0 BF"       ".  .  ."
    "E0 and one less":                                    "E0 9F 80"       "O  C  C"
    "E0 and the most it allows":                          "E0 BF BF"       ".  .  ."
    "E0 and ASCII with the low bits of A0":               "E0 20 80"       "I  .  C"
    "E0 and a lead byte with the low bits of A0":         "E0 E0 A0 80"    "I  .  .  ."
    "ED and the most it allows":                          "ED 9F BF 41"    ".  .  .  ."
    "ED and one more":                                    "ED A0 BF 41"    "S  C  C  ."
    "ED behind ED":                                       "ED ED 9F BF"    "I  .  .  ."
    "EE where ED is not allowed":                         "EE A0 80"       ".  .  ."
    "EC where ED is not allowed":                         "EC A0 80"       ".  .  ."
    "F0 and the least it allows":                         "F0 90 BF BF"    ".  .  .  ."
    "F0 and one less":                                    "F0 8F 80 80"    "O  C  C  C"
    "F1 where F0 is not allowed":                         "F1 80 80 80"    ".  .  .  ."
    "F3 and the most it allows":                          "F3 BF BF BF"    ".  .  .  ."
    "F4 and the most it allows":                          "F4 8F 80 80"    ".  .  .  ."
    "F4 and one more":                                    "F4 90 BF BF"    "L  C  C  C"
    "F4 and much more":                                   "F4 A0 80 80"    "L  C  C  C"
    "F5":                                                 "F5 80 80 80"    "L  C  C  C"
    "F5 and ASCII":                                       "F5 41"          "L  ."
    "F6":                                                 "F6 90 80 80"    "L  C  C  C"
    "F8 and the least":                                   "F8 80"          "F  C"
    "FF and continuation bytes":                          "FF BF BF BF BF" "N  C  C  C  C"
    "four cut behind the first, ASCII":                   "F1 41"          "I  ."
    "four cut behind the second, ASCII":                  "F1 80 41"       "I  -  ."
    "four cut behind the third, a lead byte":             "F1 80 80 C3 A9" "I  -  -  .  ."
    "three cut, then three":                              "E2 82 E2 82 AC" "I  -  .  .  ."
    "every kind in a row":
        "C0 80 ED A0 F5 F8 FE FF 41 E2 82 F0 9F 98"
        "O  C  S  C  L  F  N  N  .  I  -  I  -  -"
    "Windows-1252 in ASCII":
        "63 61 66 E9 20 92 74 69 73"
        ".  .  .  I  .  C  .  .  ."
    "Latin-1 with two high letters in a row":
        "46 FC DF 65"
        ".  F  I  ."
    "UTF-16 with a signature":
        "FF FE 41 00 E9 00"
        "N  N  .  .  I  ."
}
