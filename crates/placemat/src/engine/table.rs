//! The table: what a pair of encodings has. One row for each pair that kernels are written for;
//! the engine asks the row, and matches on nothing.
//!
//! A kernel works on bytes in memory, aligned or not: so UTF-16 in an array of
//! `u16` and UTF-16LE in an array of `u8` are one and the same to it.

use crate::boundary;
use crate::count::CountUtf8;
use crate::count::latin1::Latin1Utf8Len;
use crate::count::utf16::{CountUtf16, Utf8Len};
use crate::count::utf32::Utf32Len;
use crate::encoding::form::Base;
use crate::encoding::{Latin1, Native, Swapped, Utf8, Utf16Bytes, Utf32Bytes};
use crate::output::Output;
use crate::simd::dispatch::{convert, masks, run};
use crate::transcode::expanding::ConvertExpanding;
use crate::transcode::latin1_to_utf8::Latin1ToUtf8;
use crate::transcode::mend::brief::{self as mend_brief, BrieflyMended, MendBrief};
use crate::transcode::mend::by_vectors::{self, MendFew};
use crate::transcode::mend::{self, Mend, Mended, Mending};
use crate::transcode::one_to_one::{
    ConvertOneToOne, Latin1ToUtf16, Latin1ToUtf32, Utf16ToLatin1, Utf32ToLatin1,
};
use crate::transcode::row::{Kernel, Row};
use crate::transcode::utf8_to_latin1::Utf8ToLatin1;
use crate::transcode::utf8_to_units::{ToUtf16, ToUtf32, Utf8ToUnits};
use crate::transcode::utf16_to_utf8;
use crate::transcode::utf16_to_utf32::Utf16ToUtf32;
use crate::transcode::utf32_to_utf8::Utf32ToUtf8;
use crate::transcode::utf32_to_utf16::Utf32ToUtf16;
use crate::transcode::{Converted, scalar};
use crate::validate::latin1::{Latin1InUtf8, Latin1InUtf16, Latin1InUtf32};
use crate::validate::prefix::{Check, Prefix};
use crate::validate::utf8::WellFormedPrefix;
use crate::validate::utf16::WellFormedUtf16Prefix;
use crate::validate::utf32::WellFormedUtf32;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many units are left to the codec before the kernel is asked again. Where there is one reason
/// for a kernel to stop there are often more: while it gets no further than that, as many again,
/// up to the most.
pub(super) const STRETCH: usize = 12;
pub(super) const LONGEST_STRETCH: usize = 16 * STRETCH;

/// Whether `text` is well-formed.
#[inline(always)]
pub(super) fn is_well_formed(base: Base, text: &[u8]) -> bool {
    match base {
        Base::Latin1 => true,
        Base::Utf8 => run(WellFormedPrefix(text)) == text.len(),
        Base::Utf16 { swapped: false } => run(WellFormedUtf16Prefix::<false>(text)) == text.len(),
        Base::Utf16 { swapped: true } => run(WellFormedUtf16Prefix::<true>(text)) == text.len(),
        Base::Utf32 { swapped: false } => holds(text, WellFormedUtf32::<false>),
        Base::Utf32 { swapped: true } => holds(text, WellFormedUtf32::<true>),
    }
}

/// Whether all of `text` is whole units for which `check` holds.
#[inline(always)]
fn holds<C: Check>(text: &[u8], check: C) -> bool {
    text.len().is_multiple_of(C::UNIT) && run(Prefix { text, check }) == text.len()
}

/// A kernel in a function that is not generic: it is compiled here, and not in every crate that
/// converts.
macro_rules! once {
    (|$src:ident, $dst:ident| $kernel:expr) => {{
        fn once($src: &[u8], $dst: &mut [MaybeUninit<u8>]) -> Converted {
            $kernel
        }
        once as Kernel
    }};
}

macro_rules! brief {
    ($brief:ident $($of:tt)*) => {
        masks!(crate::transcode::brief::Whole<crate::transcode::brief::$brief $($of)*>)
    };
}

macro_rules! mend_brief {
    ($bytes:literal, $part:expr, $mend:ident $($of:tt)*) => {{
        fn by_vectors(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
            run(MendFew::<by_vectors::$mend $($of)*> { src, dst, mend: PhantomData })
        }
        let by_masks = masks!(crate::transcode::mend::by_masks::$mend $($of)*);
        MendBrief { most: mend_brief::PARTS * $bytes, part: $part, by_masks, by_vectors }
    }};
}

macro_rules! few {
    ($from:ty, $to:ty) => {{
        fn few(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
            scalar::convert::<$from, $to>(src, dst)
        }
        few as Kernel
    }};
}

macro_rules! len {
    (|$text:ident| $len:expr) => {{
        fn len($text: &[u8]) -> Option<usize> {
            Some($len)
        }
        len as fn(&[u8]) -> Option<usize>
    }};
    (|$text:ident| $len:expr, if $check:expr) => {{
        fn len($text: &[u8]) -> Option<usize> {
            holds($text, $check).then(|| $len)
        }
        len as fn(&[u8]) -> Option<usize>
    }};
}

macro_rules! mend {
    ($mend:expr) => {{
        fn mend(row: &Row, mending: Mending<'_, '_>) -> Mended {
            $mend(row, mending)
        }
        mend as Mend
    }};
}

/// The byte order of a flag, as a type.
macro_rules! order {
    (false) => {
        Native
    };
    (true) => {
        Swapped
    };
}

macro_rules! latin1_to_utf16 {
    ($to:tt) => {
        Row::new(few!(Latin1, Utf16Bytes<order!($to)>), len!(|text| 2 * text.len()))
            .kernel(once!(|src, dst| convert::<ConvertOneToOne<Latin1ToUtf16<$to>>>(src, dst)))
            .brief(brief!(Latin1ToUtf16<$to>))
    };
}

macro_rules! latin1_to_utf32 {
    ($to:tt) => {
        Row::new(few!(Latin1, Utf32Bytes<order!($to)>), len!(|text| 4 * text.len()))
            .kernel(once!(|src, dst| convert::<ConvertOneToOne<Latin1ToUtf32<$to>>>(src, dst)))
    };
}

const fn from_latin1(to: Base) -> Row {
    let row = match to {
        Base::Latin1 => Row::new(few!(Latin1, Latin1), len!(|text| text.len())),
        Base::Utf8 => Row::new(few!(Latin1, Utf8), len!(|text| run(Latin1Utf8Len(text))))
            .kernel(once!(|src, dst| convert::<ConvertExpanding<Latin1ToUtf8>>(src, dst)))
            .brief(brief!(Latin1ToUtf8)),
        Base::Utf16 { swapped: false } => latin1_to_utf16!(false),
        Base::Utf16 { swapped: true } => latin1_to_utf16!(true),
        Base::Utf32 { swapped: false } => latin1_to_utf32!(false),
        Base::Utf32 { swapped: true } => latin1_to_utf32!(true),
    };
    row.few_units(6)
}

macro_rules! utf8_to_utf16 {
    ($to:tt) => {
        Row::new(few!(Utf8, Utf16Bytes<order!($to)>), len!(|text| 2 * run(CountUtf8::<true>(text))))
            .kernel(once!(|src, dst| convert::<Utf8ToUnits<ToUtf16<$to, true>>>(src, dst)))
            .trusted(once!(|src, dst| convert::<Utf8ToUnits<ToUtf16<$to, false>>>(src, dst)))
            .brief(brief!(Utf8ToUtf16<$to>))
            .mend(mend!(mend::utf8_to_utf16::<$to>))
            .mend_brief(mend_brief!(64, mend_brief::part_of_utf8::<64>, Utf8ToUtf16<$to>))
    };
}

macro_rules! utf8_to_utf32 {
    ($to:tt) => {
        Row::new(
            few!(Utf8, Utf32Bytes<order!($to)>),
            len!(|text| 4 * run(CountUtf8::<false>(text))),
        )
        .kernel(once!(|src, dst| convert::<Utf8ToUnits<ToUtf32<$to, true>>>(src, dst)))
        .trusted(once!(|src, dst| convert::<Utf8ToUnits<ToUtf32<$to, false>>>(src, dst)))
        .mend(mend::utf8_by_pieces)
    };
}

const fn from_utf8(to: Base) -> Row {
    match to {
        Base::Latin1 => {
            let len = len!(|text| run(CountUtf8::<false>(text)), if Latin1InUtf8);
            Row::new(few!(Utf8, Latin1), len)
                .kernel(once!(|src, dst| convert::<ConvertExpanding<Utf8ToLatin1>>(src, dst)))
                .brief(brief!(Utf8ToLatin1))
        }
        Base::Utf8 => Row {
            // The kernel that mends is quick to begin with, too.
            dirty_units: 40,
            mend_ascii: Some(mend::ascii::mend),
            ..Row::new(few!(Utf8, Utf8), len!(|text| text.len()))
                .copy(once!(|src, dst| same_utf8(src, dst)))
                .mend(mend::utf8_to_utf8)
                .mend_brief(mend_brief!(63, mend_brief::part_of_utf8::<63>, Utf8ToUtf8))
                .few_units(6)
        },
        Base::Utf16 { swapped: false } => utf8_to_utf16!(false),
        Base::Utf16 { swapped: true } => utf8_to_utf16!(true),
        Base::Utf32 { swapped: false } => utf8_to_utf32!(false),
        Base::Utf32 { swapped: true } => utf8_to_utf32!(true),
    }
}

macro_rules! utf16_to_utf16 {
    ($from:tt, $to:tt) => {{
        let row = Row::new(
            few!(Utf16Bytes<order!($from)>, Utf16Bytes<order!($to)>),
            len!(|text| text.len()),
        );
        let row = if $from == $to {
            row.copy(once!(|src, dst| same_utf16::<$from>(src, dst)))
        } else {
            row
        };
        row.mend(mend!(mend::utf16_by_pieces::<$from>))
    }};
}

macro_rules! utf16_to_utf32 {
    ($from:tt, $to:tt) => {
        Row::new(
            few!(Utf16Bytes<order!($from)>, Utf32Bytes<order!($to)>),
            len!(|text| 4 * run(CountUtf16::<$from>(text))),
        )
        .kernel(once!(|src, dst| convert::<ConvertExpanding<Utf16ToUtf32<$from, $to>>>(src, dst)))
        .brief(brief!(Utf16ToUtf32<$from, $to>))
        .mend(mend!(mend::utf16_by_pieces::<$from>))
    };
}

macro_rules! from_utf16 {
    ($from:tt, $to:expr) => {
        match $to {
            Base::Latin1 => {
                let len = len!(|text| text.len() / 2, if Latin1InUtf16::<$from>);
                Row::new(few!(Utf16Bytes<order!($from)>, Latin1), len)
                    .kernel(once!(|src, dst| convert::<ConvertOneToOne<Utf16ToLatin1<$from>>>(src, dst)))
                    .brief(brief!(Utf16ToLatin1<$from>))
            }
            Base::Utf8 => {
                let len = len!(|text| run(Utf8Len::<$from>(text)));
                Row::new(few!(Utf16Bytes<order!($from)>, Utf8), len)
                    .kernel(once!(|src, dst| utf16_to_utf8::convert::<$from>(src, dst)))
                    .brief(brief!(Utf16ToUtf8<$from>))
                    .len_brief(masks!(crate::transcode::brief::Utf8LenOfUtf16<$from>))
                    .mend(mend!(mend::utf16_to_utf8::<$from>))
                    .mend_brief(mend_brief!(128, mend_brief::part_of_utf16::<128, $from>, Utf16ToUtf8<$from>))
            }
            Base::Utf16 { swapped: false } => utf16_to_utf16!($from, false),
            Base::Utf16 { swapped: true } => utf16_to_utf16!($from, true),
            Base::Utf32 { swapped: false } => utf16_to_utf32!($from, false),
            Base::Utf32 { swapped: true } => utf16_to_utf32!($from, true),
        }
    };
}

macro_rules! utf32_to_utf16 {
    ($from:tt, $to:tt) => {
        Row::new(
            few!(Utf32Bytes<order!($from)>, Utf16Bytes<order!($to)>),
            len!(|text| 2 * run(Utf32Len::<$from, true>(text))),
        )
        .kernel(once!(|src, dst| convert::<ConvertExpanding<Utf32ToUtf16<$from, $to>>>(src, dst)))
        .brief(brief!(Utf32ToUtf16<$from, $to>))
    };
}

macro_rules! utf32_to_utf32 {
    ($from:tt, $to:tt) => {
        Row::new(few!(Utf32Bytes<order!($from)>, Utf32Bytes<order!($to)>), len!(|text| text.len()))
    };
}

macro_rules! from_utf32 {
    ($from:tt, $to:expr) => {
        match $to {
            Base::Latin1 => {
                let len = len!(|text| text.len() / 4, if Latin1InUtf32::<$from>);
                Row::new(few!(Utf32Bytes<order!($from)>, Latin1), len)
                    .kernel(once!(|src, dst| convert::<ConvertOneToOne<Utf32ToLatin1<$from>>>(src, dst)))
            }
            Base::Utf8 => {
                let len = len!(|text| run(Utf32Len::<$from, false>(text)));
                Row::new(few!(Utf32Bytes<order!($from)>, Utf8), len)
                    .kernel(once!(|src, dst| convert::<ConvertExpanding<Utf32ToUtf8<$from>>>(src, dst)))
                    .brief(brief!(Utf32ToUtf8<$from>))
            }
            Base::Utf16 { swapped: false } => utf32_to_utf16!($from, false),
            Base::Utf16 { swapped: true } => utf32_to_utf16!($from, true),
            Base::Utf32 { swapped: false } => utf32_to_utf32!($from, false),
            Base::Utf32 { swapped: true } => utf32_to_utf32!($from, true),
        }
    };
}

/// The row of two bases.
pub(super) const fn row(from: Base, to: Base) -> Row {
    match from {
        Base::Utf8 => from_utf8(to),
        Base::Latin1 => from_latin1(to),
        Base::Utf16 { swapped: false } => from_utf16!(false, to),
        Base::Utf16 { swapped: true } => from_utf16!(true, to),
        Base::Utf32 { swapped: false } => from_utf32!(false, to),
        Base::Utf32 { swapped: true } => from_utf32!(true, to),
    }
}

/// All rows, for pairs that are values.
pub(super) static ROWS: [[Row; Base::ALL.len()]; Base::ALL.len()] = {
    let mut rows = [[row(Base::Utf8, Base::Utf8); Base::ALL.len()]; Base::ALL.len()];
    let mut at = 0;
    while at < Base::ALL.len() * Base::ALL.len() {
        let (from, to) = (at / Base::ALL.len(), at % Base::ALL.len());
        rows[from][to] = row(Base::ALL[from], Base::ALL[to]);
        at += 1;
    }
    rows
};

/// The well-formed prefix, as far as there is room for whole sequences. No more is
/// looked at than that: the rest comes again.
fn same_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    let mut dst = Output::new(dst);
    let whole = src.len() <= dst.room();
    let src = if whole { src } else { &src[..boundary::item_start(src, dst.room())] };
    let prefix = run(WellFormedPrefix(src));
    dst.write(&src[..prefix]);
    Converted { read: prefix, written: prefix }
}

/// The same for UTF-16.
fn same_utf16<const SWAPPED: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    let mut dst = Output::new(dst);
    let src = &src[..src.len().min(dst.room())];
    let prefix = run(WellFormedUtf16Prefix::<SWAPPED>(src));
    dst.write(&src[..prefix]);
    Converted { read: prefix, written: prefix }
}
