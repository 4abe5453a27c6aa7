//! ICU as a second opinion, by its `uconv`: it reads what we write, and we read what it writes.

use crate::common::levels::report_skipped;
use crate::common::random::Random;
use placemat::Converter;
use placemat::encoding::historic::{Bocu1, Scsu};
use placemat::encoding::{Encoding, Utf8};
use std::env;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// `bytes`, converted by `uconv`. `None`, which is told, where there is none.
fn uconv(from: &str, to: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut uconv = Command::new("uconv");
    uconv.args(["-f", from, "-t", to]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut uconv = match uconv.spawn() {
        Ok(uconv) => uconv,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            assert!(env::var_os("CI").is_none(), "continuous integration has uconv");
            report_skipped("uconv is not installed");
            return None;
        }
        Err(error) => panic!("uconv does not start: {error}"),
    };
    let mut stdin = uconv.stdin.take().expect("a pipe");
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = uconv.wait_with_output().expect("uconv ends");
    writer.join().unwrap().expect("uconv reads its input");
    assert!(output.status.success(), "uconv refuses {from}");
    Some(output.stdout)
}

/// Text of many scripts: runs of letters near each other, of any length, and strangers between them.
fn text(random: &mut Random) -> String {
    let starts = [
        'a',
        '\n',
        '\u{e0}',
        '\u{150}',
        '\u{430}',
        '\u{5d0}',
        '\u{930}',
        '\u{2013}',
        '\u{3042}',
        '\u{30a2}',
        '\u{4e00}',
        '\u{ac00}',
        '\u{e000}',
        '\u{f000}',
        '\u{fffd}',
        '\u{10400}',
        '\u{1f600}',
        '\u{10fff0}',
        '\u{1}',
        '\u{3400}',
        '\u{feff}',
        '\u{ff21}',
    ];
    let mut text = String::from("x");
    while text.len() < 2000 {
        let start = u32::from(random.one_of(&starts));
        let spread = random.one_of(&[1, 2, 16, 100, 3000]);
        for _ in 0..random.below(9) {
            text.extend(char::from_u32(start + random.below(spread) as u32));
            if random.below(5) == 0 {
                text.push(' ');
            }
        }
    }
    text
}

fn compare<E: Encoding<Unit = u8>>(name: &str) {
    let mut random = Random::new(6);
    let (mut ours, mut theirs) = (0, 0);
    for _ in 0..40 {
        let text = text(&mut random);
        let written = Converter::<Utf8, E>::strict().convert(text.as_bytes()).unwrap();
        let Some(read) = uconv(name, "utf-8", &written) else { return };
        assert_eq!(read, text.as_bytes(), "{name} as we write it");
        let Some(other) = uconv("utf-8", name, text.as_bytes()) else { return };
        let read = Converter::<E, Utf8>::strict().convert(&other).unwrap();
        assert_eq!(read, text.as_bytes(), "{name} as ICU writes it");
        (ours, theirs) = (ours + written.len(), theirs + other.len());
    }
    eprintln!("{name}: {ours} bytes, and {theirs} of ICU");
    assert!(ours < theirs + theirs / 20);
}

#[test]
fn scsu() {
    compare::<Scsu>("scsu");
}

#[test]
fn bocu1() {
    compare::<Bocu1>("bocu-1");
}
