//! Columns of text inside lists, structs and maps.
//!
//! A *leaf* is an array that is no list, struct or map; its path names the fields that lead to it.
//!
//! ```
//! use arrow_array::{ArrayRef, BinaryArray, StructArray, cast::AsArray};
//! use placemat::Policy;
//! use placemat_arrow::{Error, make_valid, nested};
//! use std::sync::Arc;
//!
//! let names: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"caf\xE9"]));
//! let people: ArrayRef = Arc::new(StructArray::try_from(vec![("name", names)])?);
//! let mended = nested::map(&people, &mut |_path, leaf| match make_valid(leaf, Policy::Latin1) {
//!     Ok(mended) => Ok(Some(mended.array)),
//!     Err(Error::NotText(_)) => Ok(None),
//!     Err(error) => Err(error),
//! })?;
//! assert_eq!(mended.as_struct().column(0).as_string::<i32>().value(0), "café");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::Error;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, GenericListArray, MapArray, OffsetSizeTrait, StructArray,
};
use arrow_schema::{DataType, Field, FieldRef};
use std::sync::Arc;

/// What is called with the path of each leaf, and the leaf.
pub type Visit<'v> = &'v mut dyn FnMut(&[&str], &dyn Array) -> Result<(), Error>;

/// What makes another array of each leaf, or leaves it as it is.
pub type Map<'m> = &'m mut dyn FnMut(&[&str], &dyn Array) -> Result<Option<ArrayRef>, Error>;

/// Calls `visit` with each leaf of `array` and its path, in order. Of lists that are sliced, only
/// the part that the slice shows is visited.
///
/// # Errors
/// The first of `visit`; a list whose offsets reach beyond its values.
pub fn each_leaf(array: &dyn Array, visit: Visit<'_>) -> Result<(), Error> {
    walk(array, &mut Vec::new(), visit)
}

fn walk<'a>(array: &'a dyn Array, path: &mut Vec<&'a str>, visit: Visit<'_>) -> Result<(), Error> {
    match array.data_type() {
        DataType::Struct(fields) => {
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                path.push(field.name());
                walk(column, path, visit)?;
                path.pop();
            }
            Ok(())
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            part(list.values(), list.value_offsets(), path, visit)
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            part(list.values(), list.value_offsets(), path, visit)
        }
        DataType::FixedSizeList(..) => walk(array.as_fixed_size_list().values(), path, visit),
        DataType::Map(..) => {
            let map = array.as_map();
            part(map.entries(), map.value_offsets(), path, visit)
        }
        _ => visit(path, array),
    }
}

/// Walks the part of `values` that `offsets` show.
fn part<O: OffsetSizeTrait>(
    values: &dyn Array,
    offsets: &[O],
    path: &[&str],
    visit: Visit<'_>,
) -> Result<(), Error> {
    let (first, last) = match (offsets.first(), offsets.last()) {
        (Some(first), Some(last)) if O::zero() <= *first => (first.as_usize(), last.as_usize()),
        _ => return Err(Error::broken("an offset of a list is negative")),
    };
    if !offsets.is_sorted() || last > values.len() {
        return Err(Error::broken(
            "an offset of a list is less than the one before, or lies beyond its values",
        ));
    }
    walk(&values.slice(first, last - first), &mut path.to_vec(), visit)
}

/// What `map` makes of each leaf, in the same lists, structs and maps; `None` leaves a leaf as it
/// is. If nothing changes, it is the same array.
///
/// All values of a list are mapped, also those that a slice of it does not show.
///
/// # Errors
/// The first of `map`; what Arrow refuses, as a leaf that has another number of rows.
pub fn map(array: &ArrayRef, map: Map<'_>) -> Result<ArrayRef, Error> {
    Ok(rebuilt(array, &mut Vec::new(), map)?.unwrap_or_else(|| Arc::clone(array)))
}
fn rebuilt<'a>(
    array: &'a dyn Array,
    path: &mut Vec<&'a str>,
    map: Map<'_>,
) -> Result<Option<ArrayRef>, Error> {
    match array.data_type() {
        DataType::Struct(_) => {
            let array = structure(array.as_struct(), path, map)?;
            Ok(array.map(|array| Arc::new(array) as ArrayRef))
        }
        DataType::List(field) => list(array.as_list::<i32>(), field, path, map),
        DataType::LargeList(field) => list(array.as_list::<i64>(), field, path, map),
        DataType::FixedSizeList(field, size) => {
            let list = array.as_fixed_size_list();
            let Some(values) = rebuilt(list.values(), path, map)? else { return Ok(None) };
            let (field, nulls) = (retyped(field, &values), list.nulls().cloned());
            Ok(Some(Arc::new(FixedSizeListArray::try_new(field, *size, values, nulls)?)))
        }
        DataType::Map(field, ordered) => {
            let array = array.as_map();
            let Some(entries) = structure(array.entries(), path, map)? else { return Ok(None) };
            let field = field.as_ref().clone().with_data_type(entries.data_type().clone());
            let (offsets, nulls) = (array.offsets().clone(), array.nulls().cloned());
            let array = MapArray::try_new(Arc::new(field), offsets, entries, nulls, *ordered)?;
            Ok(Some(Arc::new(array)))
        }
        _ => map(path, array),
    }
}

fn list<'a, O: OffsetSizeTrait>(
    list: &'a GenericListArray<O>,
    field: &FieldRef,
    path: &mut Vec<&'a str>,
    map: Map<'_>,
) -> Result<Option<ArrayRef>, Error> {
    let Some(values) = rebuilt(list.values(), path, map)? else { return Ok(None) };
    let (offsets, nulls) = (list.offsets().clone(), list.nulls().cloned());
    let field = retyped(field, &values);
    Ok(Some(Arc::new(GenericListArray::try_new(field, offsets, values, nulls)?)))
}

fn structure<'a>(
    array: &'a StructArray,
    path: &mut Vec<&'a str>,
    map: Map<'_>,
) -> Result<Option<StructArray>, Error> {
    let mut columns = array.columns().to_vec();
    let mut fields = array.fields().to_vec();
    let mut changed = false;
    for (at, column) in array.columns().iter().enumerate() {
        path.push(array.fields()[at].name());
        if let Some(column) = rebuilt(column, path, map)? {
            (fields[at], changed) = (retyped(&fields[at], &column), true);
            columns[at] = column;
        }
        path.pop();
    }
    let len = array.len();
    let rebuild =
        || StructArray::try_new_with_length(fields.into(), columns, array.nulls().cloned(), len);
    Ok(if changed { Some(rebuild()?) } else { None })
}

/// The field of the new column, which may have nulls where there were none.
fn retyped(field: &FieldRef, column: &ArrayRef) -> FieldRef {
    let nullable = field.is_nullable() || column.logical_null_count() > 0;
    let field = Field::clone(field).with_data_type(column.data_type().clone());
    Arc::new(field.with_nullable(nullable))
}
