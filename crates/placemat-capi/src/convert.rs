//! Every direction between UTF-8, UTF-16, UTF-32 and Latin-1.

use crate::border::{Answer, export};
use crate::order::{Utf16Be, Utf16Le};
use crate::result::{Report, policy_of_number};
use placemat::Converter;
use placemat::encoding::{Encoding, Latin1, Utf8, Utf16, Utf32};
use std::mem::MaybeUninit;

/// The converter of a policy that may be none, or make no sense.
#[inline(always)]
fn converter<F: Encoding, T: Encoding>(policy: u32) -> Option<Converter<F, T>> {
    // What every pair has is not asked about.
    if policy == 0 {
        return Some(Converter::strict());
    }
    Converter::new(policy_of_number(policy)?).ok()
}

#[inline(always)]
fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: u32,
) -> Option<Report> {
    let converter = converter::<F, T>(policy)?;
    Some(Report::of_conversion(converter.convert_into_uninit(src, dst)))
}

/// Each direction: what is converted, and how much it becomes.
macro_rules! directions {
    ($($from:ty[$source:ty] => $to:ty[$target:ty]: $convert:ident $len:ident;)*) => {
        export! {$(
            /// Into a buffer.
            fn $convert(src[len]: In<$source>, dst[room]: Out<$target>, policy: u32) -> Report {
                convert::<$from, $to>(src, dst, policy).unwrap_or(Report::REFUSED)
            }
            /// The exact length.
            fn $len(src[len]: In<$source>, policy: u32) -> usize {
                converter::<$from, $to>(policy).map_or(0, |converter| converter.output_len(src))
            }
        )*}
    };
}

directions! {
    Utf8[u8] => Utf8[u8]: placemat_utf8_repair placemat_utf8_repair_len;
    Utf8[u8] => Utf16[u16]: placemat_utf8_to_utf16 placemat_utf8_to_utf16_len;
    Utf8[u8] => Utf16Le[u16]: placemat_utf8_to_utf16le placemat_utf8_to_utf16le_len;
    Utf8[u8] => Utf16Be[u16]: placemat_utf8_to_utf16be placemat_utf8_to_utf16be_len;
    Utf8[u8] => Utf32[u32]: placemat_utf8_to_utf32 placemat_utf8_to_utf32_len;
    Utf8[u8] => Latin1[u8]: placemat_utf8_to_latin1 placemat_utf8_to_latin1_len;
    Utf16[u16] => Utf16[u16]: placemat_utf16_repair placemat_utf16_repair_len;
    Utf16[u16] => Utf8[u8]: placemat_utf16_to_utf8 placemat_utf16_to_utf8_len;
    Utf16[u16] => Utf32[u32]: placemat_utf16_to_utf32 placemat_utf16_to_utf32_len;
    Utf16[u16] => Latin1[u8]: placemat_utf16_to_latin1 placemat_utf16_to_latin1_len;
    Utf16Le[u16] => Utf8[u8]: placemat_utf16le_to_utf8 placemat_utf16le_to_utf8_len;
    Utf16Le[u16] => Utf32[u32]: placemat_utf16le_to_utf32 placemat_utf16le_to_utf32_len;
    Utf16Le[u16] => Latin1[u8]: placemat_utf16le_to_latin1 placemat_utf16le_to_latin1_len;
    Utf16Be[u16] => Utf8[u8]: placemat_utf16be_to_utf8 placemat_utf16be_to_utf8_len;
    Utf16Be[u16] => Utf32[u32]: placemat_utf16be_to_utf32 placemat_utf16be_to_utf32_len;
    Utf16Be[u16] => Latin1[u8]: placemat_utf16be_to_latin1 placemat_utf16be_to_latin1_len;
    Utf32[u32] => Utf8[u8]: placemat_utf32_to_utf8 placemat_utf32_to_utf8_len;
    Utf32[u32] => Utf16[u16]: placemat_utf32_to_utf16 placemat_utf32_to_utf16_len;
    Utf32[u32] => Utf16Le[u16]: placemat_utf32_to_utf16le placemat_utf32_to_utf16le_len;
    Utf32[u32] => Utf16Be[u16]: placemat_utf32_to_utf16be placemat_utf32_to_utf16be_len;
    Utf32[u32] => Latin1[u8]: placemat_utf32_to_latin1 placemat_utf32_to_latin1_len;
    Latin1[u8] => Utf8[u8]: placemat_latin1_to_utf8 placemat_latin1_to_utf8_len;
    Latin1[u8] => Utf16[u16]: placemat_latin1_to_utf16 placemat_latin1_to_utf16_len;
    Latin1[u8] => Utf16Le[u16]: placemat_latin1_to_utf16le placemat_latin1_to_utf16le_len;
    Latin1[u8] => Utf16Be[u16]: placemat_latin1_to_utf16be placemat_latin1_to_utf16be_len;
    Latin1[u8] => Utf32[u32]: placemat_latin1_to_utf32 placemat_latin1_to_utf32_len;
}
