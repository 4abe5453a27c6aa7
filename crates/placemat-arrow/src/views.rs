//! Rows that are views: sixteen bytes each. Short ones hold their bytes, long ones say where they are.

use crate::bits::Bits;
use crate::error::Error;
use crate::mask::Region;
use arrow_array::GenericByteViewArray;
use arrow_array::types::ByteViewType;
use arrow_buffer::NullBuffer;
use arrow_data::MAX_INLINE_VIEW_LEN;
use placemat::utf8;

/// How many views are looked at together.
const BLOCK: usize = 256;

/// The views of an array, and what they lead to.
pub(crate) struct Views<'a> {
    views: &'a [u128],
    /// The same as bytes.
    bytes: &'a [u8],
    buffers: Vec<&'a [u8]>,
    /// How many bytes of each buffer are rows; those that several rows share count for each.
    used: Vec<usize>,
    /// Rows that are null, and whose views are not what they should be.
    lost: Vec<usize>,
}

/// A view taken apart.
#[derive(Clone, Copy)]
struct View(u128);

impl View {
    /// How many bytes the row has.
    const fn len(self) -> usize {
        self.0 as u32 as usize
    }

    const fn is_inline(self) -> bool {
        self.len() <= MAX_INLINE_VIEW_LEN as usize
    }

    /// The bytes of a short row, and zeros.
    const fn inline(self) -> u128 {
        (self.0 >> 32) & ((1 << (8 * self.len())) - 1)
    }

    /// The first bytes of a long row.
    const fn prefix(self) -> [u8; 4] {
        ((self.0 >> 32) as u32).to_le_bytes()
    }

    /// The buffer of a long row, and where it begins there.
    const fn place(self) -> (usize, usize) {
        ((self.0 >> 64) as u32 as usize, (self.0 >> 96) as usize)
    }
}

impl<'a> Views<'a> {
    /// # Errors
    /// If a view, but for those of rows that are null, lies in no buffer, or does not begin with
    /// the bytes that it has a copy of.
    pub(crate) fn new<T: ByteViewType + ?Sized>(
        array: &'a GenericByteViewArray<T>,
        nulls: Option<&NullBuffer>,
    ) -> Result<Self, Error> {
        let (views, bytes) = (array.views().as_ref(), array.views().inner().as_slice());
        let buffers: Vec<_> = array.data_buffers().iter().map(|buffer| buffer.as_slice()).collect();
        let used = vec![0; buffers.len()];
        let mut this = Self { views, bytes, buffers, used, lost: Vec::new() };
        for (row, &view) in views.iter().enumerate() {
            let view = View(view);
            if view.is_inline() {
                continue;
            }
            if this.long(view).is_some() {
                let used = &mut this.used[view.place().0];
                *used = used.saturating_add(view.len());
            } else if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                this.lost.push(row);
            } else {
                let what = "a view lies in no buffer, or not where it says";
                return Err(Error::broken_at(row, what));
            }
        }
        Ok(this)
    }

    pub(crate) fn len(&self) -> usize {
        self.views.len()
    }

    /// The bytes of a long row, if they are where it says.
    #[inline]
    fn long(&self, view: View) -> Option<&'a [u8]> {
        let (index, start) = view.place();
        let bytes = self.buffers.get(index)?.get(start..start.checked_add(view.len())?)?;
        (bytes.first_chunk() == Some(&view.prefix())).then_some(bytes)
    }

    /// The bytes of a row; none of one that is null and lies nowhere.
    pub(crate) fn get(&self, row: usize) -> &'a [u8] {
        let view = View(self.views[row]);
        if view.is_inline() {
            let inline = 16 * row + 4;
            return &self.bytes[inline..inline + view.len()];
        }
        self.long(view).unwrap_or_default()
    }

    /// The rows that are not well-formed.
    ///
    /// Short rows are copied side by side, with zeros between them: so none runs into the next, and all
    /// are one text. Buffers are looked at whole if the rows are a good part of them: a filter may have left
    /// a few rows of a large one.
    pub(crate) fn bad(&self) -> Bits {
        let region = |(buffer, &used): (&&'a [u8], &usize)| {
            if used >= buffer.len() / 2 { Region::new(buffer) } else { None }
        };
        let mut regions: Vec<_> = self.buffers.iter().zip(&self.used).map(region).collect();
        let mut bad = Bits::none(self.len());
        self.lost.iter().for_each(|&row| bad.mark(row));
        let mut short = [0; 16 * BLOCK];
        for (block, views) in self.views.chunks(BLOCK).enumerate() {
            let first = block * BLOCK;
            let short = &mut short[..16 * views.len()];
            for (index, (&view, short)) in views.iter().zip(short.as_chunks_mut().0).enumerate() {
                let view = View(view);
                if view.is_inline() {
                    *short = view.inline().to_le_bytes();
                } else {
                    *short = [0; 16];
                    if !self.is_well_formed(view, &mut regions) {
                        bad.mark(first + index);
                    }
                }
            }
            if !utf8::is_valid(short) {
                let rows = short.as_chunks::<16>().0.iter().enumerate();
                rows.filter(|(_, row)| !utf8::is_valid(&row[..]))
                    .for_each(|(index, _)| bad.mark(first + index));
            }
        }
        bad
    }

    /// Whether a long row is.
    #[inline]
    fn is_well_formed(&self, view: View, regions: &mut [Option<Region<'a>>]) -> bool {
        let (index, start) = view.place();
        match regions.get_mut(index) {
            Some(Some(region)) => region.is_well_formed(start..start.saturating_add(view.len())),
            _ => self.long(view).is_some_and(utf8::is_valid),
        }
    }
}
