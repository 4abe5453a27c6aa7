//! Arrays from outside.

use crate::column::Column;
use crate::error::Error;
use crate::nested;
use arrow_array::{ArrayRef, make_array};
use arrow_data::ArrayData;

/// `data` as an array, after a look at its structure: buffers that are long enough, offsets in
/// order and within bounds, views within their buffers, keys that have a value. Text need not be
/// well-formed: that is what the rest of this crate is for.
///
/// Columns that hold no text are checked as far as Arrow does without reading all of it.
///
/// # Errors
/// If the structure is broken.
///
/// # Complexity
/// Linear in the rows. The text is not read.
pub fn import(data: ArrayData) -> Result<ArrayRef, Error> {
    // An empty slice may begin anywhere in values that did not come along.
    let data = if data.is_empty() { ArrayData::new_empty(data.data_type()) } else { data };
    check(&data)?;
    let array = make_array(data);
    nested::each_leaf(&array, &mut |_, leaf| match Column::new(leaf) {
        Ok(_) | Err(Error::NotText(_)) => Ok(()),
        Err(broken) => Err(broken),
    })?;
    Ok(array)
}

fn check(data: &ArrayData) -> Result<(), Error> {
    data.validate()?;
    data.child_data().iter().try_for_each(check)
}
