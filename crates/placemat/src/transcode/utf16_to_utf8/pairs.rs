//! Windows with surrogates, with AVX-512: by sets of lanes as masks, and in a function of its own. With this loop beside it, the
//! one for text without surrogates took 1.1 times as long.

use super::Writer;
use crate::output::Output;
use crate::simd::dispatch::Apart;
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, Vector};

type V = <Avx512 as Vector>::V;

/// The windows that a text begins with, as long as they have surrogates, or many of the last ones had.
pub(super) struct Pairs<const SWAPPED: bool>;

/// If so many of the last 32 windows had surrogates, what comes is taken as if it had some, as nobody can foresee
/// whether it has: chat 1.11 of asking (Zen 4). Half as many again 1.09; 20, 1.00.
const OFTEN: u32 = 8;

impl<const SWAPPED: bool> Apart for Pairs<SWAPPED> {
    /// Which of the last windows had surrogates, a bit each.
    type State = u32;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>, recent: &mut u32) -> usize {
        let writer = Writer::<_, SWAPPED> { s };
        let mut rest = src;
        while let Some((units, _)) = writer.window(rest) {
            let surrogates = [s.surrogates(units[0]), s.surrogates(units[1])];
            let [high, low] = [0, 1].map(
                #[inline(always)]
                |kind| set_of([surrogates[0][kind], surrogates[1][kind]]),
            );
            let any = high | low != 0;
            // One condition: a branch for the first would be missed.
            if !any & (recent.count_ones() < OFTEN) {
                break;
            }
            *recent = *recent << 1 | u32::from(any);
            // The last unit may be a high one: it is for the next window.
            if high << 1 != low {
                break;
            }
            let back = 2 * (high >> 63) as usize;
            let two = set_of([s.from16(0x80, units[0]), s.from16(0x80, units[1])]);
            let from_800 = [s.from16(0x800, units[0]), s.from16(0x800, units[1])];
            let three = set_of(from_800) & !(high | low);
            // Whatever is before the first unit, that is no low surrogate.
            let before = [s.shift_in16(units[0], units[0]), s.shift_in16(units[0], units[1])];
            let [first_a, last_a] = bytes(s, [units[0], before[0]], from_800[0], surrogates[0]);
            let [first_b, last_b] = bytes(s, [units[1], before[1]], from_800[1], surrogates[1]);
            // Of a high surrogate at the end two bytes do not count.
            let vectors = [[first_a, first_b], [last_a, last_b]];
            if !out.kept_of_three(s, vectors, [two, three], back) {
                break;
            }
            rest = &rest[Writer::<Avx512, SWAPPED>::WINDOW - back..];
        }
        out.restore::<Avx512>();
        src.len() - rest.len()
    }
}

/// A set of the lanes of two vectors.
#[inline(always)]
fn set_of([a, b]: [u32; 2]) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// `first` and `last` of some units, given those before them, which are 800 and above, and which high and low surrogates.
#[inline(always)]
fn bytes(s: Avx512, [units, before]: [V; 2], from_800: u32, [high, low]: [u32; 2]) -> [V; 2] {
    // `1110aaaa 10bbbbbb`, or in the high byte `110bbbbb`.
    let b = s.shl16::<2>(s.and(units, s.splat16(0x0FC0)));
    let marks = s.select16(s.splat16(0xC0E0), s.splat16(0x80E0), from_800);
    let first = s.or(s.or(s.shr16::<12>(units), b), marks);
    let last = s.and(s.repeat_low_byte16(units), s.splat16(0xFF3F));
    let last = s.or(last, s.splat16(0x0080));
    // `11110aaa`, then `10bbbbbb`, of the bits of a high surrogate, plus 40.
    let bits = s.add16(units, s.splat16(0x0040));
    let first_of_four = s.or(s.and(bits, s.splat16(0x0700)), s.splat16(0xF000));
    let second = s.or(s.and(s.shr16::<2>(bits), s.splat16(0x003F)), s.splat16(0x0080));
    // `10ccdddd`: two bits of the high one, four of the low one.
    let third = s.select(s.shl16::<12>(before), b, s.splat16(0x0F00));
    let third = s.or(s.and(third, s.splat16(0x3F00)), s.splat16(0x8000));

    let first = s.select16(first, third, low);
    [s.select16(first, first_of_four, high), s.select16(last, second, high)]
}
