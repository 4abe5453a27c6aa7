//! Conversion in blocks of any size, between all encodings.

use super::*;
use crate::args::{Eol, When};
use crate::coding::Cut;
use crate::random::Random;
use crate::settings::Framed;
use placemat::encoding::Label;
use placemat::{Policy, Transcoder};
use std::fs;

const TEXT: &str = "plain\r\nnaïve Ω\n日本語 한국어 עברית\n😀🇪🇺 \u{10FFFF}\u{D7FF}\u{E000}\0 end";

fn encoded(text: &str, label: Label) -> Vec<u8> {
    let mut out = vec![0; 4 * text.len() + 64];
    let mut pair = Transcoder::new(Label::Utf8, label, Policy::Strict).unwrap();
    let progress = pair.push(text.as_bytes(), &mut out, true);
    assert_eq!(progress.status, placemat::Status::InputEmpty);
    out.truncate(progress.written);
    out
}

fn settings(from: Label, to: Label, folder: &tempfile::TempDir) -> settings::Convert {
    settings::Convert {
        inputs: vec![Name::Path(folder.path().join("in"))],
        from: Origin::Named(from.into()),
        to: to.into(),
        framed: Framed::default(),
        output: Some(folder.path().join("out")),
        tree: None,
        threads: 1,
        policy: Policy::Strict,
        lenient: false,
        bom: Bom::Keep,
        bom_implied: true,
        eol: Eol::Keep,
        stats: false,
        progress: When::Never,
    }
}

fn converted(settings: &settings::Convert, block: usize) -> Result<Done, Failure> {
    convert(settings, block, &Progress::new(When::Never, || None))
}

#[test]
fn all_pairs_in_blocks_of_all_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = [Label::Latin1, Label::Windows1252, Label::Windows1252Whatwg];
    let two = [Label::Ucs2, Label::Ucs2Le, Label::Ucs2Be];
    for &from in Label::all() {
        for &to in Label::all() {
            let text = if from == Label::UsAscii || to == Label::UsAscii {
                "plain\n text".repeat(9)
            } else if bytes.contains(&from) || bytes.contains(&to) {
                "naïve\n ÿ\0£".repeat(9)
            } else if two.contains(&from) || two.contains(&to) {
                "naïve\n 日本語 한국어 עברית\0".repeat(5)
            } else {
                TEXT.repeat(3)
            };
            let signature = |label: Label| match label.needs_signature() {
                true => label.signature(),
                false => b"",
            };
            let form =
                |label: Label| [signature(label), &encoded(&text, label.for_writing())].concat();
            fs::write(folder.path().join("in"), form(from)).unwrap();
            // Every run waits for the disk.
            let all = [1, 2, 3, 5, 7, 16, 61, 1000];
            let blocks = if from == Label::Utf8 || to == Label::Utf8 { &all[..] } else { &[3] };
            for &block in blocks {
                let done = converted(&settings(from, to, &folder), block).unwrap();
                let written = fs::read(folder.path().join("out")).unwrap();
                assert_eq!(written, form(to), "{from} to {to}, blocks of {block}");
                assert_eq!(done.written, written.len() as u64);
                assert_eq!(done.read, form(from).len() as u64);
            }
        }
    }
}

#[test]
fn places_do_not_depend_on_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"one\ntwo\n th\xF0\x9F\x98ree\n";
    fs::write(folder.path().join("in"), text).unwrap();
    for block in 1..30 {
        let failure =
            converted(&settings(Label::Utf8, Label::Utf16Le, &folder), block).unwrap_err();
        let told = failure.told().unwrap();
        let expected = "in:3:4: F0 9F 98 at offset 11 is malformed utf-8: incomplete sequence\n";
        assert!(told.contains(expected), "{told}");
    }
    // And in units of two bytes.
    let text: Vec<u8> = "one\nਊਊ\nab".encode_utf16().flat_map(u16::to_be_bytes).collect();
    fs::write(folder.path().join("in"), [&text[..], b"\xDC\0"].concat()).unwrap();
    for block in 1..30 {
        let failure = converted(&settings(Label::Utf16, Label::Utf8, &folder), block).unwrap_err();
        let told = failure.told().unwrap();
        let expected = "in:3:3: DC 00 at offset 18 is malformed utf-16be: lone low surrogate\n";
        assert!(told.contains(expected), "{told}");
    }
}

/// What is written, told and counted, by so many threads.
fn outcome(settings: &mut settings::Convert, threads: usize, block: usize) -> (Vec<u8>, String) {
    settings.threads = threads;
    let output = settings.output.clone().unwrap();
    let _ = fs::remove_file(&output);
    let told = match converted(settings, block) {
        Ok(done) => done.to_string(),
        Err(failure) => format!("{:?}", failure.told().map(|told| told.to_string())),
    };
    (fs::read(output).unwrap_or_default(), told)
}

/// A long text in an encoding.
fn sample(from: Coding) -> Vec<u8> {
    // What is read only cannot be made of other text.
    match from.to_string().as_str() {
        "johab" => return b"\x88a\x90a, one\ntwo \xE01\n".repeat(400),
        "euc-tw" => return b"\xC6\xBA\xFD\xA4, one\ntwo \x8E\xA2\xA1\xA1\n".repeat(400),
        _ => {}
    }
    let mut coder =
        Coder::new(Label::Utf8.into(), from.for_writing(), Policy::Remove, false).unwrap();
    let mut text = Vec::new();
    let write = &mut |bytes: &[u8]| {
        text.extend(bytes);
        Ok::<(), ()>(())
    };
    coder.push(TEXT.repeat(80).as_bytes(), true, &mut vec![0; 1024], write).unwrap();
    text
}

#[test]
fn threads_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Random(0x9E37_79B9_7F4A_7C15);
    let legacy = [
        "shift_jis",
        "gb18030",
        "big5",
        "euc-kr",
        "iso-2022-jp",
        "koi8-r",
        "ibm037",
        "johab",
        "euc-tw",
    ];
    let legacy = legacy.map(|name| crate::coding::coding(name, crate::args::Labels::Iana).unwrap());
    let all: Vec<Coding> = Label::all().iter().map(|&label| label.into()).chain(legacy).collect();
    let policies = [Policy::Strict, Policy::Replace, Policy::Remove, Policy::BackslashReplace];
    let mut pieces = 0;
    for &from in &all {
        let mut settings = settings(Label::Utf8, Label::Utf8, &folder);
        settings.from = Origin::Named(from);
        // All pairs would take minutes.
        for _ in 0..8 {
            let to = all[numbers.below(all.len())];
            settings.to = to;
            settings.policy = policies[numbers.below(policies.len())];
            settings.lenient = numbers.below(2) == 0;
            settings.eol = [Eol::Keep, Eol::Lf][numbers.below(4) / 3];
            if Coder::new(from.for_writing(), to.for_writing(), settings.policy, settings.lenient)
                .is_err()
            {
                continue;
            }
            // Text in the encoding, with damage here and there, or at one place late in it, or nowhere.
            let mut text = sample(from);
            let damages = [0, 1, 40][numbers.below(3)];
            for _ in 0..damages {
                let at = text.len() / 2 + numbers.below(text.len() / 2);
                text[at] = numbers.below(256) as u8;
            }
            if numbers.below(8) == 0 {
                text.truncate(text.len() - 1);
            }
            fs::write(folder.path().join("in"), &text).unwrap();
            let block = [64, 200, 333][numbers.below(3)];
            let one = outcome(&mut settings, 1, block);
            for threads in [2, 5] {
                let several = outcome(&mut settings, threads, block);
                assert!(
                    one == several,
                    "{from} to {to}: {} {} {:?}",
                    one.1,
                    several.1,
                    settings.policy
                );
            }
            let is_slow = [from, to].iter().any(|coding| matches!(coding, Coding::Legacy(_)));
            pieces += u32::from(is_slow && Cut::of(from, to).is_some());
        }
    }
    assert!(pieces > 40, "{pieces}");
}
