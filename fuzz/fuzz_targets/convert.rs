//! Every conversion among UTF-8, UTF-16, UTF-32 and Latin-1, strict and with replacement, at every
//! level and with buffers of any size, is that of the naive reference; nothing behind `written` is
//! touched; peers agree.
#![cfg_attr(fuzzing, no_main)]

mod common;
mod naive;

use common::{Input, at_every_level};
use libfuzzer_sys::fuzz_target;
use naive::{Item, Naive};
use placemat::encoding::{
    Encoding, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf16Swapped, Utf32, Utf32Be, Utf32Le,
    Utf32Swapped,
};
use placemat::{Converter, Error, Policy};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_last() else { return };
    let input = Input::new(data);
    let text = input.text();
    // How far the buffer is too small, if it is.
    let short = usize::from(choice / 16);
    match choice % 16 {
        0..=3 => from_utf8(text, short),
        4 => to_others::<Latin1>(text, short),
        5 => to_others::<Utf16Le>(text, short),
        6 => to_others::<Utf32Be>(text, short),
        7 => from_utf16(&random_units(text), short),
        8..=11 => from_utf16(&units_of_text(text), short),
        12 => from_utf32(&random_values(text), short),
        _ => from_utf32(&values_of_text(text), short),
    }
});

fn random_units(data: &[u8]) -> Vec<u16> {
    data.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect()
}

fn random_values(data: &[u8]) -> Vec<u32> {
    data.as_chunks().0.iter().map(|&value| u32::from_le_bytes(value)).collect()
}

/// Units at random are rarely well-formed: so the units of a text, with some of the random ones.
fn units_of_text(data: &[u8]) -> Vec<u16> {
    let mut units: Vec<u16> = String::from_utf8_lossy(data).encode_utf16().collect();
    for (unit, random) in units.iter_mut().zip(random_units(data)).step_by(64) {
        *unit = random;
    }
    units
}

fn values_of_text(data: &[u8]) -> Vec<u32> {
    let mut values: Vec<u32> = String::from_utf8_lossy(data).chars().map(u32::from).collect();
    for (value, random) in values.iter_mut().zip(random_values(data)).step_by(64) {
        *value = random % 0x12_0000;
    }
    values
}

fn from_utf8(text: &[u8], short: usize) {
    to_others::<Utf8>(text, short);
    let (of_peer, _) = encoding_rs::UTF_8.decode_without_bom_handling(text);
    let of_peer: Vec<u16> = of_peer.encode_utf16().collect();
    let replacing = Converter::<Utf8, Utf16>::new(Policy::Replace).expect("for all pairs");
    assert_eq!(replacing.convert(text).as_ref(), Ok(&of_peer));

    let mut units = vec![0; text.len()];
    // SAFETY: pointer and length are those of a slice; no text has more units than bytes.
    let written =
        unsafe { simdutf::convert_utf8_to_utf16le(text.as_ptr(), text.len(), units.as_mut_ptr()) };
    // simdutf says 0 for what is malformed.
    if written > 0 {
        units.truncate(written);
        assert_eq!(Converter::<Utf8, Utf16>::strict().convert(text), Ok(units));
    }
}

fn from_utf16(units: &[u16], short: usize) {
    to_others::<Utf16>(units, short);
    let swapped: Vec<u16> = units.iter().map(|unit| unit.swap_bytes()).collect();
    to_others::<Utf16Swapped>(&swapped, short);
    let of_std = String::from_utf16_lossy(units).into_bytes();
    let replacing = Converter::<Utf16, Utf8>::new(Policy::Replace).expect("for all pairs");
    assert_eq!(replacing.convert(units).as_ref(), Ok(&of_std));
}

fn from_utf32(values: &[u32], short: usize) {
    to_others::<Utf32>(values, short);
    let swapped: Vec<u32> = values.iter().map(|value| value.swap_bytes()).collect();
    to_others::<Utf32Swapped>(&swapped, short);
}

fn to_others<F: Encoding + Naive<Unit = <F as Encoding>::Unit>>(
    src: &[<F as Encoding>::Unit],
    short: usize,
) {
    let items = F::items(src);
    check::<F, Utf8>(src, &items, short);
    check::<F, Latin1>(src, &items, short);
    check::<F, Utf16>(src, &items, short);
    check::<F, Utf16Swapped>(src, &items, short);
    check::<F, Utf16Be>(src, &items, short);
    check::<F, Utf32>(src, &items, short);
    check::<F, Utf32Swapped>(src, &items, short);
    check::<F, Utf32Le>(src, &items, short);
}

/// How many units a canary is behind the buffer.
const BEHIND: usize = 40;

fn check<F, T>(src: &[<F as Encoding>::Unit], items: &[Item], short: usize)
where
    F: Encoding,
    T: Encoding + Naive<Unit = <T as Encoding>::Unit>,
{
    let strict = Converter::<F, T>::strict();
    let replacing = Converter::<F, T>::new(Policy::Replace).expect("for all pairs");
    let expected = naive::strict::<T>(items, usize::MAX);
    let replaced = naive::replaced::<T>(items);
    let room = expected.units.len().saturating_sub(short);
    let cut = naive::strict::<T>(items, room);
    at_every_level(|| {
        for (expected, room) in [(&expected, expected.units.len()), (&cut, room)] {
            let mut dst = vec![T::CANARY; room + BEHIND];
            let (done, reason) = match strict.convert_into(src, &mut dst[..room]) {
                Ok(done) => (done, None),
                Err(stopped) => (stopped.done, Some(stopped.error)),
            };
            assert_eq!((done.read, done.written), (expected.read, expected.units.len()));
            assert_eq!(dst[..done.written], expected.units);
            assert!(dst[done.written..].iter().all(|&unit| unit == T::CANARY));
            let stop = reason.map(|reason| match reason {
                Error::Malformed(bad) => naive::Stop::Malformed(bad.offset, bad.len),
                Error::Unmappable(item) => {
                    naive::Stop::Unmappable(item.offset, item.len, item.code_point)
                }
                _ => naive::Stop::Full,
            });
            assert_eq!(stop, expected.stop);
        }
        assert_eq!(strict.output_len(src), expected.units.len());
        assert_eq!(replacing.output_len(src), replaced.len());
        assert_eq!(replacing.convert(src).as_ref(), Ok(&replaced));
    });
}
