//! The longest common subsequence of two short sequences, by bits.
//!
//! Element `i` of the rows is bit `i` of a set; one step for each element of the
//! columns tells, for all rows at once, where the longest common subsequence of
//! the prefixes grows: there the bit is 0 (Hyyrö, "Bit-parallel LCS-length
//! computation revisited", 2004). The sets are kept, and followed back from the end.

/// The pairs of a longest common subsequence, in order.
///
/// # Complexity
/// `(rows / 64 + 1) * columns` steps, and as many words of memory.
pub(super) fn longest_common(rows: &[u32], columns: &[u32]) -> Vec<(usize, usize)> {
    let words = rows.len().div_ceil(64);
    let places = Places::new(rows, words);
    // Of all columns, one behind the other; those before the first are all ones.
    let mut sets = vec![u64::MAX; (columns.len() + 1) * words];
    for (at, column) in columns.iter().enumerate() {
        let (done, next) = sets.split_at_mut((at + 1) * words);
        let before = &done[at * words..];
        let Some(equal) = places.of(*column) else {
            next[..words].copy_from_slice(before);
            continue;
        };
        let mut carry = false;
        for ((next, &before), &equal) in next.iter_mut().zip(before).zip(equal) {
            let (sum, over) = before.overflowing_add(before & equal);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = over || over_by_carry;
            *next = sum | (before & !equal);
        }
    }
    let grows =
        |row: usize, columns: usize| sets[columns * words + row / 64] >> (row % 64) & 1 == 0;
    let mut pairs = Vec::new();
    let (mut row, mut column) = (rows.len(), columns.len());
    while row > 0 && column > 0 {
        if rows[row - 1] == columns[column - 1] {
            (row, column) = (row - 1, column - 1);
            pairs.push((row, column));
        } else if grows(row - 1, column) {
            column -= 1;
        } else {
            row -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// Where each element is in the rows: a set of bits for each that is there.
struct Places {
    /// In order.
    elements: Vec<u32>,
    sets: Vec<u64>,
    words: usize,
}

impl Places {
    fn new(rows: &[u32], words: usize) -> Self {
        let mut elements = rows.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let mut sets = vec![0; elements.len() * words];
        for (row, element) in rows.iter().enumerate() {
            let at = elements.partition_point(|other| other < element);
            sets[at * words + row / 64] |= 1 << (row % 64);
        }
        Self { elements, sets, words }
    }

    fn of(&self, element: u32) -> Option<&[u64]> {
        let at = self.elements.binary_search(&element).ok()?;
        Some(&self.sets[at * self.words..][..self.words])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition.
    fn length(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (at, y) in b.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if x == y { diagonal + 1 } else { above.max(row[at]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn is_longest_and_common() {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for number in 0..600 {
            let kinds = 1 + random(8);
            let mut make = || -> Vec<u32> {
                let len = random(if number % 10 == 0 { 300 } else { 80 });
                (0..len).map(|_| u32::try_from(random(kinds)).unwrap()).collect()
            };
            let (a, b) = (make(), make());
            let pairs = longest_common(&a, &b);
            assert_eq!(pairs.len(), length(&a, &b), "{a:?} {b:?}");
            assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]), "{a:?} {b:?}");
            assert!(pairs.is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1), "{a:?} {b:?}");
        }
        assert_eq!(longest_common(&[], &[1]), []);
        assert_eq!(longest_common(&[1], &[]), []);
    }
}
