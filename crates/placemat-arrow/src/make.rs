//! Columns made well-formed.

use crate::bits::Bits;
use crate::column::Column;
use crate::error::Error;
use crate::rebuild;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type,
    RunEndIndexType, StringViewType, Utf8Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, FixedSizeBinaryArray, GenericBinaryArray, GenericByteArray,
    GenericByteViewArray, GenericStringArray, RunArray, StringArray, StringViewArray,
    downcast_run_array, make_array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use placemat::policy::Account;
use placemat::{Policy, utf8};
use std::sync::Arc;

/// A column that is text now, and what it took. Made by [`make_valid`].
#[derive(Clone, Debug)]
pub struct Mended {
    /// The column, typed as text.
    pub array: ArrayRef,
    /// How many rows were changed; of a dictionary or of runs, how many values.
    pub rows: usize,
    /// The errors that were in them.
    pub errors: Account,
}

/// `array` as text: what is malformed becomes what `policy` says.
///
/// A clean column is the same buffers with another type: nothing is copied. In any other, rows
/// that are well-formed are copied as they are. `Binary` becomes `Utf8`, `LargeBinary` becomes
/// `LargeUtf8`, `BinaryView` becomes `Utf8View`, `FixedSizeBinary` becomes `Utf8`; dictionaries and
/// runs have their values mended, and keep their keys. Of what is malformed under a null nothing is left.
///
/// # Examples
/// ```
/// use arrow_array::{BinaryArray, cast::AsArray};
/// use placemat::Policy;
///
/// let column = BinaryArray::from_vec(vec![b"fine", b"caf\xE9"]);
/// let mended = placemat_arrow::make_valid(&column, Policy::Replace)?;
/// assert_eq!(mended.array.as_string::<i32>().value(1), "caf\u{FFFD}");
/// assert_eq!((mended.rows, mended.errors.malformed()), (1, 1));
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken; if the policy changes nothing or makes no sense for
/// UTF-8; if the result is too long for its offsets.
///
/// # Complexity
/// Linear. Allocates nothing for a clean column, but for the offsets of `FixedSizeBinary`.
pub fn make_valid(array: &dyn Array, policy: Policy) -> Result<Mended, Error> {
    utf8::repair(b"", policy)?;
    let mut mender = rebuild::Mender::new(policy)?;
    let array = mend(array, &mut Purpose::Mend(&mut mender))?;
    let (rows, errors) = mender.finish();
    Ok(Mended { array, rows, errors })
}

/// `array` as text, with null for each row that is not well-formed.
///
/// # Examples
/// ```
/// use arrow_array::{Array, BinaryArray};
///
/// let column = BinaryArray::from_vec(vec![b"fine", b"caf\xE9"]);
/// let text = placemat_arrow::null_invalid(&column)?;
/// assert!(text.is_valid(0) && text.is_null(1));
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken.
///
/// # Complexity
/// As [`make_valid`]. Nothing of views is copied but the views.
pub fn null_invalid(array: &dyn Array) -> Result<ArrayRef, Error> {
    mend(array, &mut Purpose::Null)
}

/// A column taken apart: each row stands in one of the two, at its place, and is null in the other.
/// Made by [`quarantine()`].
#[derive(Clone, Debug)]
pub struct Quarantine {
    /// The rows that are well-formed, typed as text.
    pub good: ArrayRef,
    /// The rows that are not, as bytes.
    pub bad: ArrayRef,
}

/// The rows of `array` that are well-formed, and those that are not.
///
/// # Examples
/// ```
/// use arrow_array::{Array, BinaryArray, cast::AsArray};
///
/// let column = BinaryArray::from_vec(vec![b"fine", b"caf\xE9"]);
/// let parts = placemat_arrow::quarantine(&column)?;
/// assert_eq!(parts.good.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("fine"), None]);
/// assert_eq!(parts.bad.as_binary::<i32>().iter().collect::<Vec<_>>(), [None, Some(&b"caf\xE9"[..])]);
/// # Ok::<(), placemat_arrow::Error>(())
/// ```
///
/// # Errors
/// If the array is of another type, or broken.
///
/// # Complexity
/// That of [`null_invalid`]. The second array shares its bytes with `array`.
pub fn quarantine(array: &dyn Array) -> Result<Quarantine, Error> {
    Ok(Quarantine { good: null_invalid(array)?, bad: mend(array, &mut Purpose::KeepBad)? })
}

/// What becomes of the rows.
enum Purpose<'a> {
    /// Malformed ones are mended.
    Mend(&'a mut rebuild::Mender),
    /// Malformed ones become null.
    Null,
    /// Those that are not malformed become null, and the type stays bytes.
    KeepBad,
}

fn mend(array: &dyn Array, purpose: &mut Purpose<'_>) -> Result<ArrayRef, Error> {
    match array.data_type() {
        DataType::Dictionary(..) => {
            // Keys that lead nowhere are refused.
            Column::new(array)?;
            let array = array.as_any_dictionary();
            Ok(array.with_values(mend(array.values(), purpose)?))
        }
        DataType::RunEndEncoded(..) => {
            Column::new(array)?;
            downcast_run_array!(
                array => runs(array, purpose),
                other => Err(Error::NotText(other.clone()))
            )
        }
        _ => plain(array, purpose),
    }
}

/// The same runs of values that are mended.
fn runs<R: RunEndIndexType>(
    array: &RunArray<R>,
    purpose: &mut Purpose<'_>,
) -> Result<ArrayRef, Error> {
    let values = mend(array.values(), purpose)?;
    let DataType::RunEndEncoded(ends, field) = array.data_type() else {
        unreachable!("run arrays have no other type")
    };
    let field = field.as_ref().clone().with_data_type(values.data_type().clone());
    let field = field.with_nullable(true);
    let data = array.to_data();
    let run_ends = data.child_data()[0].clone();
    let builder = data
        .into_builder()
        .data_type(DataType::RunEndEncoded(ends.clone(), Arc::new(field)))
        .child_data(vec![run_ends, values.to_data()]);
    Ok(make_array(builder.build()?))
}

fn plain(array: &dyn Array, purpose: &mut Purpose<'_>) -> Result<ArrayRef, Error> {
    let column = Column::new(array)?;
    let bad = column.rows.bad();
    if let Purpose::KeepBad = purpose {
        return bad_only(array, &column, &bad);
    }
    match array.data_type() {
        DataType::Binary => bytes(array.as_bytes::<BinaryType>(), &column, &bad, purpose),
        DataType::Utf8 => bytes(array.as_bytes::<Utf8Type>(), &column, &bad, purpose),
        DataType::LargeBinary => bytes(array.as_bytes::<LargeBinaryType>(), &column, &bad, purpose),
        DataType::LargeUtf8 => bytes(array.as_bytes::<LargeUtf8Type>(), &column, &bad, purpose),
        DataType::BinaryView => {
            views(array.as_byte_view::<BinaryViewType>(), &column, &bad, purpose)
        }
        DataType::Utf8View => views(array.as_byte_view::<StringViewType>(), &column, &bad, purpose),
        DataType::FixedSizeBinary(width) => {
            fixed(array.as_fixed_size_binary(), *width, &column, &bad, purpose)
        }
        other => Err(Error::NotText(other.clone())),
    }
}

fn bytes<T: ByteArrayType>(
    array: &GenericByteArray<T>,
    column: &Column<'_>,
    bad: &Bits,
    purpose: &mut Purpose<'_>,
) -> Result<ArrayRef, Error> {
    let nulls = nulls(column, bad, purpose);
    let (offsets, values) = (array.offsets().clone(), array.values().clone());
    // Strings that are empty may lie anywhere, but Arrow wants them between sequences.
    let nothing = offsets.first() == offsets.last() && !values.is_empty();
    if bad.any() || nothing {
        return rebuild::strings::<T::Offset>(column, bad, nulls, mender(purpose));
    }
    // SAFETY: they are those of `column`, so offsets rise within the values; no row is bad, null or
    // not; there is a bit for each row.
    let text = unsafe { GenericStringArray::<T::Offset>::new_unchecked(offsets, values, nulls) };
    Ok(Arc::new(text))
}

fn fixed(
    array: &FixedSizeBinaryArray,
    width: i32,
    column: &Column<'_>,
    bad: &Bits,
    purpose: &mut Purpose<'_>,
) -> Result<ArrayRef, Error> {
    let nulls = nulls(column, bad, purpose);
    if bad.any() {
        return rebuild::strings::<i32>(column, bad, nulls, mender(purpose));
    }
    let end = |row| i32::try_from(row).ok().and_then(|row| width.checked_mul(row));
    end(array.len()).ok_or(Error::TooLong)?;
    let offsets: Vec<i32> = (0..=array.len()).filter_map(end).collect();
    let (_, values, _) = array.clone().into_parts();
    let offsets = OffsetBuffer::new(offsets.into());
    // SAFETY: the rows of `column`, one behind the other; no row is bad, null or not; there is a
    // bit for each row.
    Ok(Arc::new(unsafe { StringArray::new_unchecked(offsets, values, nulls) }))
}

fn views<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    column: &Column<'_>,
    bad: &Bits,
    purpose: &mut Purpose<'_>,
) -> Result<ArrayRef, Error> {
    let nulls = nulls(column, bad, purpose);
    let (mut views, mut buffers) =
        (array.views().clone(), Arc::<[Buffer]>::from(array.data_buffers()));
    if bad.any() {
        (views, buffers) = rebuild::views(&views, &buffers, column, bad, mender(purpose))?;
    }
    // SAFETY: views of `column` that are not bad, null or not, lie within their buffers and show
    // text; all others have been replaced by views of text. There is a bit for each row.
    Ok(Arc::new(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) }))
}

/// What is null in the result.
fn nulls(column: &Column<'_>, bad: &Bits, purpose: &Purpose<'_>) -> Option<NullBuffer> {
    match purpose {
        Purpose::Null if bad.any() => {
            let good = NullBuffer::new(bad.complement());
            NullBuffer::union(column.nulls.as_ref(), Some(&good))
        }
        _ => column.nulls.clone(),
    }
}

fn mender<'a>(purpose: &'a mut Purpose<'_>) -> Option<&'a mut rebuild::Mender> {
    match purpose {
        Purpose::Mend(mender) => Some(mender),
        _ => None,
    }
}

/// The rows of `bad` as bytes, all others null.
fn bad_only(array: &dyn Array, column: &Column<'_>, bad: &Bits) -> Result<ArrayRef, Error> {
    let bad_rows = NullBuffer::new(bad.buffer());
    let nulls = NullBuffer::union(column.nulls.as_ref(), Some(&bad_rows));
    match array.data_type() {
        DataType::Binary => binary(array.as_bytes::<BinaryType>(), nulls),
        DataType::Utf8 => binary(array.as_bytes::<Utf8Type>(), nulls),
        DataType::LargeBinary => binary(array.as_bytes::<LargeBinaryType>(), nulls),
        DataType::LargeUtf8 => binary(array.as_bytes::<LargeUtf8Type>(), nulls),
        DataType::BinaryView => binary_views(array.as_byte_view::<BinaryViewType>(), nulls),
        DataType::Utf8View => binary_views(array.as_byte_view::<StringViewType>(), nulls),
        DataType::FixedSizeBinary(width) => {
            let (_, values, _) = array.as_fixed_size_binary().clone().into_parts();
            let len = array.len();
            let array = FixedSizeBinaryArray::try_new_with_len(*width, values, nulls, len)?;
            Ok(Arc::new(array))
        }
        other => Err(Error::NotText(other.clone())),
    }
}

/// The same bytes, not typed as text.
fn binary<T: ByteArrayType>(
    array: &GenericByteArray<T>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, Error> {
    let (offsets, values, _) = array.clone().into_parts();
    Ok(Arc::new(GenericBinaryArray::<T::Offset>::try_new(offsets, values, nulls)?))
}

/// The same; views of what is null may lie anywhere, and go.
fn binary_views<T: ByteViewType + ?Sized>(
    array: &GenericByteViewArray<T>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, Error> {
    let (views, buffers, _) = array.clone().into_parts();
    let is_null = |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
    let views = views.iter().enumerate().map(|(row, &view)| if is_null(row) { 0 } else { view });
    let views: ScalarBuffer<u128> = views.collect();
    Ok(Arc::new(BinaryViewArray::try_new(views, buffers, nulls)?))
}
