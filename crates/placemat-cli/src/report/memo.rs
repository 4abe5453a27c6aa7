//! What was said of a mistake, kept for the next one like it: a file can have millions of
//! mistakes, and few that differ.

use super::Finding;

/// How many different mistakes are kept.
const KEPT: usize = 256;

/// What is said of mistakes, as some format has it.
#[derive(Clone)]
pub(super) struct Memo<T>(Vec<(u64, T)>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone + Default> Memo<T> {
    /// What `say` says of `finding`, or said of one like it. It may depend on what the finding
    /// is [like](Finding::like), and on nothing else. What it is given has been used before.
    pub(super) fn of(&mut self, finding: &Finding<'_>, say: impl FnOnce(&mut T)) -> &T {
        self.0.resize(KEPT, (0, T::default()));
        let like = finding.like();
        let at = like.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - KEPT.ilog2());
        let (known, said) = &mut self.0[at as usize];
        if *known != like {
            *known = like;
            say(said);
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Place;
    use crate::print::name::Name;
    use crate::report::words;
    use placemat::utf8;

    /// A mistake is all that is said of it.
    #[test]
    fn those_that_are_alike_are_told_alike() {
        const BYTES: &[u8] = b"a \x80\x9F\xBF\xC0\xC3\xE0\xE9\xED\xA0\xF0\x90\xF4\xF8\xFC\xFF";
        let (mut memo, mut seed) = (Memo::<String>::default(), 1_u64);
        for _ in 0..2000 {
            let text: Vec<u8> = std::iter::repeat_with(|| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                BYTES[(seed >> 33) as usize % BYTES.len()]
            })
            .take(40)
            .collect();
            for group in utf8::groups(&text) {
                let finding = Finding::new(&Name::Stdin, &text, group, Place::default(), 9);
                let mut told = words::sentence(&finding);
                let subparts: Vec<_> = finding.subparts().collect();
                let latin: Option<String> = finding.windows_1252().map(Iterator::collect);
                told += &format!("{subparts:?}{latin:?}{:?}{:?}", group.meaning, finding.look);
                assert_eq!(*memo.of(&finding, |said| said.clone_from(&told)), told);
            }
        }
    }
}
