//! Mojibake is undone with a proof: whole and in chunks alike, each repair by its inverse, and a
//! second time without a change; little is held back, and time is by the length, of 100 KB, too.
#![cfg_attr(fuzzing, no_main)]

use libfuzzer_sys::fuzz_target;
use placemat_detect::mojibake::{Options, Repair, Stream};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// A window, and what is looked at behind it.
const HELD: usize = (8 << 10) + 64;

/// No input becomes longer.
const LONGEST: usize = 100_000;

/// This byte, which is in no text, and two more: what stands before is repeated.
const AGAIN: u8 = 0xFE;

/// How long one run over a text may take, in a build with sanitizers, on a machine that does other
/// things, too: text that is all mojibake takes a tenth; with guesses, "ä¸" takes half.
const ANYWAY: Duration = Duration::from_millis(300);
const PER_KIB: Duration = Duration::from_millis(5);
const PER_KIB_OF_GUESSES: Duration = Duration::from_millis(20);
/// Behind a chunk what is held is looked at again.
const PER_CHUNK: Duration = Duration::from_micros(50);

/// Only what takes long thrice does so by itself.
const TRIES: usize = 3;

fuzz_target!(|data: &[u8]| {
    // How long the chunks are, and whether to guess.
    let (&[first, ..], Some(text)) = (data, data.get(1..)) else { return };
    let (chunk, lossy) = (1 + usize::from(first / 2), first % 2 == 1);
    let options = if lossy { Options::lossy() } else { Options::default() };
    let text = &*blown_up(text);
    let (mut whole, mut rebuilt, mut at) = (Vec::new(), Vec::new(), 0);
    push(text, options, &mut whole, &mut |repair| {
        let offset = repair.offset as usize;
        assert!(text[offset..].starts_with(repair.before.as_bytes()));
        assert!(lossy || repair.is_exact());
        if repair.is_exact() {
            assert_eq!(repair.undo().as_deref(), Some(repair.before));
        }
        rebuilt.extend_from_slice(&text[at..offset]);
        rebuilt.extend_from_slice(repair.after.as_bytes());
        at = offset + repair.before.len();
    });
    rebuilt.extend_from_slice(&text[at..]);
    assert_eq!(rebuilt, whole);
    in_time(text, lossy, 1, || push(text, options, &mut Vec::new(), &mut |_| ()));

    let mut pieces = Vec::new();
    in_time(text, lossy, text.len().div_ceil(chunk), || {
        pieces.clear();
        let mut stream = Stream::new(options);
        for chunk in text.chunks(chunk) {
            stream.push(chunk, false, &mut pieces, &mut |_| ());
            assert!(stream.held() <= HELD + chunk.len());
        }
        stream.push(b"", true, &mut pieces, &mut |_| ());
    });
    assert_eq!(pieces, whole);

    // A line that is cut can be cut elsewhere the next time.
    if !lossy && text.split(|byte| *byte == b'\n').all(|line| line.len() < 8 << 10) {
        let mut again = Vec::new();
        push(&whole, options, &mut again, &mut |_| ());
        assert_eq!(again, whole);
    }
});

fn push(text: &[u8], options: Options, out: &mut Vec<u8>, listen: &mut dyn FnMut(&Repair<'_>)) {
    Stream::new(options).push(text, true, out, listen);
}

/// Short inputs that become long texts: `FE a b` repeats the last bytes, up to 64 of them, or all there is, until there are 2^b
/// more.
fn blown_up(data: &[u8]) -> Cow<'_, [u8]> {
    if !data.contains(&AGAIN) {
        return Cow::Borrowed(&data[..data.len().min(LONGEST)]);
    }
    let (mut text, mut rest) = (Vec::new(), data);
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match (byte, behind) {
            (AGAIN, [count, times, behind @ ..]) => {
                let most = if *count < 0xC0 { 1 + usize::from(count % 64) } else { text.len() };
                let from = text.len() - most.min(text.len());
                let (pattern, more) = (text[from..].to_vec(), 1 << (times % 18));
                text.extend(pattern.into_iter().cycle().take(more));
                rest = behind;
            }
            _ => text.push(byte),
        }
        text.truncate(LONGEST);
    }
    Cow::Owned(text)
}

/// Whether that takes time by the length of the text.
fn in_time(text: &[u8], lossy: bool, chunks: usize, mut run: impl FnMut()) {
    let per_kib = if lossy { PER_KIB_OF_GUESSES } else { PER_KIB };
    let most = ANYWAY + per_kib * (text.len() as u32 >> 10) + PER_CHUNK * chunks as u32;
    let mut time = || {
        let began = Instant::now();
        run();
        began.elapsed()
    };
    let least = time();
    if least > most {
        let least = (1..TRIES).map(|_| time()).min().unwrap_or(least);
        assert!(least <= most, "{} bytes took {least:?}", text.len());
    }
}
