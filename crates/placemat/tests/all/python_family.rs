//! Python's codecs as oracles for the family: UTF-7, UTF-16, UTF-32, Windows-1252
//! and Latin-1, both ways.

use crate::common::python::{ask, hex};
use crate::common::random::Random;
use placemat::encoding::historic::{Ucs4, Utf7};
use placemat::encoding::{
    Encoding, Latin1, Native, Utf16Be, Utf16Le, Utf32Be, Utf32Le, Windows1252,
};
use placemat::{Converter, Error};

/// Any value, surrogates included.
type Values = Ucs4<Native, true>;

/// A line per input: what is decoded, or the place of the first error; and what
/// that is when it is encoded.
const SCRIPT: &str = r#"
import sys
codec = sys.argv[1]
for line in sys.stdin.read().splitlines():
    data = bytes.fromhex(line)
    try:
        text = data.decode(codec)
        print("ok", text.encode("utf-32-be", "surrogatepass").hex() or "-", end=" ")
        try:
            print(text.encode(codec).hex() or "-")
        except UnicodeEncodeError:
            print("unmappable")
    except UnicodeDecodeError as error:
        print("error", error.start)
"#;

fn shown(digits: &str) -> &str {
    if digits.is_empty() { "-" } else { digits }
}

/// Decodes as Python does; with `errors`, exactly when Python does.
fn compare<E: Encoding<Unit = u8>>(codec: &str, inputs: &[Vec<u8>], errors: bool) {
    let lines: Vec<String> = inputs.iter().map(|input| hex(input)).collect();
    let Some(answers) = ask(SCRIPT, codec, &lines) else { return };
    assert_eq!(answers.len(), inputs.len());
    let mut well_formed = 0;
    for (input, answer) in inputs.iter().zip(&answers) {
        match Converter::<E, Values>::strict().convert(input) {
            Ok(values) => {
                well_formed += 1;
                let text: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
                let again = Converter::<Values, E>::strict().convert(&values).unwrap();
                let ours = format!("ok {} {}", shown(&hex(&text)), shown(&hex(&again)));
                assert_eq!(ours, *answer, "{codec}: {input:02x?}");
            }
            Err(error) if errors => {
                let Error::Malformed(bad) = error else { panic!("{error:?}") };
                assert_eq!(format!("error {}", bad.offset), *answer, "{codec}: {input:02x?}");
            }
            Err(_) => {}
        }
    }
    assert!(well_formed > inputs.len() / 20, "{codec}: {well_formed} of {}", inputs.len());
}

/// Random bytes of `choices`.
fn inputs(seed: u64, choices: &[u8]) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..2000)
        .map(|i| {
            let len = random.below([3, 6, 12, 40][i % 4]);
            (0..len).map(|_| random.one_of(choices)).collect()
        })
        .collect()
}

#[test]
fn single_bytes() {
    let all: Vec<u8> = (0..=0xFF).collect();
    compare::<Latin1>("latin-1", &inputs(1, &all), true);
    compare::<Windows1252>("cp1252", &inputs(2, &all), true);
}

#[test]
fn utf16_and_utf32() {
    let units = [0x00, 0x41, 0xD7, 0xD8, 0xDC, 0xDF, 0xE0, 0xFF];
    compare::<Utf16Le>("utf-16-le", &inputs(3, &units), true);
    compare::<Utf16Be>("utf-16-be", &inputs(4, &units), true);
    let units = [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x10, 0xD8];
    compare::<Utf32Le>("utf-32-le", &inputs(5, &units), true);
    compare::<Utf32Be>("utf-32-be", &inputs(6, &units), true);
}

#[test]
fn utf7() {
    // Python takes more than RFC 2152 has: `~`, `\` and lone surrogates.
    compare::<Utf7>("utf-7", &inputs(7, b"++--AAAAAAgQ8Ez a.!"), false);
    compare::<Utf7>("utf-7", &inputs(8, b"abc xyz\n/:-()+"), false);
}
