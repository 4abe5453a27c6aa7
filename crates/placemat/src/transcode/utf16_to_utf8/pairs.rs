//! Windows with surrogates, with AVX-512: by sets of lanes as masks, and in a function of its own. With this loop beside it, the
//! one for text without surrogates takes up to 1.1 times as long.

use super::Writer;
use crate::output::Output;
use crate::simd::dispatch::Apart;
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, Vector};

/// The windows that a text begins with, as long as they have surrogates, or many of the last ones had.
pub(super) struct Pairs<const SWAPPED: bool>;

/// If so many of the last 32 windows had surrogates, what comes is taken as if it had some, as nobody can foresee
/// whether it has: chat 1.11 of 20. With 3, chat 1.02 of this, but rare ideographs .93 (Intel Xeon).
const OFTEN: u32 = 8;

impl<const SWAPPED: bool> Apart for Pairs<SWAPPED> {
    /// Which of the last windows had surrogates, a bit each.
    type State = u32;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>, recent: &mut u32) -> usize {
        let writer = Writer::<_, SWAPPED> { s };
        let mut rest = src;
        while let Some((units, _)) = writer.window(rest) {
            let [high_a, low_a] = s.surrogates(units[0]);
            let [high_b, low_b] = s.surrogates(units[1]);
            let (high, low) = (s.both([high_a, high_b]), s.both([low_a, low_b]));
            let any = high | low != 0;
            // One condition: a branch for the first would be missed.
            if !any & (recent.count_ones() < OFTEN) {
                break;
            }
            *recent = *recent << 1 | u32::from(any);
            // The last unit may be a high one: it is for the next window.
            let waits = high >> 63 != 0;
            if high << 1 != low {
                break;
            }
            let two = [writer.is_two(units[0]), writer.is_two(units[1])];
            let three = [writer.is_three(units[0]), writer.is_three(units[1])];
            // What is before the first unit does not matter: it is no low surrogate.
            let before = [s.shift_in16(units[0], units[0]), s.shift_in16(units[0], units[1])];
            let [first_a, last_a] = writer.bytes(units[0], before[0], three[0], [high_a, low_a]);
            let [first_b, last_b] = writer.bytes(units[1], before[1], three[1], [high_b, low_b]);
            let [two, three] = s.keep_one_to_three(two, three);
            let kept = [two, three & !(high | low)];
            if !out.kept_of_three(s, [[first_a, first_b], [last_a, last_b]], kept, waits) {
                break;
            }
            rest = &rest[Writer::<Avx512, SWAPPED>::WINDOW - 2 * usize::from(waits)..];
        }
        src.len() - rest.len()
    }
}

impl<const SWAPPED: bool> Writer<Avx512, SWAPPED> {
    /// `first` and `last` of some units. `before`: the units before them; bit 15 of `three`: the unit is 800 or above; then
    /// which are high surrogates, and which low ones.
    #[inline(always)]
    fn bytes(
        self,
        units: <Avx512 as Vector>::V,
        before: <Avx512 as Vector>::V,
        three: <Avx512 as Vector>::V,
        [high, low]: [u32; 2],
    ) -> [<Avx512 as Vector>::V; 2] {
        let s = self.s;
        let first = s.select16(self.first_bytes(units, three), self.third_byte(before, units), low);
        [
            s.select16(first, self.first_of_four(units), high),
            s.select16(self.last_byte(units), self.second_of_four(units), high),
        ]
    }
}
