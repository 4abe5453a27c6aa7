//! Where the rows of an array are: the layouts, and their bounds, checked once.

use crate::bits::Bits;
use crate::error::Error;
use crate::mask::{self, Region};
use arrow_array::types::ByteViewType;
use arrow_array::{GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use std::ops::Range;

/// Rows that lie one behind the other: row `n` is between offset `n` and the next one.
#[derive(Clone, Copy)]
pub(crate) struct Offsets<'a, O> {
    offsets: &'a [O],
    values: &'a [u8],
}

impl<'a, O: OffsetSizeTrait> Offsets<'a, O> {
    /// # Errors
    /// If the offsets are negative, decrease, or reach beyond `values`.
    pub(crate) fn new(offsets: &'a [O], values: &'a [u8]) -> Result<Self, Error> {
        // Without a branch for each: compilers make vectors of it.
        let rises = offsets.windows(2).fold(true, |rises, pair| rises & (pair[0] <= pair[1]));
        if !rises {
            let row = offsets.windows(2).position(|pair| pair[0] > pair[1]);
            return Err(Error::Broken { row, what: "an offset is less than the one before" });
        }
        let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else {
            return Err(Error::broken("it has no offsets"));
        };
        if *first < O::zero() {
            return Err(Error::broken_at(0, "an offset is negative"));
        }
        if last.as_usize() > values.len() {
            return Err(Error::broken("an offset lies beyond the values"));
        }
        Ok(Self { offsets, values })
    }

    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    fn get(&self, row: usize) -> &'a [u8] {
        self.span(row..row + 1)
    }

    fn span(&self, rows: Range<usize>) -> &'a [u8] {
        &self.values[self.offsets[rows.start].as_usize()..self.offsets[rows.end].as_usize()]
    }

    fn bad(&self) -> Bits {
        mask::bad(self.len(), |edge| self.offsets[edge].as_usize(), self.values)
    }
}

/// Rows of `width` bytes, one behind the other.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<'a> {
    width: usize,
    len: usize,
    values: &'a [u8],
}

impl<'a> Fixed<'a> {
    /// # Errors
    /// If the width is negative, or the rows reach beyond `values`.
    pub(crate) fn new(width: i32, len: usize, values: &'a [u8]) -> Result<Self, Error> {
        let width = usize::try_from(width).map_err(|_| Error::broken("its width is negative"))?;
        match width.checked_mul(len) {
            Some(all) if all <= values.len() => Ok(Self { width, len, values }),
            _ => Err(Error::broken("its rows reach beyond the values")),
        }
    }
}

/// Rows that are views: short ones hold their bytes, long ones say where they are.
pub(crate) struct Views<'a> {
    views: &'a [u128],
    /// The same as bytes.
    bytes: &'a [u8],
    buffers: &'a [Buffer],
    /// How many bytes of each buffer are rows; those that several rows share count for each.
    used: Vec<usize>,
}

impl<'a> Views<'a> {
    /// # Errors
    /// If a view, but for those of rows that are null, lies in no buffer, or does not begin with
    /// the bytes that it has a copy of.
    pub(crate) fn new<T: ByteViewType + ?Sized>(
        array: &'a GenericByteViewArray<T>,
        nulls: Option<&NullBuffer>,
    ) -> Result<Self, Error> {
        let (views, buffers) = (array.views(), array.data_buffers());
        let (bytes, used) = (views.inner().as_slice(), vec![0; buffers.len()]);
        let mut this = Self { views, bytes, buffers, used };
        for row in 0..views.len() {
            match this.find(row) {
                Some(Place::Inline(_)) => {}
                Some(Place::In { index, bytes, .. }) => {
                    this.used[index] = this.used[index].saturating_add(bytes.len());
                }
                None if nulls.is_some_and(|nulls| nulls.is_null(row)) => {}
                None => {
                    let what = "a view lies in no buffer, or not where it says";
                    return Err(Error::broken_at(row, what));
                }
            }
        }
        Ok(this)
    }

    /// The bytes of a row that hold themselves, or the buffer of a row and where it is in there.
    #[inline]
    fn find(&self, row: usize) -> Option<Place<'a>> {
        let view = ByteView::from(self.views[row]);
        let len = view.length as usize;
        if view.length <= MAX_INLINE_VIEW_LEN {
            let inline = 16 * row + 4;
            return Some(Place::Inline(&self.bytes[inline..inline + len]));
        }
        let (index, start) = (view.buffer_index as usize, view.offset as usize);
        let bytes = self.buffers.get(index)?.as_slice().get(start..start.checked_add(len)?)?;
        (bytes[..4] == view.prefix.to_le_bytes()).then_some(Place::In { index, start, bytes })
    }

    fn get(&self, row: usize) -> &'a [u8] {
        match self.find(row) {
            Some(Place::Inline(bytes) | Place::In { bytes, .. }) => bytes,
            None => &[],
        }
    }

    /// Buffers are looked at whole if the rows are a good part of them: a filter may have left a
    /// few rows of a large one.
    fn bad(&self) -> Bits {
        let region = |(buffer, &used): (&'a Buffer, &usize)| {
            if used >= buffer.len() / 2 { Region::new(buffer) } else { None }
        };
        let mut regions: Vec<_> = self.buffers.iter().zip(&self.used).map(region).collect();
        let mut bad = Bits::none(self.views.len());
        for row in 0..self.views.len() {
            let holds = match self.find(row) {
                None => false,
                Some(Place::Inline(bytes)) => bytes.is_ascii() || placemat::utf8::is_valid(bytes),
                Some(Place::In { index, start, bytes }) => match &mut regions[index] {
                    Some(region) => region.is_well_formed(start..start + bytes.len()),
                    None => placemat::utf8::is_valid(bytes),
                },
            };
            if !holds {
                bad.mark(row);
            }
        }
        bad
    }
}

enum Place<'a> {
    Inline(&'a [u8]),
    In { index: usize, start: usize, bytes: &'a [u8] },
}

/// The rows of an array, within bounds.
pub(crate) enum Rows<'a> {
    Offsets32(Offsets<'a, i32>),
    Offsets64(Offsets<'a, i64>),
    Fixed(Fixed<'a>),
    Views(Views<'a>),
    /// Row `n` is row `index[n]` of others; [`NO_ROW`] for one that is null.
    Indexed {
        values: Box<Rows<'a>>,
        index: Vec<usize>,
    },
}

/// No row is there.
pub(crate) const NO_ROW: usize = usize::MAX;

impl<'a> Rows<'a> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Offsets32(rows) => rows.len(),
            Self::Offsets64(rows) => rows.len(),
            Self::Fixed(rows) => rows.len,
            Self::Views(rows) => rows.views.len(),
            Self::Indexed { index, .. } => index.len(),
        }
    }

    /// The bytes of a row; none where it is null and has none.
    pub(crate) fn get(&self, row: usize) -> &'a [u8] {
        match self {
            Self::Offsets32(rows) => rows.get(row),
            Self::Offsets64(rows) => rows.get(row),
            Self::Fixed(rows) => &rows.values[rows.width * row..rows.width * (row + 1)],
            Self::Views(rows) => rows.get(row),
            Self::Indexed { values, index } => match index[row] {
                NO_ROW => &[],
                row => values.get(row),
            },
        }
    }

    /// The bytes of some rows, if they lie one behind the other.
    pub(crate) fn span(&self, rows: Range<usize>) -> Option<&'a [u8]> {
        match self {
            Self::Offsets32(offsets) => Some(offsets.span(rows)),
            Self::Offsets64(offsets) => Some(offsets.span(rows)),
            Self::Fixed(Fixed { width, values, .. }) => {
                Some(&values[width * rows.start..width * rows.end])
            }
            Self::Views(_) | Self::Indexed { .. } => None,
        }
    }

    /// The rows that are not well-formed UTF-8. What lies under a null is judged as well: nothing
    /// else keeps it from being read.
    pub(crate) fn bad(&self) -> Bits {
        match self {
            Self::Offsets32(rows) => rows.bad(),
            Self::Offsets64(rows) => rows.bad(),
            Self::Fixed(rows) => mask::bad(rows.len, |edge| rows.width * edge, rows.values),
            Self::Views(rows) => rows.bad(),
            Self::Indexed { values, index } => {
                let of_values = values.bad();
                let mut bad = Bits::none(index.len());
                if of_values.any() {
                    let is_bad = |&(_, &at): &(usize, &usize)| at != NO_ROW && of_values.has(at);
                    index.iter().enumerate().filter(is_bad).for_each(|(row, _)| bad.mark(row));
                }
                bad
            }
        }
    }
}
