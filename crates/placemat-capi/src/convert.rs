//! Every direction between UTF-8, UTF-16, UTF-32 and Latin-1.

use crate::border::{self, Answer, export, guard};
use crate::order::{Utf16Be, Utf16Le};
use crate::result::{Report, policy_of_number};
use placemat::encoding::{Encoding, Latin1, Utf8, Utf16, Utf32};
use placemat::error::Stopped;
use placemat::{Converter, Error};
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

/// A conversion begins with what short texts need, where the caller is, and of which the answer is a
/// number: most of what they cost is calls, and a report that is handed on by way of memory.
enum Begun {
    /// All is converted, to so many units.
    Short(usize),
    /// All is to be done.
    Long,
    Refused,
    Defect,
}

impl Answer for Begun {
    const REFUSED: Self = Self::Refused;
    const DEFECT: Self = Self::Defect;
}

#[inline(always)]
fn begin<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: u32,
) -> Begun {
    // Every pair has the first policy.
    let written = if policy == 0 { Converter::<F, T>::convert_short(src, dst) } else { None };
    written.map_or(Begun::Long, Begun::Short)
}

/// The rest. Never inlined: short texts need no registers for it.
///
/// # Safety
/// As `placemat.h` has it of the function that this is part of.
#[allow(unsafe_code, reason = "the border: what C hands over")]
#[inline(never)]
unsafe fn go_on<F: Encoding, T: Encoding>(
    src: *const F::Unit,
    len: usize,
    dst: *mut T::Unit,
    room: usize,
    policy: u32,
) -> Report {
    guard(|| {
        // SAFETY: as the caller promises.
        let src = unsafe { border::input(src, len) };
        // SAFETY: as above.
        let dst = unsafe { border::room(dst, room) };
        let (Some(src), Some(dst), Some(converter)) = (src, dst, converter::<F, T>(policy)) else {
            return Report::REFUSED;
        };
        if policy != 0 {
            return Report::of_conversion(converter.convert_into_uninit(src, dst));
        }
        match converter.convert_long(src, dst) {
            // Not as above: the counts would be loaded as one vector, which waits until what they were
            // stored as has reached the cache.
            Ok(done) => Report::of_whole_text(len, done.written),
            stopped => Report::of_conversion(stopped),
        }
    })
}

/// The exact length, or `usize::MAX` if there is no such number: where lengths have 32 bits, a gigabyte
/// can become more than that counts. The library leaves that open.
fn exact_len<F: Encoding, T: Encoding>(converter: &Converter<F, T>, src: &[F::Unit]) -> usize {
    // A unit becomes ten units of four bytes at most, `\U0010FFFF`.
    if src.len() <= usize::MAX / 40 {
        return converter.output_len(src);
    }
    let mut scratch = [const { MaybeUninit::uninit() }; 4096];
    let (mut read, mut len) = (0, 0_usize);
    loop {
        let (done, error) = match converter.convert_into_uninit(&src[read..], &mut scratch) {
            Ok(done) => (done, None),
            Err(Stopped { done, error }) => (done, Some(error)),
        };
        read += done.read;
        len = len.saturating_add(done.written);
        // There is room for any item: each turn but the last reads something.
        if !matches!(error, Some(Error::OutputFull(_))) {
            return len;
        }
    }
}

/// Each direction: what is converted, and how much it becomes.
macro_rules! directions {
    ($($from:ty[$source:ty] => $to:ty[$target:ty]: $convert:ident $len:ident;)*) => {
        $(
            /// Into a buffer.
            ///
            /// # Safety
            /// Pointers and lengths are as `placemat.h` says.
            #[allow(unsafe_code, reason = "the border: what C hands over")]
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $convert(
                src: *const $source, len: usize, dst: *mut $target, room: usize, policy: u32
            ) -> Report {
                let begun = guard(|| {
                    // SAFETY: `placemat.h` asks every caller for what this asks for.
                    let Some(src) = (unsafe { border::input(src, len) }) else {
                        return Begun::REFUSED;
                    };
                    // SAFETY: as above.
                    let Some(dst) = (unsafe { border::room(dst, room) }) else {
                        return Begun::REFUSED;
                    };
                    begin::<$from, $to>(src, dst, policy)
                });
                match begun {
                    Begun::Short(written) => Report::of_whole_text(len, written),
                    // SAFETY: as above.
                    Begun::Long => unsafe { go_on::<$from, $to>(src, len, dst, room, policy) },
                    Begun::Refused => Report::REFUSED,
                    Begun::Defect => Report::DEFECT,
                }
            }
        )*
        export! {$(
            /// The exact length.
            fn $len(src[len]: In<$source>, policy: u32) -> usize {
                converter::<$from, $to>(policy).map_or(0, |converter| exact_len(&converter, src))
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
