//! What is wrong with a column: by rows, and in sum.

use crate::column::Column;
use crate::error::Error;
use arrow_array::builder::{StringDictionaryBuilder, UInt8Builder, UInt64Builder};
use arrow_array::types::Int8Type;
use arrow_array::{Array, BooleanArray, StructArray, UInt64Array};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Fields};
use placemat::policy::{Account, Cause, Change};
use placemat::{Malformed, utf8};
use std::fmt;
use std::sync::Arc;

/// Whether each row is well-formed UTF-8; null where the row is.
///
/// # Examples
/// ```
/// use arrow_array::BinaryArray;
///
/// let column = BinaryArray::from_opt_vec(vec![Some(b"a"), Some(b"\xFF"), None]);
/// let mask = placemat_arrow::is_valid(&column)?;
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [Some(true), Some(false), None]);
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken.
///
/// # Complexity
/// Linear. Values are validated many rows at once; what is repeated in a dictionary or a run, once.
pub fn is_valid(array: &dyn Array) -> Result<BooleanArray, Error> {
    let column = Column::new(array)?;
    Ok(BooleanArray::new(column.rows.bad().complement(), column.nulls))
}

/// How many malformed maximal subparts each row has: as many as U+FFFD would stand for them. Null
/// where the row is.
///
/// # Examples
/// ```
/// let column = arrow_array::BinaryArray::from_vec(vec![b"a", b"\xC0\xAF"]);
/// assert_eq!(placemat_arrow::count_errors(&column)?.values(), &[0, 2]);
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// As [`is_valid`].
///
/// # Complexity
/// That of [`is_valid`], and the length of the rows that are not well-formed.
pub fn count_errors(array: &dyn Array) -> Result<UInt64Array, Error> {
    let column = Column::new(array)?;
    let mut counts = vec![0; column.len()];
    for (row, bytes) in column.bad_rows(&column.rows.bad()) {
        counts[row] = utf8::errors(bytes).count() as u64;
    }
    Ok(UInt64Array::new(counts.into(), column.nulls))
}

/// The first error of each row: a struct of `byte`, its offset in the row (`UInt64`), `length` in
/// bytes (`UInt8`), and `kind`, its name (a dictionary of `Utf8`). Null where the row is
/// well-formed or null.
///
/// # Examples
/// ```
/// use arrow_array::{Array, BinaryArray, cast::AsArray, types::UInt64Type};
///
/// let column = BinaryArray::from_vec(vec![b"fine", b"caf\xE9"]);
/// let errors = placemat_arrow::first_error(&column)?;
/// assert!(errors.is_null(0));
/// assert_eq!(errors.column_by_name("byte").unwrap().as_primitive::<UInt64Type>().value(1), 3);
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// As [`is_valid`].
///
/// # Complexity
/// As [`count_errors`].
pub fn first_error(array: &dyn Array) -> Result<StructArray, Error> {
    let column = Column::new(array)?;
    let bad = column.rows.bad();
    let mut found = BooleanBufferBuilder::new(column.len());
    let mut bytes = UInt64Builder::with_capacity(column.len());
    let mut lengths = UInt8Builder::with_capacity(column.len());
    let mut kinds = StringDictionaryBuilder::<Int8Type>::new();
    for row in 0..column.len() {
        let is_bad = bad.has(row) && !column.is_null(row);
        let error = if is_bad { utf8::errors(column.rows.get(row)).next() } else { None };
        found.append(error.is_some());
        bytes.append_option(error.map(|error| error.offset as u64));
        lengths.append_option(error.map(|error| error.len as u8));
        kinds.append_option(error.map(|error| error.kind.name()));
    }
    let kind = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let fields = Fields::from(vec![
        Field::new("byte", DataType::UInt64, true),
        Field::new("length", DataType::UInt8, true),
        Field::new("kind", kind, true),
    ]);
    let columns: Vec<arrow_array::ArrayRef> =
        vec![Arc::new(bytes.finish()), Arc::new(lengths.finish()), Arc::new(kinds.finish())];
    Ok(StructArray::try_new(fields, columns, Some(NullBuffer::new(found.finish())))?)
}

/// A row that is not well-formed, and its first error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRow {
    /// The row, from 0.
    pub row: usize,
    /// Its first error; the offset counts from the start of the row.
    pub malformed: Malformed,
}

impl fmt::Display for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.malformed)
    }
}

impl std::error::Error for InvalidRow {}

/// Whether an array that says it is text is text, as far as it can be read: rows that are null
/// count as well, as nothing keeps the string under one from being read. `None`: it is.
///
/// Some other system may have marked an array as `Utf8` without a look; to read such a string is
/// undefined behaviour in Rust. Any array that this crate takes can be asked about.
///
/// # Examples
/// ```
/// use arrow_array::BinaryArray;
///
/// let column = BinaryArray::from_vec(vec![b"a", b"b\xFF"]);
/// let found = placemat_arrow::validate_strings(&column)?.unwrap();
/// assert_eq!(found.to_string(), "row 1: byte that is never valid at offset 1");
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// As [`is_valid`].
///
/// # Complexity
/// As [`is_valid`].
pub fn validate_strings(array: &dyn Array) -> Result<Option<InvalidRow>, Error> {
    let column = Column::new(array)?;
    let first = column.rows.bad().iter().next();
    first
        .map(|row| {
            // None for a view under a null that lies in no buffer.
            let malformed = utf8::errors(column.rows.get(row)).next();
            let malformed = malformed.ok_or(Error::broken_at(row, "a view lies in no buffer"))?;
            Ok(InvalidRow { row, malformed })
        })
        .transpose()
}

/// What is wrong with a column that comes in chunks: rows, bytes and errors by kind, in sum.
///
/// # Examples
/// ```
/// use arrow_array::BinaryArray;
/// use placemat::MalformedKind;
/// use placemat_arrow::Survey;
///
/// let mut survey = Survey::default();
/// for chunk in [vec![&b"a"[..], b"\xFFb"], vec![b"c\xFE\xFF"]] {
///     survey.add(&BinaryArray::from_vec(chunk))?;
/// }
/// assert_eq!((survey.rows, survey.invalid_rows, survey.first_invalid), (3, 2, Some(1)));
/// assert_eq!(survey.errors.of_kind(MalformedKind::NeverValid), 3);
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// How many rows there were.
    pub rows: u64,
    /// How many of them were null.
    pub nulls: u64,
    /// How many bytes the others have.
    pub bytes: u64,
    /// How many rows are not well-formed.
    pub invalid_rows: u64,
    /// The first of those, from 0.
    pub first_invalid: Option<u64>,
    /// The errors, as maximal subparts.
    pub errors: Account,
}

impl Survey {
    /// Adds the next chunk.
    ///
    /// # Errors
    /// As [`is_valid`].
    ///
    /// # Complexity
    /// As [`count_errors`].
    pub fn add(&mut self, chunk: &dyn Array) -> Result<(), Error> {
        let column = Column::new(chunk)?;
        self.bytes += column.present().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        for (row, bytes) in column.bad_rows(&column.rows.bad()) {
            self.invalid_rows += 1;
            self.first_invalid.get_or_insert(self.rows + row as u64);
            for error in utf8::errors(bytes) {
                self.errors.add(&Change {
                    offset: error.offset as u64,
                    len: error.len,
                    output_offset: error.offset as u64,
                    output_len: error.len,
                    cause: Cause::Malformed(error.kind),
                });
            }
        }
        self.nulls += column.nulls.as_ref().map_or(0, |nulls| nulls.null_count() as u64);
        self.rows += column.len() as u64;
        Ok(())
    }
}
