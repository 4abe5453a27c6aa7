//! The C functions, as a hostile caller calls them: numbers that mean nothing, NULL, lengths that no memory
//! has, rooms of any size; text that is changed in place, errors a few at a time, streams and iconv cut
//! anywhere. What is defined is asserted; AddressSanitizer sees what is read or written besides, as every
//! buffer is as long as is said, and no longer.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::Dice;
use libfuzzer_sys::fuzz_target;
use placemat_capi as c;
use placemat_capi::iconv::{placemat_iconv, placemat_iconv_close, placemat_iconv_open};
use placemat_capi::{
    BAD_ARGUMENT, Candidate, MALFORMED, OK, OUTPUT_FULL, Place, Report, UNMAPPABLE,
};
use std::ptr;

fuzz_target!(|data: &[u8]| {
    let Some((&[what, seed, policy], text)) = data.split_first_chunk() else { return };
    let mut dice = Dice::new(seed);
    // Two numbers of policies mean nothing.
    let policy = u32::from(policy) % 11;
    match what % 8 {
        0 => conversions(text, policy, &mut dice),
        1 => in_place(text),
        2 => errors(text, &mut dice),
        3 => stream(text, policy, &mut dice),
        4 => escapes(text, &mut dice),
        5 => iconv(text, &mut dice),
        6 => validator(text, &mut dice),
        _ => odd_arguments(text, policy, &mut dice),
    }
    if what == 255 {
        detection(text, &mut dice);
    }
});

/// The units of `text`, in memory that ends with them.
fn units<T: Copy, const N: usize>(text: &[u8], of: fn([u8; N]) -> T) -> Box<[T]> {
    text.chunks_exact(N).map(|bytes| of(bytes.try_into().expect("it is a chunk"))).collect()
}

fn room<T: Default + Clone>(len: usize) -> Box<[T]> {
    vec![T::default(); len].into()
}

/// What holds of any report.
fn check(report: &Report, len: usize, room: usize) {
    assert!(report.read <= len && report.written <= room, "{report:?} of {len}, {room}");
    assert!(report.malformed <= len && report.unmappable <= len);
    match report.status {
        OK => assert_eq!((report.read, report.error), (len, Place::default())),
        MALFORMED => assert!(report.error.kind != 0 && report.error.len > 0),
        UNMAPPABLE => assert!(report.error.kind == 0 && report.error.code_point > 0),
        OUTPUT_FULL => assert!(report.read < len),
        BAD_ARGUMENT => assert_eq!((report.read, report.written), (0, 0)),
        status => panic!("status {status}"),
    }
}

/// A direction: the exact length is enough, less is not, and nothing behind what is written changes.
macro_rules! direction {
    ($src:expr, $policy:expr, $dice:expr, $unit:ty, $convert:ident, $len:ident) => {{
        let (src, policy, dice): (&[_], u32, &mut Dice) = (&$src, $policy, &mut *$dice);
        // SAFETY: the pointer and the length are those of a slice.
        let needed = unsafe { c::$len(src.as_ptr(), src.len(), policy) };
        let mut out = room::<$unit>(needed);
        // SAFETY: as above.
        let report =
            unsafe { c::$convert(src.as_ptr(), src.len(), out.as_mut_ptr(), needed, policy) };
        check(&report, src.len(), needed);
        assert!(report.status == BAD_ARGUMENT || report.written == needed, "{report:?}, {needed}");
        assert_ne!(report.status, OUTPUT_FULL);
        let less = dice.below(needed + 2);
        let mut few = vec![!<$unit>::default(); less];
        // SAFETY: as above.
        let cut = unsafe { c::$convert(src.as_ptr(), src.len(), few.as_mut_ptr(), less, policy) };
        check(&cut, src.len(), less);
        assert!(cut.written <= needed);
        assert_eq!(few[..cut.written], out[..cut.written]);
        assert!(few[cut.written..].iter().all(|&unit| unit == !<$unit>::default()));
        assert!(less >= needed || cut.status == OUTPUT_FULL, "{cut:?}, {less} for {needed}");
    }};
}

fn conversions(text: &[u8], policy: u32, dice: &mut Dice) {
    let bytes: Box<[u8]> = text.into();
    let (wide, wider) = (units(text, u16::from_ne_bytes), units(text, u32::from_ne_bytes));
    macro_rules! some {
        ($($src:ident $unit:ty: $convert:ident $len:ident;)*) => {{
            let mut number = 0;
            let chosen = dice.below([$(stringify!($convert)),*].len());
            $(
                if number == chosen {
                    direction!($src, policy, dice, $unit, $convert, $len);
                }
                number += 1;
            )*
            _ = number;
        }};
    }
    some! {
        bytes u8: placemat_utf8_repair placemat_utf8_repair_len;
        bytes u16: placemat_utf8_to_utf16 placemat_utf8_to_utf16_len;
        bytes u16: placemat_utf8_to_utf16le placemat_utf8_to_utf16le_len;
        bytes u16: placemat_utf8_to_utf16be placemat_utf8_to_utf16be_len;
        bytes u32: placemat_utf8_to_utf32 placemat_utf8_to_utf32_len;
        bytes u8: placemat_utf8_to_latin1 placemat_utf8_to_latin1_len;
        wide u16: placemat_utf16_repair placemat_utf16_repair_len;
        wide u8: placemat_utf16_to_utf8 placemat_utf16_to_utf8_len;
        wide u32: placemat_utf16_to_utf32 placemat_utf16_to_utf32_len;
        wide u8: placemat_utf16_to_latin1 placemat_utf16_to_latin1_len;
        wide u8: placemat_utf16le_to_utf8 placemat_utf16le_to_utf8_len;
        wide u32: placemat_utf16le_to_utf32 placemat_utf16le_to_utf32_len;
        wide u8: placemat_utf16le_to_latin1 placemat_utf16le_to_latin1_len;
        wide u8: placemat_utf16be_to_utf8 placemat_utf16be_to_utf8_len;
        wide u32: placemat_utf16be_to_utf32 placemat_utf16be_to_utf32_len;
        wide u8: placemat_utf16be_to_latin1 placemat_utf16be_to_latin1_len;
        wider u8: placemat_utf32_to_utf8 placemat_utf32_to_utf8_len;
        wider u16: placemat_utf32_to_utf16 placemat_utf32_to_utf16_len;
        wider u16: placemat_utf32_to_utf16le placemat_utf32_to_utf16le_len;
        wider u16: placemat_utf32_to_utf16be placemat_utf32_to_utf16be_len;
        wider u8: placemat_utf32_to_latin1 placemat_utf32_to_latin1_len;
        bytes u8: placemat_latin1_to_utf8 placemat_latin1_to_utf8_len;
        bytes u16: placemat_latin1_to_utf16 placemat_latin1_to_utf16_len;
        bytes u16: placemat_latin1_to_utf16le placemat_latin1_to_utf16le_len;
        bytes u16: placemat_latin1_to_utf16be placemat_latin1_to_utf16be_len;
        bytes u32: placemat_latin1_to_utf32 placemat_latin1_to_utf32_len;
    }
}

/// Source and target are one.
fn in_place(text: &[u8]) {
    let before = units(text, u16::from_ne_bytes);
    let (mut mended, len) = (before.clone(), before.len());
    let at = mended.as_mut_ptr();
    // SAFETY: the pointers and lengths are those of slices, here and below.
    unsafe {
        let errors = c::placemat_utf16_errors(at, len, 0, room::<Place>(len).as_mut_ptr(), len);
        assert_eq!(c::placemat_utf16_make_well_formed(at, len), errors);
        assert!(c::placemat_utf16_is_valid(at, len));
        assert_eq!(c::placemat_utf16_make_well_formed(at, len), 0);
    }
    let expected: Vec<u16> = char::decode_utf16(before.iter().copied())
        .flat_map(|c| c.unwrap_or('\u{FFFD}').encode_utf16(&mut [0; 2]).to_vec())
        .collect();
    assert_eq!(*mended, *expected);
    let mut swapped: Box<[u16]> = before.iter().map(|unit| unit.swap_bytes()).collect();
    let at = swapped.as_mut_ptr();
    let make = if cfg!(target_endian = "little") {
        c::placemat_utf16be_make_well_formed
    } else {
        c::placemat_utf16le_make_well_formed
    };
    // SAFETY: as above.
    unsafe {
        make(at, len);
        c::placemat_utf16_swap_bytes(at, len);
    }
    assert_eq!(*swapped, *expected);
    let before = units(text, u32::from_ne_bytes);
    let mut twice = before.clone();
    for _ in 0..2 {
        // SAFETY: as above.
        unsafe { c::placemat_utf32_swap_bytes(twice.as_mut_ptr(), twice.len()) };
    }
    assert_eq!(twice, before);
}

/// As many at a time as there is room for, and each in words.
fn errors(text: &[u8], dice: &mut Dice) {
    let text: Box<[u8]> = text.into();
    let (p, len) = (text.as_ptr(), text.len());
    let mut all = room::<Place>(len);
    // SAFETY: the pointers and lengths are those of slices, here and below.
    let count = unsafe { c::placemat_utf8_errors(p, len, 0, all.as_mut_ptr(), len) };
    let (mut some, mut from) = (Vec::new(), 0);
    let most = 1 + dice.below(4);
    loop {
        let mut few = room::<Place>(most);
        // SAFETY: as above.
        let found = unsafe { c::placemat_utf8_errors(p, len, from, few.as_mut_ptr(), most) };
        some.extend_from_slice(&few[..found]);
        if found < most {
            break;
        }
        from = few[most - 1].offset as usize + few[most - 1].len;
    }
    assert_eq!(*some, all[..count]);
    // SAFETY: as above.
    let first = unsafe { c::placemat_utf8_validate(p, len) };
    assert_eq!(first.status == OK, count == 0);
    let mut place = some.get(dice.below(count + 1)).copied().unwrap_or(first.error);
    if dice.below(4) == 0 {
        // An error of another text.
        place.offset = [0, u64::MAX, len as u64, 1 << 32][dice.below(4)];
        (place.len, place.kind) = ([0, usize::MAX, 7][dice.below(3)], dice.below(40) as u32);
    }
    let mut out = vec![0xEE; dice.below(80)];
    // SAFETY: as above.
    let said =
        unsafe { c::placemat_utf8_explain(p, len, Some(&place), out.as_mut_ptr(), out.len()) };
    if said > 0 && !out.is_empty() {
        assert_eq!(out[said.min(out.len() - 1)], 0);
    }
}

/// The same text whole and in pieces; bytes that wait are neither lost nor read twice.
fn stream(text: &[u8], policy: u32, dice: &mut Dice) {
    let (from, to) = (dice.below(30) as u32, dice.below(30) as u32);
    let flags = dice.below(3) as u32;
    let text: Box<[u8]> = text.into();
    // SAFETY: numbers may be anything.
    let mut stream = unsafe { c::placemat_stream_new(from, to, policy, flags) };
    let mut needed = 0;
    let (p, len) = (text.as_ptr(), text.len());
    // SAFETY: the pointers and lengths are those of slices, here and below.
    let known =
        unsafe { c::placemat_convert_len(from, to, policy, flags, p, len, Some(&mut needed)) };
    assert_eq!(stream.is_none(), known.status == BAD_ARGUMENT);
    let Some(handle) = stream.as_deref_mut() else { return };
    let mut whole = room::<u8>(needed);
    // SAFETY: as above.
    let done =
        unsafe { c::placemat_convert(from, to, policy, flags, p, len, whole.as_mut_ptr(), needed) };
    check(&done, len, needed);
    assert_eq!(Report { written: 0, ..done }, known);
    assert_eq!(done.written, needed);
    let (mut out, mut offered) = (Vec::new(), 0_u64);
    let pieces = dice.cuts(&text);
    let mut stopped = false;
    for (number, piece) in pieces.iter().enumerate() {
        let last = number + 1 == pieces.len();
        let mut rest: Box<[u8]> = (*piece).into();
        let mut least = 0;
        loop {
            let mut some = room::<u8>((dice.below(20)).max(least));
            // SAFETY: as above.
            let report = unsafe {
                c::placemat_stream_push(
                    Some(handle),
                    rest.as_ptr(),
                    rest.len(),
                    some.as_mut_ptr(),
                    some.len(),
                    last,
                )
            };
            assert!(report.read <= rest.len() && report.written <= some.len());
            out.extend_from_slice(&some[..report.written]);
            offered += report.read as u64;
            rest = rest[report.read..].into();
            // SAFETY: it is a handle.
            let (offset, waiting) = unsafe {
                (c::placemat_stream_offset(Some(handle)), c::placemat_stream_waiting(Some(handle)))
            };
            assert!(waiting <= 6 && offset + waiting as u64 == offered, "{offset} {waiting}");
            match report.status {
                OK => break,
                OUTPUT_FULL => least = if report.written == 0 { 96 } else { 0 },
                // A whole text ends here; a stream could go on.
                _ => {
                    stopped = true;
                    break;
                }
            }
        }
        if stopped {
            break;
        }
    }
    assert_eq!(out, *whole);
    // SAFETY: it is a handle, and not used again.
    unsafe { c::placemat_stream_free(stream) };
}

fn escapes(text: &[u8], dice: &mut Dice) {
    let text: Box<[u8]> = text.into();
    let (p, len) = (text.as_ptr(), text.len());
    // SAFETY: the pointers and lengths are those of slices, here and below.
    let needed = unsafe { c::placemat_escape_len(p, len) };
    let mut escaped = room::<u8>(needed);
    // SAFETY: as above.
    let done = unsafe { c::placemat_escape(p, len, escaped.as_mut_ptr(), needed) };
    assert_eq!((done.status, done.written), (OK, needed));
    assert!(std::str::from_utf8(&escaped).is_ok());
    // SAFETY: as above.
    assert_eq!(unsafe { c::placemat_unescape_len(escaped.as_ptr(), needed) }, len);
    let mut back = room::<u8>(len);
    // SAFETY: as above.
    let done = unsafe { c::placemat_unescape(escaped.as_ptr(), needed, back.as_mut_ptr(), len) };
    assert_eq!((done.status, &back), (OK, &text));
    let less = dice.below(needed + 1);
    let mut few = room::<u8>(less);
    // SAFETY: as above.
    let cut = unsafe { c::placemat_escape(p, len, few.as_mut_ptr(), less) };
    assert!(cut.written <= less && few[..cut.written] == escaped[..cut.written]);
}

/// However the text is cut, the same comes out; pointers and lengths move together.
fn iconv(text: &[u8], dice: &mut Dice) {
    const NAMES: [&std::ffi::CStr; 9] = [
        c"US-ASCII",
        c"UTF-8",
        c"UTF-16LE",
        c"UTF-16BE",
        c"UTF-32LE",
        c"UTF-32BE",
        c"ISO-8859-1",
        c"UTF-16",
        c"UTF-32//IGNORE",
    ];
    let (to, from) = (NAMES[dice.below(9)], NAMES[dice.below(8)]);
    let ignores = to.to_bytes().ends_with(b"//IGNORE");
    let convert = |pieces: &[&[u8]], dice: Option<&mut Dice>| {
        // SAFETY: both are strings of C.
        let handle = unsafe { placemat_iconv_open(to.as_ptr(), from.as_ptr()) };
        assert_ne!(handle as usize, usize::MAX);
        let (mut out, mut kept) = (Vec::new(), Vec::new());
        let below = |n: usize, dice: &mut Option<&mut Dice>| dice.as_mut().map(|d| d.below(n));
        let mut dice = dice;
        'pieces: for piece in pieces {
            kept.extend_from_slice(piece);
            let mut least = 0;
            loop {
                let src: Box<[u8]> = kept.as_slice().into();
                let most = below(20, &mut dice).unwrap_or(8 * src.len() + 16).max(least);
                let mut dst = room::<u8>(most);
                let (mut p, mut left) = (src.as_ptr(), src.len());
                let (mut q, mut free) = (dst.as_mut_ptr(), most);
                // SAFETY: the pointers and lengths are those of slices.
                let said = unsafe {
                    placemat_iconv(
                        handle,
                        Some(&mut p),
                        Some(&mut left),
                        Some(&mut q),
                        Some(&mut free),
                    )
                };
                assert_eq!(p as usize - src.as_ptr() as usize, src.len() - left);
                assert_eq!(q as usize - dst.as_ptr() as usize, most - free);
                out.extend_from_slice(&dst[..most - free]);
                kept.drain(..src.len() - left);
                let errno = std::io::Error::last_os_error().raw_os_error();
                match (said, errno) {
                    // What is left of the piece waits for the next one.
                    (0, _) => break,
                    (_, Some(22)) => break,
                    // No room: with enough of it there is an end.
                    (_, Some(7)) => least = if most == free { 24 } else { 0 },
                    // Something was left out, and what is left may become whole.
                    (_, Some(84)) if ignores => break,
                    (_, Some(84)) => break 'pieces,
                    other => panic!("{other:?}"),
                }
            }
        }
        // SAFETY: the handle is open, and not used again.
        assert_eq!(unsafe { placemat_iconv_close(handle) }, 0);
        out
    };
    let whole = convert(&[text], None);
    let mut cuts = Dice::new(dice.below(256) as u8);
    let pieces = cuts.cuts(text);
    assert_eq!(convert(&pieces, Some(dice)), whole, "{from:?} to {to:?}");
}

fn validator(text: &[u8], dice: &mut Dice) {
    extern "C" fn tell(context: *mut std::ffi::c_void, error: &c::Located) {
        // SAFETY: it is what is handed over below.
        unsafe { &mut *context.cast::<Vec<Place>>() }.push(error.error);
    }
    let mut found: Vec<Place> = Vec::new();
    // SAFETY: there is nothing to promise.
    let mut validator = unsafe { c::placemat_validator_new() };
    let pieces = dice.cuts(text);
    let mut sum = 0;
    for (number, piece) in pieces.iter().enumerate() {
        let piece: Box<[u8]> = (*piece).into();
        // SAFETY: the pointer and length are those of a slice; `tell` is told of `found`.
        sum += unsafe {
            c::placemat_validator_push(
                validator.as_deref_mut(),
                piece.as_ptr(),
                piece.len(),
                number + 1 == pieces.len(),
                Some(tell),
                (&raw mut found).cast(),
            )
        };
        // SAFETY: it is a handle.
        assert!(unsafe { c::placemat_validator_waiting(validator.as_deref()) } <= 3);
    }
    let mut all = room::<Place>(text.len());
    // SAFETY: the pointers and lengths are those of slices.
    let count = unsafe {
        c::placemat_utf8_errors(text.as_ptr(), text.len(), 0, all.as_mut_ptr(), text.len())
    };
    assert_eq!((found.as_slice(), sum), (&all[..count], count as u64));
    // SAFETY: it is a handle, and not used again.
    unsafe { c::placemat_validator_free(validator) };
}

/// NULL, lengths that no memory has, pointers that are not aligned: answers, and nothing is touched.
fn odd_arguments(text: &[u8], policy: u32, dice: &mut Dice) {
    let impossible = [usize::MAX, isize::MAX as usize + 1, usize::MAX / 2 + 1 + text.len()];
    let len = impossible[dice.below(3)];
    let bytes: Box<[u8]> = text.into();
    let p = bytes.as_ptr();
    let mut units = room::<u16>(bytes.len());
    let q = units.as_mut_ptr();
    // SAFETY: there cannot be so many units, and no units are at NULL: nothing is read.
    unsafe {
        assert_eq!(c::placemat_utf8_validate(p, len).status, BAD_ARGUMENT);
        assert_eq!(c::placemat_utf8_to_utf16(p, len, q, 1, policy).status, BAD_ARGUMENT);
        assert_eq!(c::placemat_utf8_to_utf16(p, bytes.len(), q, len, policy).status, BAD_ARGUMENT);
        assert_eq!(c::placemat_utf16_count(q, len), 0);
        assert_eq!(c::placemat_utf8_validate(ptr::null(), 1 + bytes.len()).status, BAD_ARGUMENT);
        assert_eq!(c::placemat_utf8_validate(ptr::null(), 0).status, OK);
        assert_eq!(c::placemat_utf8_errors(p, bytes.len(), 0, ptr::null_mut(), 1), 0);
        let full = c::placemat_utf8_to_utf16(p, bytes.len(), ptr::null_mut(), 0, 1);
        assert!(full.status == OUTPUT_FULL || bytes.is_empty());
        let odd = q.cast::<u8>().wrapping_add(1).cast::<u16>();
        assert_eq!(c::placemat_utf16_make_well_formed(odd, 1), 0);
        assert_eq!(c::placemat_utf16_validate(odd, 1).status, BAD_ARGUMENT);
        let stream = None;
        assert_eq!(
            c::placemat_stream_push(stream, p, bytes.len(), ptr::null_mut(), 0, true).status,
            BAD_ARGUMENT
        );
        let (a, b) = (dice.below(3000), dice.below(40) as u32);
        assert!(c::placemat_utf8_floor(p, bytes.len(), a) <= bytes.len());
        assert!(c::placemat_utf8_ceil(p, bytes.len(), a) <= bytes.len());
        assert!(c::placemat_utf8_trim(p, bytes.len()) <= bytes.len());
        assert_eq!(c::placemat_label_name(b).is_null(), b == 0 || b > 28);
        _ = c::placemat_label_find(p, bytes.len());
        _ = c::placemat_label_find_whatwg(p, bytes.len());
        let mut signature = usize::MAX;
        let label = c::placemat_label_for_reading(b, p, bytes.len(), true, Some(&mut signature));
        assert!(label == 0 || signature <= bytes.len());
    }
}

fn detection(text: &[u8], dice: &mut Dice) {
    let none = Candidate { encoding: [1; 32], certainty: -1.0 };
    let mut out = vec![none; dice.below(5)];
    // SAFETY: the pointers and lengths are those of slices.
    let count = unsafe {
        c::placemat_detect(text.as_ptr(), text.len(), out.as_mut_ptr().cast(), out.len())
    };
    for (number, candidate) in out.iter().enumerate() {
        assert_eq!(candidate.encoding[31] == 0, number < count);
        assert!(number >= count || (0.0..=1.0).contains(&candidate.certainty));
    }
}
