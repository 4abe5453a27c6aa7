//! Text that is cut, and text that was cut out of a longer one.

use crate::common::levels::{at_every_level, rounds};
use crate::common::random::{EDGES, Random};
use crate::common::reference;
use placemat::encoding::historic::Utf7;
use placemat::encoding::{Encoding, Utf8, Utf16, single_byte};
use placemat::utf8::Fragment;
use placemat::{Converter, Malformed, MalformedKind, Status, Stream, utf8, utf16};

fn texts(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(3629);
    (0..count).map(move |i| {
        let len = random.below([6, 20, 60][i % 3]);
        if i % 2 == 0 {
            (0..len).map(|_| random.one_of(&EDGES)).collect()
        } else {
            random.malformed(len)
        }
    })
}

#[test]
fn the_longest_ends_that_cut_nothing() {
    for text in texts(3000) {
        let boundaries = reference::boundaries(&text);
        let start = |most| boundaries.iter().copied().rfind(|&at| at <= most).unwrap();
        let end = |most| boundaries.iter().copied().find(|&at| text.len() - at <= most).unwrap();
        for most in 0..text.len() + 2 {
            assert_eq!(utf8::keep_start(&text, most), &text[..start(most)]);
            assert_eq!(utf8::keep_end(&text, most), &text[end(most)..]);
            let (a, b) = utf8::keep_both_ends(&text, most);
            assert!(text.starts_with(a) && text.ends_with(b) && a.len() + b.len() <= most);
            if text.len() <= most {
                assert_eq!((a, b), (&text[..], &b""[..]));
                continue;
            }
            assert_eq!(a, &text[..start(most.div_ceil(2))]);
            assert_eq!(b, &text[end(most - a.len())..]);
        }
    }
}

#[test]
fn the_longest_ends_that_split_no_pair() {
    for units in words_of_utf16(5) {
        let mut boundaries = vec![units.len()];
        boundaries.extend(utf16::code_points(&units).scan(0, |at, item| {
            let start = *at;
            *at += item.map_or(1, char::len_utf16);
            Some(start)
        }));
        boundaries.sort_unstable();
        for most in 0..units.len() + 2 {
            assert_eq!(utf16::is_boundary(&units, most), boundaries.contains(&most));
            let start = boundaries.iter().copied().rfind(|&at| at <= most).unwrap();
            let next = boundaries.iter().copied().find(|&at| at >= most).unwrap_or(units.len());
            let end = boundaries.iter().copied().find(|&at| units.len() - at <= most).unwrap();
            assert_eq!(utf16::floor_boundary(&units, most), start);
            assert_eq!(utf16::ceil_boundary(&units, most), next);
            assert_eq!(utf16::keep_start(&units, most), &units[..start]);
            assert_eq!(utf16::keep_end(&units, most), &units[end..]);
            let (a, b) = utf16::keep_both_ends(&units, most);
            assert!(a.len() + b.len() <= most && units.starts_with(a) && units.ends_with(b));
            assert_eq!(a.len() + b.len() == units.len(), units.len() <= most);
        }
    }
}

/// The errors of all pieces are those of the whole, by name too, but where a piece is nothing but what is incomplete.
#[test]
fn pieces_have_the_errors_of_the_whole() {
    let errors = |text: &[u8], named: bool| -> Vec<_> {
        let name = |bad: Malformed| named.then_some(bad.kind);
        utf8::errors(text).map(|bad| (bad.offset, bad.len, name(bad))).collect()
    };
    let is_incomplete = |piece: &[u8]| {
        use MalformedKind::{Incomplete, IncompleteAtEnd};
        utf8::code_points(piece)
            .all(|item| item.is_err_and(|bad| matches!(bad.kind, Incomplete | IncompleteAtEnd)))
    };
    for text in texts(3000).chain([b"\xF0\x9F\x98".repeat(9), b"\x80".repeat(30)]) {
        for most in 0..text.len() + 2 {
            let pieces: Vec<_> = utf8::split_at_boundaries(&text, most).collect();
            assert_eq!(pieces.concat(), text);
            assert!(pieces.iter().all(|piece| (1..=most.max(4)).contains(&piece.len())));
            let named = !pieces.iter().any(|piece| is_incomplete(piece));
            let mut at = 0;
            let together: Vec<_> = pieces
                .iter()
                .flat_map(|piece| {
                    at += piece.len();
                    let start = at - piece.len();
                    errors(piece, named).into_iter().map(move |bad| (start + bad.0, bad.1, bad.2))
                })
                .collect();
            assert_eq!(together, errors(&text, named), "{text:02x?} by {most}");
        }
    }
    for units in words_of_utf16(5) {
        for most in 0..units.len() + 2 {
            let pieces: Vec<_> = utf16::split_at_boundaries(&units, most).collect();
            assert_eq!(pieces.concat(), units);
            assert!(pieces.iter().all(|piece| (1..=most.max(2)).contains(&piece.len())));
            let together: String =
                pieces.iter().map(|piece| utf16::to_string_lossy(piece)).collect();
            assert_eq!(together, utf16::to_string_lossy(&units));
        }
    }
}

/// Every word of at most `len` units that mean something.
fn words_of_utf16(len: u32) -> impl Iterator<Item = Vec<u16>> {
    const ALPHABET: [u16; 3] = [0x61, 0xD83D, 0xDE00];
    (0..=len).flat_map(|len| {
        (0..3_usize.pow(len)).map(move |word| {
            (0..len).map(|place| ALPHABET[word / 3_usize.pow(place) % 3]).collect()
        })
    })
}

/// Wherever well-formed text is cut, its parts are well-formed but for the ends,
/// and these are parts of one sequence each.
#[test]
fn fragments_of_well_formed_text_are_well_formed() {
    at_every_level(|_| {
        let mut random = Random::new(10646);
        for _ in 0..rounds(100) {
            let text = random.well_formed(40);
            for from in 0..=text.len() {
                for to in from..=text.len() {
                    let Fragment { lead_in, text: inner, tail } = utf8::fragment(&text[from..to]);
                    assert_eq!(lead_in.len() + inner.len() + tail.len(), to - from);
                    assert!(utf8::is_valid(inner));
                    assert!(lead_in.len() <= 3 && tail.len() <= 3);
                    let next = utf8::ceil_boundary(&text, from);
                    // In the middle of a sequence there is nothing but its rest.
                    assert_eq!(lead_in.len(), next.min(to) - from);
                    check_stream::<Utf8>(&text[from..to], utf8::fragment(&text[from..to]));
                }
            }
            let units: Vec<u16> = str::from_utf8(&text).unwrap().encode_utf16().collect();
            for from in 0..=units.len() {
                let fragment = utf16::fragment(&units[from..]);
                assert_eq!(from + fragment.lead_in.len(), utf16::ceil_boundary(&units, from));
                assert!(utf16::is_valid(fragment.text) && fragment.tail.is_empty());
                let fragment = utf16::fragment(&units[..from]);
                assert_eq!(fragment.text.len(), utf16::floor_boundary(&units, from));
                assert!(fragment.lead_in.is_empty());
            }
        }
    });
}

/// The stream passes over the same ends.
fn check_stream<F: Encoding>(whole: &[F::Unit], fragment: Fragment<'_, F::Unit>) {
    let Fragment { lead_in, tail, .. } = fragment;
    let mut expected = errors::<F>(Converter::strict().stream(), &[&whole[lead_in.len()..]]);
    if !tail.is_empty() {
        expected.pop();
    }
    let base = lead_in.len() as u64;
    let expected: Vec<_> = expected.into_iter().map(|(at, kind)| (at + base, kind)).collect();
    for at in 0..=whole.len() {
        let (a, b) = whole.split_at(at);
        let stream = Converter::strict().stream().fragment();
        assert_eq!(errors::<F>(stream.clone(), &[a, b]), expected, "{whole:x?} cut at {at}");
        let ones: Vec<_> = whole.chunks(1).chain([&[][..]]).collect();
        assert_eq!(errors::<F>(stream, &ones), expected);
    }
}

/// The errors of a stream, and its ends.
fn errors<F: Encoding>(
    mut stream: Stream<F, Utf16>,
    chunks: &[&[F::Unit]],
) -> Vec<(u64, MalformedKind)> {
    let mut found = Vec::new();
    for (i, chunk) in chunks.iter().enumerate() {
        let mut rest = *chunk;
        loop {
            let progress = stream.push(rest, &mut [0; 200], i + 1 == chunks.len());
            rest = &rest[progress.read..];
            match progress.status {
                Status::Malformed(bad) => found.push((bad.offset, bad.kind)),
                status => break assert_eq!(status, Status::InputEmpty),
            }
        }
    }
    found
}

#[test]
fn fragments_of_malformed_text() {
    for text in texts(2000) {
        let fragment = utf8::fragment(&text);
        let Fragment { lead_in, text: inner, tail } = fragment;
        assert_eq!([lead_in, inner, tail].concat(), text);
        let continues = |&&byte: &&u8| matches!(byte, 0x80..=0xBF);
        assert_eq!(lead_in.len(), text.iter().take_while(continues).count().min(3));
        let incomplete = reference::items(&text[lead_in.len()..])
            .last()
            .and_then(|item| item.err())
            .filter(|bad| bad.kind == MalformedKind::IncompleteAtEnd);
        assert_eq!(tail.len(), incomplete.map_or(0, |bad| bad.len), "{text:02x?}");
        check_stream::<Utf8>(&text, fragment);
    }
    for units in words_of_utf16(5) {
        check_stream::<Utf16>(&units, utf16::fragment(&units));
    }
}

/// UTF-7 has to leave its base 64, whatever the source has been cut out of.
#[test]
fn the_target_of_a_fragment_is_ended() {
    for (last, expected) in [(false, &b"+AOk"[..]), (true, b"+AOk-")] {
        let mut stream = Converter::<Utf8, Utf7>::strict().stream().fragment();
        let mut out = [0; 64];
        let mut written = stream.push(b"\x80\xC3\xA9\xC3", &mut out, false).written;
        written += stream.push(&[], &mut out[written..], last).written;
        assert_eq!(stream.waiting(), b"\xC3");
        assert!(out[..written].starts_with(&expected[..3]));
        if last {
            assert_eq!(&out[..written], expected);
        }
    }
}

#[test]
fn ambiguous_spots_are_two_letters() {
    at_every_level(|_| {
        let every: Vec<char> = ('\0'..='\u{FFFF}').collect();
        let text: String = every.iter().collect();
        let found: Vec<char> = utf8::ambiguous(text.as_bytes()).map(|spot| spot.utf8).collect();
        let letters = |c: &char| {
            let bytes = c.to_string().into_bytes();
            // ˆ is a letter to Unicode only.
            let letter =
                |&byte: &u8| byte != 0x88 && single_byte::windows_1252(byte).is_alphabetic();
            bytes.len() == 2 && bytes.iter().all(letter)
        };
        let expected: Vec<char> = every.iter().copied().filter(letters).collect();
        assert_eq!(found, expected);
        // 29 lead bytes are letters, and eleven continuation bytes.
        assert_eq!(found.len(), 29 * 11);

        // Malformed bytes are passed over, and never half of a spot.
        for text in texts(2000) {
            let mut at = 0;
            let mut expected = Vec::new();
            while at < text.len() {
                let (item, len) = reference::item(&text, at);
                if let Ok(c) = item
                    && letters(&c)
                {
                    expected.push((at, c));
                }
                at += len;
            }
            let found: Vec<_> =
                utf8::ambiguous(&text).map(|spot| (spot.offset, spot.utf8)).collect();
            assert_eq!(found, expected);
        }
    });
}
