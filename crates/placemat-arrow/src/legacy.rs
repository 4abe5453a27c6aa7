//! Columns in other encodings than UTF-8.

use crate::column::Column;
use crate::error::Error;
use arrow_array::types::{ByteArrayType, GenericStringType};
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use placemat::encoding::Label;
use placemat::encoding::single_byte::{latin1, windows_1252};
use placemat::{Policy, Status, Transcoder, ascii};
use placemat_detect::{Hints, Judge, Verdict};
use std::sync::Arc;

/// `array`, whose rows are text in the encoding `from`, as `Utf8`; as `LargeUtf8` if its own
/// offsets have 64 bits. Every row is a text of its own; where the label leaves the byte order open,
/// each row may state its own.
///
/// # Examples
/// ```
/// use arrow_array::{BinaryArray, cast::AsArray};
/// use placemat::{Policy, encoding::Label};
///
/// let column = BinaryArray::from_vec(vec![b"\xED\xA0\xBD\xED\xB8\x80"]);
/// let text = placemat_arrow::convert(&column, Label::Cesu8, Policy::Strict)?;
/// assert_eq!(text.as_string::<i32>().value(0), "😀");
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken; if the policy makes no sense; the first row that is
/// malformed, under [`Policy::Strict`]; if the result is too long for its offsets.
///
/// # Complexity
/// Linear; a call of the converter for each row.
pub fn convert(array: &dyn Array, from: Label, policy: Policy) -> Result<ArrayRef, Error> {
    let reading = |from| Transcoder::new(from, Label::Utf8, policy);
    let (mut current, mut transcoder) = (from, reading(from)?);
    each_row(array, |bytes, row, out| {
        let stated = from.for_reading(bytes, true).filter(|_| from.needs_signature());
        let (label, signature) = stated.unwrap_or((from, 0));
        if label != current {
            (current, transcoder) = (label, reading(label)?);
        }
        let base = transcoder.offset();
        append(&mut transcoder, &bytes[signature..], out)
            .map_err(|error| Error::Text { row, error: in_row(error, base, signature) })
    })
}

/// `array`, whose rows are in Windows-1252, as [`convert`] types it. No byte is malformed in it:
/// the five that are undefined become C1 controls, as in the Encoding Standard.
///
/// # Examples
/// ```
/// use arrow_array::{BinaryArray, cast::AsArray};
///
/// let text = placemat_arrow::from_windows_1252(&BinaryArray::from_vec(vec![b"caf\xE9 \x80"]))?;
/// assert_eq!(text.as_string::<i32>().value(0), "café €");
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken; if the result is too long for its offsets.
pub fn from_windows_1252(array: &dyn Array) -> Result<ArrayRef, Error> {
    single_byte(array, windows_1252)
}

/// `array`, whose rows are in ISO-8859-1, as [`convert`] types it.
///
/// # Errors
/// As [`from_windows_1252`].
pub fn from_latin1(array: &dyn Array) -> Result<ArrayRef, Error> {
    single_byte(array, latin1)
}

fn single_byte(array: &dyn Array, read: fn(u8) -> char) -> Result<ArrayRef, Error> {
    each_row(array, |row, _, out| {
        if ascii::is_ascii(row) {
            out.extend_from_slice(row);
        } else {
            let mut utf8 = [0; 4];
            row.iter().for_each(|&byte| out.extend(read(byte).encode_utf8(&mut utf8).bytes()));
        }
        Ok(())
    })
}

/// What `write` appends for each row that is not null, as strings.
fn each_row(
    array: &dyn Array,
    write: impl FnMut(&[u8], usize, &mut Vec<u8>) -> Result<(), Error>,
) -> Result<ArrayRef, Error> {
    match array.data_type() {
        DataType::LargeBinary | DataType::LargeUtf8 => Ok(Arc::new(strings::<i64>(array, write)?)),
        _ => Ok(Arc::new(strings::<i32>(array, write)?)),
    }
}

fn strings<O: OffsetSizeTrait>(
    array: &dyn Array,
    mut write: impl FnMut(&[u8], usize, &mut Vec<u8>) -> Result<(), Error>,
) -> Result<GenericStringArray<O>, Error>
where
    GenericStringType<O>: ByteArrayType<Offset = O>,
{
    let column = Column::new(array)?;
    let mut values = Vec::new();
    let mut offsets = vec![O::zero()];
    for row in 0..column.len() {
        if !column.is_null(row) {
            write(column.rows.get(row), row, &mut values)?;
        }
        offsets.push(O::from_usize(values.len()).ok_or(Error::TooLong)?);
    }
    let offsets = OffsetBuffer::new(offsets.into());
    Ok(GenericStringArray::try_new(offsets, values.into(), column.nulls)?)
}

fn append(
    transcoder: &mut Transcoder,
    mut row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), placemat::Error<u64>> {
    loop {
        let end = out.len();
        out.resize(end + 2 * row.len() + Transcoder::MIN_ROOM, 0);
        let progress = transcoder.push(row, &mut out[end..], true);
        out.truncate(end + progress.written);
        row = &row[progress.read..];
        match (progress.status, progress.status.error()) {
            (_, Some(error)) => return Err(error),
            (Status::InputEmpty, _) => return Ok(()),
            _ => {}
        }
    }
}

/// An error of the stream of all rows, seen from the start of its row, which has a signature of so many bytes.
fn in_row(error: placemat::Error<u64>, base: u64, signature: usize) -> placemat::Error {
    use placemat::{Malformed, Unmappable};
    let in_row = |offset: u64| (offset - base) as usize + signature;
    match error {
        placemat::Error::Malformed(Malformed { offset, len, kind }) => {
            Malformed { offset: in_row(offset), len, kind }.into()
        }
        placemat::Error::Unmappable(Unmappable { offset, len, code_point }) => {
            Unmappable { offset: in_row(offset), len, code_point }.into()
        }
        other => unreachable!("a push has no other error: {other:?}"),
    }
}

/// Finds out which encoding a column of bytes is in, from all chunks together: rows are judged as
/// lines of one text.
///
/// # Examples
/// ```
/// use arrow_array::BinaryArray;
/// use placemat_arrow::Detector;
/// use placemat_detect::Hints;
///
/// let mut detector = Detector::new();
/// detector.add(&BinaryArray::from_vec(vec!["naïve".as_bytes(), "café".as_bytes()]))?;
/// assert_eq!(detector.finish(&Hints::default()).encoding, Some("utf-8"));
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Detector(Judge);

impl Detector {
    /// One that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next chunk.
    ///
    /// # Errors
    /// If the array is of another type, or broken.
    ///
    /// # Complexity
    /// Linear; what is judged in depth is an excerpt.
    pub fn add(&mut self, chunk: &dyn Array) -> Result<(), Error> {
        let mut lines = Vec::new();
        for (_, row) in Column::new(chunk)?.present() {
            lines.extend_from_slice(row);
            lines.push(b'\n');
            if lines.len() >= 1 << 16 {
                self.0.push(&lines);
                lines.clear();
            }
        }
        self.0.push(&lines);
        Ok(())
    }

    /// What all chunks together say.
    #[must_use]
    pub fn finish(self, hints: &Hints<'_>) -> Verdict {
        self.0.finish(hints)
    }
}
