//! Complete rather than sampled: every scalar value; every sequence of one to
//! four bytes, alone and at the lanes of a window, at every level.
//!
//! What takes minutes is ignored here and run by `cargo xtask exhaustive`, in
//! release; what it has counted is printed.

use crate::common::filler::{Aligned, CLASSES, before, behind};
use crate::common::levels::at_every_level;
use crate::common::parallel::{parallel, report};
use crate::common::random::EDGES;
use crate::common::reference;
use placemat::{Malformed, MalformedKind, utf8};
use std::time::Instant;

/// The widest window that a kernel looks at: four vectors of AVX2. Two windows
/// of SSE4.2 lie in it.
const WINDOW: usize = 128;

/// What lies before it: a vector of AVX2. Texts begin at aligned addresses, so
/// that the first window begins right behind it.
const VECTOR: usize = 32;

/// Between ASCII a sequence chooses the class of its window; between code points
/// of four bytes it cannot.
const EXTREMES: [&str; 2] = [CLASSES[0], CLASSES[3]];

/// A window of text of one class with room for a sequence at one lane.
struct Surrounded {
    room: Aligned,
    /// Where the sequence begins.
    at: usize,
    len: usize,
}

impl Surrounded {
    /// `lane` is that of the first byte of a sequence of `len` bytes.
    fn new(filler: &str, lane: usize, len: usize) -> Self {
        let at = VECTOR + lane;
        let mut text = before(filler, at);
        text.resize(at + len, b'-');
        text.extend_from_slice(&behind(filler, VECTOR + WINDOW + 8 - lane));
        let mut room = Aligned::new(text.len());
        room.place(&text, 0);
        Self { room, at, len: text.len() }
    }

    /// At each of `lanes`, between text of each kind.
    fn all(fillers: &[&str], lanes: &[usize], len: usize) -> Vec<Self> {
        let at = |filler| lanes.iter().map(move |&lane| Self::new(filler, lane, len));
        fillers.iter().flat_map(|filler| at(filler)).collect()
    }

    fn with(&mut self, sequence: &[u8]) -> &[u8] {
        let text = self.room.placed(self.len);
        text[self.at..][..sequence.len()].copy_from_slice(sequence);
        text
    }

    /// Checks the text with a sequence whose own first error is `bad`.
    fn check(&mut self, sequence: &[u8], bad: Option<Malformed>) {
        let at = self.at;
        let text = self.with(sequence);
        assert_eq!(utf8::is_valid(text), bad.is_none(), "{sequence:02x?} at {at} of {text:02x?}");
    }

    /// Checks what and where the error is, too.
    fn check_error(&mut self, sequence: &[u8], bad: Option<Malformed>) {
        use MalformedKind::{Incomplete, IncompleteAtEnd};
        let at = self.at;
        let expected = bad.map(|Malformed { offset, len, kind }| {
            let kind = if kind == IncompleteAtEnd { Incomplete } else { kind };
            Malformed { offset: at + offset, len, kind }
        });
        let text = self.with(sequence);
        let found = utf8::validate(text).err();
        assert_eq!(found, expected, "{sequence:02x?} at {at} of {text:02x?}");
    }
}

type Check = fn(&mut Surrounded, &[u8], Option<Malformed>);

/// All sequences of `first`, a second byte if `LEN` is 2 or 3, and a third one of
/// `thirds` if it is 3, in each of the texts: how many were checked.
fn surrounded<const LEN: usize>(
    texts: &mut [Surrounded],
    first: u8,
    thirds: &[u8],
    check: Check,
) -> u64 {
    let seconds = if LEN > 1 { 256 } else { 1 };
    let thirds = if LEN > 2 { thirds } else { &[0] };
    for second in 0..seconds {
        for &third in thirds {
            let sequence = &[first, second as u8, third][..LEN];
            let bad = reference::first_error(sequence);
            texts.iter_mut().for_each(|text| check(text, sequence, bad));
        }
    }
    (seconds * thirds.len() * texts.len()) as u64
}

/// The same for every first byte, at every level.
fn surrounded_everywhere<const LEN: usize>(
    what: &str,
    (fillers, lanes, thirds): (&[&str], &[usize], &[u8]),
    check: Check,
) {
    at_every_level(|level| {
        let start = Instant::now();
        let texts = || Surrounded::all(fillers, lanes, LEN);
        let job = |texts: &mut Vec<_>, first| surrounded::<LEN>(texts, first as u8, thirds, check);
        report(what, level, parallel(256, texts, job), start);
    });
}

/// Every lane of a window.
const LANES: [usize; WINDOW] = {
    let mut lanes = [0; WINDOW];
    let mut lane = 0;
    while lane < WINDOW {
        lanes[lane] = lane;
        lane += 1;
    }
    lanes
};

#[test]
fn one_byte_at_every_lane() {
    let places = (&CLASSES[..], &LANES[..], &[][..]);
    surrounded_everywhere::<1>("1 byte at every lane", places, Surrounded::check_error);
}

#[test]
#[ignore = "a minute: cargo xtask trust"]
fn two_bytes_at_every_lane() {
    let places = (&EXTREMES[..], &LANES[..], &[][..]);
    surrounded_everywhere::<2>("2 bytes at every lane", places, Surrounded::check_error);
}

/// Across the end of a window of SSE4.2, and of one of AVX2. The third byte is
/// one of those where ranges of the grammar begin and end.
#[test]
fn three_bytes_across_the_edges_of_windows() {
    let places = (&CLASSES[..], &[62, 63, 126, 127][..], &EDGES[..]);
    surrounded_everywhere::<3>("3 bytes at edges", places, Surrounded::check);
}

#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn three_bytes_at_every_lane() {
    let thirds: Vec<u8> = (0..=255).collect();
    let places = (&EXTREMES[..], &LANES[..], &thirds[..]);
    surrounded_everywhere::<3>("3 bytes at every lane", places, Surrounded::check);
}

/// What is wrong with a short text as a whole: validation, every error and
/// every code point.
fn alone(text: &[u8]) {
    let mut errors = utf8::errors(text);
    let mut items = utf8::code_points(text);
    let (mut at, mut first) = (0, None);
    while at < text.len() {
        let (item, len) = reference::item(text, at);
        assert_eq!(items.next(), Some(item), "{text:02x?}");
        if let Err(bad) = item {
            assert_eq!(errors.next(), Some(bad), "{text:02x?}");
            first = first.or(Some(bad));
        }
        at += len;
    }
    assert_eq!((items.next(), errors.next()), (None, None), "{text:02x?}");
    assert_eq!(utf8::validate(text).err(), first, "{text:02x?}");
}

/// The third byte is one of those where ranges of the grammar begin and end.
#[test]
fn up_to_three_bytes_alone() {
    three_bytes(&EDGES);
}

#[test]
#[ignore = "a minute: cargo xtask trust"]
fn all_of_up_to_three_bytes_alone() {
    three_bytes(&(0..=255).collect::<Vec<u8>>());
}

/// Every one and two bytes, and with each of `thirds` behind them.
fn three_bytes(thirds: &[u8]) {
    at_every_level(|level| {
        let start = Instant::now();
        let count = parallel(
            256,
            || (),
            |(), first| {
                let first = first as u8;
                alone(&[first]);
                for second in 0..=255 {
                    alone(&[first, second]);
                    thirds.iter().for_each(|&third| alone(&[first, second, third]));
                }
                1 + 256 + 256 * thirds.len() as u64
            },
        );
        report("1 to 3 bytes alone", level, count, start);
    });
}

/// All 2^32: alone, and at a lane that changes from one sequence to the next.
#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn four_bytes_validated() {
    at_every_level(|level| {
        let start = Instant::now();
        let texts = || EXTREMES.map(|filler| Surrounded::all(&[filler], &LANES, 4));
        let count = parallel(1 << 16, texts, |texts, high| {
            let [first, second, ..] = high.to_le_bytes();
            for low in 0..=u16::MAX {
                let [third, fourth] = low.to_le_bytes();
                let sequence = [first, second, third, fourth];
                let bad = reference::first_error(&sequence);
                assert_eq!(utf8::validate(&sequence).err(), bad, "{sequence:02x?}");
                // Odd factors, so that every lane meets every byte.
                let lane = (high as usize * 37 + usize::from(low) * 5) % WINDOW;
                texts.iter_mut().for_each(|texts| texts[lane].check(&sequence, bad));
            }
            (1 + EXTREMES.len() as u64) << 16
        });
        report("4 bytes", level, count, start);
    });
}

/// All 2^32: every error and every code point.
#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn four_bytes_decoded() {
    at_every_level(|level| {
        let start = Instant::now();
        let job = |_: &mut (), high: u64| {
            let [first, second, ..] = high.to_le_bytes();
            for low in 0..=u16::MAX {
                let [third, fourth] = low.to_le_bytes();
                alone(&[first, second, third, fourth]);
            }
            1 << 16
        };
        report("4 bytes decoded", level, parallel(1 << 16, || (), job), start);
    });
}

/// 0 to 1FFFFF, and more: encoded as std does, or not at all; read back by
/// every function that decodes.
#[test]
fn every_scalar_value() {
    let start = Instant::now();
    let mut values = 0;
    for value in (0..=0x1F_FFFF).chain([0x7FFF_FFFF, 0x8000_0041, u32::MAX]) {
        let mut buffer = [0xFF; 4];
        let encoded = utf8::encode(value, &mut buffer);
        let Some(c) = char::from_u32(value) else {
            assert_eq!(encoded, None, "{value:X}");
            assert_eq!(buffer, [0xFF; 4], "{value:X}");
            continue;
        };
        let (mut theirs, len) = ([0; 4], c.len_utf8());
        let theirs = c.encode_utf8(&mut theirs);
        assert_eq!(encoded, Some(&*theirs), "{value:X}");
        let bytes = theirs.as_bytes();
        assert_eq!(utf8::sequence_len(bytes[0]), Some(len), "{value:X}");
        assert_eq!(reference::utf8_char(bytes), Some(len), "{value:X}");
        assert_eq!(utf8::decode_first(bytes), Some((Ok(c), len)), "{value:X}");
        assert_eq!(utf8::decode_last(bytes), Some((Ok(c), len)), "{value:X}");
        values += 1;
    }
    assert_eq!(values, 1_112_064);
    println!("scalar values: {values} in {:.1} s", start.elapsed().as_secs_f64());
}

#[test]
fn every_scalar_value_in_one_text() {
    let text: String = ('\0'..=char::MAX).collect();
    at_every_level(|_| {
        assert_eq!(utf8::validate(text.as_bytes()), Ok(&*text));
        assert_eq!(utf8::errors(text.as_bytes()).next(), None);
        assert_eq!(utf8::count_code_points(text.as_bytes()), 1_112_064);
        assert_eq!(utf8::utf16_len(text.as_bytes()), 1_112_064 + 0x10_0000);
        assert!(utf8::code_points(text.as_bytes()).eq(text.chars().map(Ok)));
        assert!(utf8::code_points(text.as_bytes()).rev().eq(text.chars().rev().map(Ok)));
    });
}
