//! An array as rows of bytes, whatever its layout.

use crate::bits::Bits;
use crate::error::Error;
use crate::rows::{Fixed, NO_ROW, Offsets, Rows};
use crate::views::Views;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, BinaryType, LargeBinaryType, LargeUtf8Type, RunEndIndexType, Utf8Type,
};
use arrow_array::types::{BinaryViewType, ByteArrayType, ByteViewType, StringViewType};
use arrow_array::{
    Array, DictionaryArray, RunArray, downcast_dictionary_array, downcast_run_array,
};
use arrow_buffer::{ArrowNativeType, BooleanBufferBuilder, NullBuffer};
use arrow_schema::DataType;

/// The rows of an array, and which of them are null: in dictionaries and run-end encoded arrays
/// as well as where the array says so itself.
pub(crate) struct Column<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) nulls: Option<NullBuffer>,
}

impl<'a> Column<'a> {
    /// # Errors
    /// If the array is of another type, or broken.
    pub(crate) fn new(array: &'a dyn Array) -> Result<Self, Error> {
        if array.nulls().is_some_and(|nulls| nulls.len() != array.len()) {
            return Err(Error::broken("its validity has another length"));
        }
        let nulls = array.nulls().cloned();
        let rows = match array.data_type() {
            DataType::Binary => offsets32(array.as_bytes::<BinaryType>())?,
            DataType::Utf8 => offsets32(array.as_bytes::<Utf8Type>())?,
            DataType::LargeBinary => offsets64(array.as_bytes::<LargeBinaryType>())?,
            DataType::LargeUtf8 => offsets64(array.as_bytes::<LargeUtf8Type>())?,
            DataType::BinaryView => views::<BinaryViewType>(array)?,
            DataType::Utf8View => views::<StringViewType>(array)?,
            DataType::FixedSizeBinary(width) => {
                let values = array.as_fixed_size_binary().value_data();
                Rows::Fixed(Fixed::new(*width, array.len(), values)?)
            }
            DataType::Dictionary(..) => downcast_dictionary_array!(
                array => return dictionary(array),
                other => return Err(Error::NotText(other.clone()))
            ),
            DataType::RunEndEncoded(..) => downcast_run_array!(
                array => return runs(array),
                other => return Err(Error::NotText(other.clone()))
            ),
            other => return Err(Error::NotText(other.clone())),
        };
        if rows.len() != array.len() {
            return Err(Error::broken("its buffers have another number of rows"));
        }
        Ok(Self { rows, nulls })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// The rows that are not null and not well-formed.
    pub(crate) fn bad_rows(&self, bad: &Bits) -> impl Iterator<Item = (usize, &'a [u8])> {
        bad.iter().filter(|&row| !self.is_null(row)).map(|row| (row, self.rows.get(row)))
    }

    /// The rows that are not null.
    pub(crate) fn present(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        (0..self.len()).filter(|&row| !self.is_null(row)).map(|row| (row, self.rows.get(row)))
    }

    /// As others see the rows through `index`; `has_null` if any of it is no row.
    fn through(self, index: Vec<usize>, has_null: bool) -> Self {
        let nulls = (has_null || self.nulls.is_some()).then(|| {
            let mut present = BooleanBufferBuilder::new(index.len());
            index.iter().for_each(|&row| present.append(row != NO_ROW && !self.is_null(row)));
            NullBuffer::new(present.finish())
        });
        Self { rows: Rows::Indexed { values: Box::new(self.rows), index }, nulls }
    }
}

fn offsets32<T: ByteArrayType<Offset = i32>>(
    array: &arrow_array::GenericByteArray<T>,
) -> Result<Rows<'_>, Error> {
    Ok(Rows::Offsets32(Offsets::new(array.value_offsets(), array.value_data())?))
}

fn offsets64<T: ByteArrayType<Offset = i64>>(
    array: &arrow_array::GenericByteArray<T>,
) -> Result<Rows<'_>, Error> {
    Ok(Rows::Offsets64(Offsets::new(array.value_offsets(), array.value_data())?))
}

fn views<T: ByteViewType>(array: &dyn Array) -> Result<Rows<'_>, Error> {
    Ok(Rows::Views(Views::new(array.as_byte_view::<T>(), array.nulls())?))
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &DictionaryArray<K>) -> Result<Column<'_>, Error> {
    let values = Column::new(array.values())?;
    let keys = array.keys();
    if keys.nulls().is_some_and(|nulls| nulls.len() != keys.len()) {
        return Err(Error::broken("its validity has another length"));
    }
    let mut index = Vec::with_capacity(keys.len());
    for (row, key) in keys.values().iter().enumerate() {
        index.push(match key.to_usize() {
            _ if keys.nulls().is_some_and(|nulls| nulls.is_null(row)) => NO_ROW,
            Some(key) if key < values.len() => key,
            _ => return Err(Error::broken_at(row, "a key has no value")),
        });
    }
    Ok(values.through(index, keys.nulls().is_some()))
}

fn runs<R: RunEndIndexType>(array: &RunArray<R>) -> Result<Column<'_>, Error> {
    let values = Column::new(array.values())?;
    let runs = array.run_ends();
    let (mut row, end) = (runs.offset(), runs.offset().saturating_add(runs.len()));
    let mut index = Vec::with_capacity(runs.len());
    let mut before = 0;
    for (run, run_end) in runs.values().iter().enumerate() {
        let Some(run_end) = run_end.to_usize().filter(|&run_end| run_end > before) else {
            return Err(Error::broken("the ends of its runs do not increase"));
        };
        if run >= values.len() {
            return Err(Error::broken("a run has no value"));
        }
        while row < run_end.min(end) {
            index.push(run);
            row += 1;
        }
        before = run_end;
    }
    if row < end {
        return Err(Error::broken("its runs end before its rows do"));
    }
    Ok(values.through(index, false))
}
