//! Where the rows of an array are: the layouts, and their bounds, checked once.

use crate::bits::Bits;
use crate::error::Error;
use crate::mask::{self, Edges};
use crate::views::Views;
use arrow_array::OffsetSizeTrait;
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

    fn get(&self, row: usize) -> &'a [u8] {
        self.span(row..row + 1)
    }

    fn span(&self, rows: Range<usize>) -> &'a [u8] {
        &self.values[self.offsets[rows.start].as_usize()..self.offsets[rows.end].as_usize()]
    }
}

impl<O: OffsetSizeTrait> Edges for Offsets<'_, O> {
    fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    #[inline]
    fn at(&self, edge: usize) -> usize {
        self.offsets[edge].as_usize()
    }

    #[inline]
    fn many<const N: usize>(&self, first: usize) -> [usize; N] {
        let edges: &[O; N] = self.offsets[first..].first_chunk().expect("there are so many");
        edges.map(|edge| edge.as_usize())
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

impl Edges for Fixed<'_> {
    fn rows(&self) -> usize {
        self.len
    }

    #[inline]
    fn at(&self, edge: usize) -> usize {
        self.width * edge
    }

    #[inline]
    fn many<const N: usize>(&self, first: usize) -> [usize; N] {
        std::array::from_fn(|index| self.width * (first + index))
    }
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
            Self::Offsets32(rows) => rows.rows(),
            Self::Offsets64(rows) => rows.rows(),
            Self::Fixed(rows) => rows.len,
            Self::Views(rows) => rows.len(),
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
            Self::Offsets32(rows) => mask::bad(rows, rows.values),
            Self::Offsets64(rows) => mask::bad(rows, rows.values),
            Self::Fixed(rows) => mask::bad(rows, rows.values),
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
