//! Columns that are clean are not copied: their buffers come out where they went in.

use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, Int8Type, StringViewType};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray, Int8Array,
    LargeBinaryArray, RunArray,
};
use placemat::Policy;
use placemat_arrow::{make_valid, null_invalid, quarantine};
use std::sync::Arc;

const ROWS: [&[u8]; 3] = [b"a row that is too long for a view", b"", "naïve".as_bytes()];

#[test]
fn offsets_and_values() {
    let column = BinaryArray::from_vec(ROWS.to_vec()).slice(1, 2);
    for array in
        [make_valid(&column, Policy::Replace).unwrap().array, null_invalid(&column).unwrap()]
    {
        let text = array.as_string::<i32>();
        assert_eq!(text.values().as_ptr(), column.values().as_ptr());
        assert_eq!(
            text.offsets().inner().inner().as_ptr(),
            column.offsets().inner().inner().as_ptr()
        );
        assert_eq!(text.value(1), "naïve");
    }
    let column = LargeBinaryArray::from_vec(ROWS.to_vec());
    let array = make_valid(&column, Policy::Replace).unwrap().array;
    assert_eq!(array.as_string::<i64>().values().as_ptr(), column.values().as_ptr());
}

#[test]
fn views() {
    let column = BinaryViewArray::from_iter_values(ROWS);
    let array = make_valid(&column, Policy::Replace).unwrap().array;
    let text = array.as_byte_view::<StringViewType>();
    assert_eq!(text.views().inner().as_ptr(), column.views().inner().as_ptr());
    assert_eq!(text.data_buffers()[0].as_ptr(), column.data_buffers()[0].as_ptr());
}

#[test]
fn views_of_clean_rows_stay_where_they_are() {
    let column = BinaryViewArray::from_iter_values([ROWS[0], b"\xFF and more than twelve bytes"]);
    for (array, buffers) in [
        (make_valid(&column, Policy::Replace).unwrap().array, 2),
        (null_invalid(&column).unwrap(), 1),
    ] {
        let text = array.as_byte_view::<StringViewType>();
        assert_eq!(text.views()[0], column.views()[0]);
        assert_eq!(text.data_buffers().len(), buffers);
        assert_eq!(text.data_buffers()[0].as_ptr(), column.data_buffers()[0].as_ptr());
    }
    let bad = quarantine(&column).unwrap().bad;
    let bad = bad.as_byte_view::<BinaryViewType>();
    assert_eq!(bad.data_buffers()[0].as_ptr(), column.data_buffers()[0].as_ptr());
}

#[test]
fn values_of_one_width() {
    let column = FixedSizeBinaryArray::try_from_iter([b"ab", b"cd"].into_iter()).unwrap();
    let array = make_valid(&column, Policy::Replace).unwrap().array;
    assert_eq!(array.as_string::<i32>().values().as_ptr(), column.values().as_ptr());
}

#[test]
fn values_of_dictionaries_and_runs() {
    let values = Arc::new(BinaryArray::from_vec(ROWS.to_vec()));
    let column = DictionaryArray::new(Int8Array::from(vec![0, 2, 2, 1]), values.clone());
    let array = make_valid(&column, Policy::Replace).unwrap().array;
    let text = array.as_dictionary::<Int8Type>();
    assert_eq!(text.keys().values().inner().as_ptr(), column.keys().values().inner().as_ptr());
    assert_eq!(text.values().as_string::<i32>().values().as_ptr(), values.values().as_ptr());

    let ends = arrow_array::Int32Array::from(vec![2, 3, 7]);
    let column = RunArray::try_new(&ends, &*values).unwrap().slice(1, 4);
    let array = make_valid(&column, Policy::Replace).unwrap().array;
    let text = array.as_any().downcast_ref::<RunArray<arrow_array::types::Int32Type>>().unwrap();
    assert_eq!(text.len(), 4);
    assert_eq!(
        text.run_ends().inner().inner().as_ptr(),
        column.run_ends().inner().inner().as_ptr()
    );
    assert_eq!(text.values().as_string::<i32>().values().as_ptr(), values.values().as_ptr());
}
