//! Two encodings, and what the table has for them.

use super::table::{ROWS, is_well_formed, row};
use crate::encoding::Encoding;
use crate::encoding::form::{Apart, Base, Form};
use crate::simd::dispatch::{BriefKernel, masks};
use crate::transcode::borrowed::{self, Borrowed};
use crate::transcode::mend::{Mend, ascii::MendAscii, brief::MendBrief};
use crate::transcode::row::{Kernel, Row};
use crate::transcode::{Converted, paired};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Two encodings, and their row. Where both are types it is a constant: then the compiler calls
/// the kernel of the row by its name, and drops what is not asked.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    from: Form,
    to: Form,
    row: Option<&'static Row>,
    /// The most units that a unit of both bases becomes, if nothing is replaced.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "asked for new memory only"))]
    most: usize,
}

/// The pair of two types.
struct Typed<F, T>(PhantomData<(F, T)>);

impl<F: Encoding, T: Encoding> Typed<F, T> {
    const ROW: Option<Row> = match (F::FORM.base, T::FORM.base) {
        (Some(from), Some(to)) => Some(row(from, to)),
        _ => None,
    };
    const PAIR: Pair = Pair {
        from: F::FORM,
        to: T::FORM,
        row: Self::ROW.as_ref(),
        most: F::FORM.most_units(T::FORM),
    };
}

impl Pair {
    /// The pair of two types.
    #[inline(always)]
    pub(crate) const fn of<F: Encoding, T: Encoding>() -> Self {
        const { Typed::<F, T>::PAIR }
    }

    /// The pair of two values.
    pub(crate) fn chosen(from: Form, to: Form) -> Self {
        let row = match (from.base, to.base) {
            (Some(from), Some(to)) => Some(&ROWS[from.index()][to.index()]),
            _ => None,
        };
        Self { from, to, row, most: 0 }
    }

    /// What kernels are written for, if there are any.
    #[inline(always)]
    pub(crate) const fn row(self) -> Option<&'static Row> {
        self.row
    }

    /// The encodings that the kernels are written for, if there are any.
    #[inline(always)]
    pub(crate) const fn bases(self) -> Option<(Base, Base)> {
        match (self.from.base, self.to.base) {
            (Some(from), Some(to)) => Some((from, to)),
            _ => None,
        }
    }

    /// The code points for which the pair is not like its kernels.
    #[inline(always)]
    pub(crate) const fn apart(self) -> Apart {
        self.from.read.and(self.to.written)
    }

    /// Whether the text must be searched before a kernel may have it.
    #[inline(always)]
    pub(crate) const fn is_borrowed(self) -> bool {
        !self.apart().is_nothing()
    }

    /// Whether ASCII has the same bytes in both bases: where units are bytes.
    #[inline(always)]
    const fn has_same_ascii(self) -> bool {
        matches!(self.bases(), Some((from, to)) if from.unit_size() == 1 && to.unit_size() == 1)
    }

    /// What mends malformed text of the source, if that is what kernels take it for.
    #[inline(always)]
    pub(crate) fn mend(self) -> Option<(&'static Row, Mend)> {
        let row = self.mending()?;
        Some((row, row.mend?))
    }

    /// The same for a text that is brief.
    #[inline(always)]
    pub(crate) fn mend_brief(self) -> Option<MendBrief> {
        self.mending()?.mend_brief
    }

    /// The same for ASCII with malformed bytes.
    #[inline(always)]
    pub(crate) fn mend_ascii(self) -> Option<MendAscii> {
        self.mending()?.mend_ascii
    }

    #[inline(always)]
    fn mending(self) -> Option<&'static Row> {
        self.row.filter(|_| self.from.is_exact && self.to.written.is_nothing())
    }

    /// What converts all of a brief text, where the level in use has masks. If the kernels are borrowed from UTF-8: what is
    /// the same there.
    #[inline(always)]
    pub(crate) const fn brief(self) -> Option<BriefKernel<Option<usize>>> {
        const PAIRS: Apart = Apart::ABOVE_FFFF;
        const JAVA: Apart = Apart::ABOVE_FFFF.and(Apart::NUL);
        match (self.row, self.bases()) {
            (Some(row), _) if !self.is_borrowed() => row.brief,
            (_, Some((Base::Utf8, Base::Utf8))) if self.apart().is(PAIRS) => {
                masks!(crate::transcode::brief::Whole<crate::transcode::brief::SameUtf8<false>>)
            }
            (_, Some((Base::Utf8, Base::Utf8))) if self.apart().is(JAVA) => {
                masks!(crate::transcode::brief::Whole<crate::transcode::brief::SameUtf8<true>>)
            }
            _ => None,
        }
    }

    /// Converts a prefix by the kernel of the pair.
    #[inline(always)]
    pub(crate) fn convert(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let Some(row) = self.row else { return Converted::default() };
        self.by(row, row.kernel, src, dst)
    }

    /// The same for text that is well-formed.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn convert_trusted(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let Some(row) = self.row else { return Converted::default() };
        self.by(row, row.trusted, src, dst)
    }

    /// The same of few units, without a kernel.
    #[inline(always)]
    pub(crate) fn convert_few(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let Some(row) = self.row else { return Converted::default() };
        (row.few)(&src[..self.alike(src)], dst)
    }

    #[inline(always)]
    fn by(self, row: &Row, kernel: Kernel, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        match self.from.base {
            Some(base) if self.is_borrowed() => {
                let like = Borrowed {
                    base,
                    apart: self.apart(),
                    kernel: row.fastest(kernel),
                    same_ascii: self.has_same_ascii(),
                };
                like.convert(paired::kernel(self.from, self.to), src, dst)
            }
            _ => row.prefix(kernel, src, dst),
        }
    }

    /// How many bytes of `text` lie before the first unit of a code point for which the pair is
    /// not like its kernels.
    #[inline(always)]
    fn alike(self, text: &[u8]) -> usize {
        match self.from.base {
            Some(base) if self.is_borrowed() => borrowed::alike(base, self.apart(), text),
            _ => text.len(),
        }
    }

    /// The number of bytes that `text` becomes, if it is known at once: when all of it is
    /// well-formed, and the target can hold it.
    pub(crate) fn len(self, text: &[u8]) -> Option<usize> {
        let is_known = self.alike(text) == text.len() && is_well_formed(self.from.base?, text);
        if is_known { self.len_of_well_formed(text) } else { None }
    }

    /// The same for well-formed text that is like what the kernels are written for.
    pub(crate) fn len_of_well_formed(self, text: &[u8]) -> Option<usize> {
        (self.row?.len)(text)
    }

    /// How many bytes `text` is likely to become, judged by some pieces of it: enough, if all of it is like them. `None`
    /// for what has no kernel. (The most that it can become is more memory than the text by far, and to give that
    /// back takes as long as a short conversion; of a megabyte, twice as long.)
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn likely_bytes(self, text: &[u8]) -> Option<usize> {
        // Relatives of UTF-8 have a row of its in common, and become longer or shorter.
        if self.to.is_utf8()
            && let Some(row) = self.row
            && let Some(len_brief) = row.len_brief
            && let Some(len) = len_brief.run(text, &mut [])
        {
            return Some(len);
        }
        if text.len() < Self::PIECE {
            return self.most_bytes(text.len());
        }
        self.likely_bytes_of_long(text)
    }

    #[cfg(feature = "alloc")]
    const PIECE: usize = 128;

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn likely_bytes_of_long(self, text: &[u8]) -> Option<usize> {
        const PIECE: usize = Pair::PIECE;
        const RECORD: usize = 4096;
        let most = self.most_bytes(text.len())?;
        // To count all of a record takes less time than to give back what was too much. (Of UTF-8, more.)
        if text.len() <= RECORD && self.from.base.is_some_and(|base| base.unit_size() == 2) {
            return self.len_of_well_formed(text).or(Some(most));
        }
        let pieces = (text.len() / 1024).clamp(1, 16);
        // Whole units of any size.
        let apart = text.len() / pieces / 4 * 4;
        let mut len = 0;
        for piece in (0..pieces).map(|i| &text[i * apart..][..PIECE]) {
            let Some(of_piece) = self.len_of_well_formed(piece) else { return Some(most) };
            len += of_piece;
        }
        let likely = (text.len() / (pieces * PIECE) + 1).saturating_mul(len);
        Some(most.min(likely.saturating_add(likely / 16)))
    }

    /// The most bytes that `bytes` can become, if nothing in them is replaced: to know better is
    /// not worth a pass. `None` for what has no kernel.
    #[cfg(feature = "alloc")]
    pub(crate) fn most_bytes(self, bytes: usize) -> Option<usize> {
        let (from, to) = self.bases()?;
        Some(bytes / from.unit_size() * self.most * to.unit_size())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::super::likely_units;
    use crate::Converter;
    use crate::encoding::{Cesu8, Encoding, ModifiedUtf8, Utf8, Utf16, Wtf8};
    use std::vec::Vec;

    fn has_room<T: Encoding>(units: &[u16]) {
        let Ok(text) = Converter::<Utf16, T>::strict().convert(units) else { return };
        let likely = likely_units::<Utf16, T>(units).expect("there is a kernel");
        assert!(likely >= text.len(), "{likely} for {units:X?}");
    }

    /// Memory that is reserved twice takes longer than to convert a word.
    #[test]
    fn brief_text_has_room_for_what_it_becomes() {
        for text in ["a\0b", "é日", "😀", "日本語😀", "a\0😀é"] {
            let mut units: Vec<u16> = text.encode_utf16().collect();
            for lone in [None, Some(0xD800), Some(0xDC00)] {
                units.extend(lone);
                has_room::<Utf8>(&units);
                has_room::<Cesu8>(&units);
                has_room::<ModifiedUtf8>(&units);
                has_room::<Wtf8>(&units);
            }
        }
    }
}
