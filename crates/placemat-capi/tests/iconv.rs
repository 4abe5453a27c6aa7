//! Our iconv, call by call, against the one of the C library: what is read, what is written, what is returned.
//! `PLACEMAT_THOROUGH` makes it 100,000 texts.

#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(unsafe_code, reason = "functions of C are called")]

use placemat_capi::iconv::{Iconv, Outcome, Trouble};
use std::ffi::{CString, c_char, c_int, c_void};
use std::{io, ptr};

unsafe extern "C" {
    fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void;
    fn iconv(
        cd: *mut c_void,
        input: *mut *const u8,
        input_left: *mut usize,
        out: *mut *mut u8,
        out_left: *mut usize,
    ) -> usize;
    fn iconv_close(cd: *mut c_void) -> c_int;
}

/// The one of the C library.
struct Theirs(*mut c_void);

impl Theirs {
    fn open(to: &str, from: &str) -> Self {
        let [to, from] = [to, from].map(|name| CString::new(name).unwrap());
        // SAFETY: both are strings of C.
        let cd = unsafe { iconv_open(to.as_ptr(), from.as_ptr()) };
        assert_ne!(cd as usize, usize::MAX, "{to:?} from {from:?}");
        Self(cd)
    }

    fn reset(&mut self) {
        let (none, nothing) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the handle is open; without an input it goes back to the start.
        unsafe { iconv(self.0, ptr::null_mut(), none, ptr::null_mut(), nothing) };
    }

    fn convert(&mut self, input: &[u8], out: &mut [u8]) -> Outcome {
        let (mut src, mut src_left) = (input.as_ptr(), input.len());
        let (mut dst, mut dst_left) = (out.as_mut_ptr(), out.len());
        // SAFETY: the handle is open, and the pointers are those of slices.
        let returned = unsafe { iconv(self.0, &mut src, &mut src_left, &mut dst, &mut dst_left) };
        let result = match (returned, io::Error::last_os_error().raw_os_error()) {
            (usize::MAX, Some(84)) => Err(Trouble::Malformed),
            (usize::MAX, Some(22)) => Err(Trouble::Incomplete),
            (usize::MAX, Some(7)) => Err(Trouble::Full),
            (0, _) => Ok(()),
            other => panic!("{other:?}"),
        };
        Outcome { read: input.len() - src_left, written: out.len() - dst_left, result }
    }
}

impl Drop for Theirs {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and not used again.
        unsafe { iconv_close(self.0) };
    }
}

const ENCODINGS: [&str; 9] = [
    "US-ASCII",
    "UTF-8",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
    "UTF-32LE",
    "UTF-32BE",
    "ISO-8859-1",
];

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}

/// A text in `encoding`, mostly well-formed.
fn text(random: &mut Random, encoding: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let big = encoding.ends_with("BE");
    if matches!(encoding, "UTF-16" | "UTF-32") && random.below(2) == 0 {
        let mark = [&[0xFF, 0xFE][..], &[0xFE, 0xFF], &[0xFF, 0xFE, 0, 0], &[0, 0, 0xFE, 0xFF]];
        bytes.extend(mark[random.below(4)]);
    }
    for _ in 0..random.below(8) {
        let end = [0x80, 0x80, 0x100, 0x1_0000, 0x11_0000][random.below(5)];
        let value = random.below(end) as u32;
        // Surrogates are made below, by chance.
        let c = char::from_u32(value).unwrap_or('\u{FEFF}');
        match encoding {
            "UTF-8" => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            "UTF-16" | "UTF-16LE" | "UTF-16BE" => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend(if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
                }
            }
            "US-ASCII" => bytes.push(value as u8 & 0x7F),
            "ISO-8859-1" => bytes.push(value as u8),
            _ => bytes.extend(if big { value.to_be_bytes() } else { value.to_le_bytes() }),
        }
    }
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len() + 1);
        let byte = [0x00, 0x41, 0x80, 0xBF, 0xC3, 0xD8, 0xDC, 0xE0, 0xED, 0xF0, 0xF4, 0xFF]
            [random.below(12)];
        match random.below(3) {
            0 => bytes.insert(at, byte),
            1 => bytes.truncate(at),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
    bytes
}

/// Two signatures in a row: what glibc makes of the second depends on where the text is cut.
fn starts_twice(input: &[u8], encoding: &str) -> bool {
    let is_mark = |at: usize| match encoding {
        "UTF-16" => matches!(input.get(at..at + 2), Some([0xFF, 0xFE] | [0xFE, 0xFF])),
        "UTF-32" => matches!(input.get(at..at + 4), Some([0xFF, 0xFE, 0, 0] | [0, 0, 0xFE, 0xFF])),
        _ => false,
    };
    is_mark(0) && is_mark(if encoding == "UTF-16" { 2 } else { 4 })
}

/// Both convert `input`, cut at `cut`, into `room` bytes at a time; until nothing moves.
fn compare(
    ours: &mut Iconv,
    theirs: &mut Theirs,
    input: &[u8],
    cut: usize,
    room: usize,
    what: &str,
) -> Option<String> {
    let mut from = 0;
    let mut end = cut;
    for call in 0..32 {
        let (mut a, mut b) = (vec![0; room], vec![0; room]);
        let said = ours.convert(&input[from..end], &mut a);
        let expected = theirs.convert(&input[from..end], &mut b);
        if said != expected || a[..said.written] != b[..expected.written] {
            let what =
                format!("{what}, call {call} from {from} to {end}, room {room}: {input:02X?}");
            return Some(format!("{what}\n  ours {said:?}\n  theirs {expected:?}"));
        }
        from += said.read;
        match said.result {
            Err(Trouble::Full) if said.written > 0 || said.read > 0 => {}
            Ok(()) | Err(Trouble::Incomplete) if end < input.len() => end = input.len(),
            _ => return None,
        }
    }
    None
}

#[test]
fn every_call_answers_as_that_of_the_c_library() {
    let texts: usize =
        if std::env::var_os("PLACEMAT_THOROUGH").is_some() { 100_000 } else { 5_000 };
    let mut random = Random(7);
    let (mut checks, mut differences) = (0, Vec::new());
    let pairs = ENCODINGS.len() * ENCODINGS.len() * 2;
    for from in ENCODINGS {
        for to in ENCODINGS {
            // Values above U+10FFFF pass there: placemat.h says so.
            if (from, to) == ("UTF-8", "UTF-8") {
                continue;
            }
            for suffix in ["", "//IGNORE"] {
                let to = format!("{to}{suffix}");
                let what = format!("{from} to {to}");
                let most = differences.len() + 2;
                for _ in 0..texts.div_ceil(pairs) {
                    let input = text(&mut random, from);
                    let twice = starts_twice(&input, from);
                    for cut in if twice { input.len() } else { 0 }..=input.len() {
                        let (mut ours, mut theirs) =
                            (Iconv::open(&to, from).unwrap(), Theirs::open(&to, from));
                        let much = twice || random.below(2) == 0;
                        let room = if much { 200 } else { random.below(12) };
                        let difference = compare(&mut ours, &mut theirs, &input, cut, room, &what);
                        differences.extend(difference.filter(|_| differences.len() < most));
                        checks += 1;
                    }
                }
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("iconv: {checks} checks in all");
}

/// Obsolete forms are incomplete until they are complete, and malformed then.
#[test]
fn obsolete_forms() {
    for lead in 0xF4..=0xFF {
        for len in 0..7 {
            for behind in [&b""[..], b"A"] {
                let input = [&[b'a', lead], &[0x88; 6][..len], behind].concat();
                let (mut ours, mut theirs) =
                    (Iconv::open("UTF-16LE", "UTF-8").unwrap(), Theirs::open("UTF-16LE", "UTF-8"));
                let difference = compare(&mut ours, &mut theirs, &input, input.len(), 200, "UTF-8");
                assert_eq!(difference, None);
            }
        }
    }
}

/// Back at the start, wherever a text has stopped: the next one is converted as by a new handle, its
/// signature among it. (Sources with a signature look for it again here, and not there.)
#[test]
fn resets_are_those_of_the_c_library() {
    let mut random = Random(11);
    let mut checks = 0;
    for &from in ENCODINGS.iter().filter(|from| !matches!(**from, "UTF-16" | "UTF-32")) {
        for to in ENCODINGS.iter().filter(|to| (from, **to) != ("UTF-8", "UTF-8")) {
            for _ in 0..100 {
                let (mut ours, mut theirs) =
                    (Iconv::open(to, from).unwrap(), Theirs::open(to, from));
                for _ in 0..3 {
                    let input = text(&mut random, from);
                    let cut = random.below(input.len() + 1);
                    let what = format!("{from} to {to}, behind a reset");
                    let difference = compare(&mut ours, &mut theirs, &input, cut, 200, &what);
                    assert_eq!(difference, None);
                    ours.reset();
                    theirs.reset();
                    checks += 1;
                }
            }
        }
    }
    println!("iconv, behind a reset: {checks} checks in all");
}

#[test]
fn names() {
    assert!(Iconv::open("utf8", "LATIN1").is_some());
    assert!(Iconv::open("UTF-8//IGNORE", "UTF-16//").is_some());
    assert!(Iconv::open("ASCII//TRANSLIT", "UTF-8").is_none());
    assert!(Iconv::open("UTF-7", "UTF-8").is_none() && Iconv::open("UTF-8", "SHIFT_JIS").is_none());
}
