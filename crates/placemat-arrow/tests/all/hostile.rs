//! Arrays whose buffers contradict each other are errors, and nothing is read out of bounds.

use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int8Array, ListArray, RunArray,
    StringArray, make_array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, RunEndBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use placemat::{Policy, encoding::Label};
use placemat_arrow::{
    Detector, Error, Survey, convert, count_errors, first_error, import, is_valid, make_valid,
    null_invalid, quarantine, validate_strings,
};
use std::sync::Arc;

/// Every entry says that `array` is broken.
fn refused(array: &dyn Array) {
    fn broken<T>(result: Result<T, Error>) {
        assert!(matches!(result, Err(Error::Broken { .. })), "{:?}", result.err());
    }
    broken(is_valid(array));
    broken(count_errors(array));
    broken(first_error(array));
    broken(make_valid(array, Policy::Replace));
    broken(null_invalid(array));
    broken(quarantine(array));
    broken(validate_strings(array));
    broken(convert(array, Label::Latin1, Policy::Strict));
    broken(Survey::default().add(array));
    broken(Detector::new().add(array));
}

fn offsets(offsets: &[i32]) -> OffsetBuffer<i32> {
    // SAFETY: none of it holds: that is the point.
    unsafe { OffsetBuffer::new_unchecked(ScalarBuffer::from(offsets.to_vec())) }
}

#[test]
fn offsets_that_lie() {
    for bad in [&[0, 5][..], &[-1, 2], &[0, 3, 2], &[3, 1], &[i32::MIN, i32::MAX], &[0, -1, 2]] {
        // SAFETY: none of it holds.
        refused(&unsafe { BinaryArray::new_unchecked(offsets(bad), Buffer::from(b"abcd"), None) });
        // SAFETY: none of it holds.
        refused(&unsafe { StringArray::new_unchecked(offsets(bad), Buffer::from(b"abcd"), None) });
    }
}

#[test]
fn validity_of_another_length() {
    for len in [1, 3] {
        let nulls = Some(NullBuffer::from(vec![false; len]));
        // SAFETY: there are two rows.
        refused(&unsafe {
            BinaryArray::new_unchecked(offsets(&[0, 1, 2]), Buffer::from(b"abcd"), nulls)
        });
    }
}

#[test]
fn views_into_nothing() {
    let view = |len: u32, prefix: &[u8; 4], buffer: u32, offset: u32| {
        u128::from(len)
            | u128::from(u32::from_le_bytes(*prefix)) << 32
            | u128::from(buffer) << 64
            | u128::from(offset) << 96
    };
    let bytes = Buffer::from(b"0123456789abcdef");
    for bad in [
        view(13, b"0123", 1, 0),
        view(13, b"4567", 0, 4),
        view(17, b"0123", 0, 0),
        view(u32::MAX, b"0123", 0, 0),
        view(13, b"0123", 0, u32::MAX),
        view(13, b"0123", u32::MAX, 0),
        view(13, b"9999", 0, 0),
    ] {
        let array = |nulls| {
            // SAFETY: the view lies in no buffer.
            unsafe { BinaryViewArray::new_unchecked(vec![bad].into(), vec![bytes.clone()], nulls) }
        };
        refused(&array(None));
        // Under a null it does not count, and goes.
        let null = array(Some(NullBuffer::new_null(1)));
        let text = make_valid(&null, Policy::Replace).unwrap().array;
        text.to_data().validate_full().unwrap();
        assert!(validate_strings(&null).is_err());
        quarantine(&null).unwrap().bad.to_data().validate_full().unwrap();
    }
}

#[test]
fn keys_without_a_value() {
    let values: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a"]));
    for key in [-1, 1, 127] {
        let keys = Int8Array::from(vec![Some(0), Some(key)]);
        // SAFETY: a key has no value.
        refused(&unsafe { DictionaryArray::<Int8Type>::new_unchecked(keys, values.clone()) });
    }
    // What a key is under a null says nothing.
    let keys = Int8Array::new(vec![100].into(), Some(NullBuffer::new_null(1)));
    // SAFETY: the key is null.
    let array = unsafe { DictionaryArray::<Int8Type>::new_unchecked(keys, values) };
    assert!(is_valid(&array).unwrap().is_null(0));
}

#[test]
fn runs_that_lie() {
    let values: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a", b"b"]));
    let data_type = DataType::RunEndEncoded(
        Arc::new(Field::new("run_ends", DataType::Int32, false)),
        Arc::new(Field::new("values", DataType::Binary, true)),
    );
    for ends in
        [vec![2, 2], vec![0, 3], vec![-1, 3], vec![1, 2], vec![3, 1], vec![1, 2, 3], vec![3]]
    {
        // SAFETY: the ends do not increase, or are too few or too many.
        let ends = unsafe { RunEndBuffer::new_unchecked(ends.into(), 0, 3) };
        // SAFETY: as above.
        let array = unsafe {
            RunArray::<Int32Type>::new_unchecked(data_type.clone(), ends.clone(), values.clone())
        };
        if ends.values() == [3] {
            // A value that no run has is harmless.
            assert_eq!(is_valid(&array).unwrap().len(), 3);
        } else {
            refused(&array);
        }
    }
}

#[test]
fn lists_that_lie() {
    let values: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a"]));
    let field = Arc::new(Field::new_list_field(DataType::Binary, true));
    for bad in [&[0, 2][..], &[-1, 1], &[1, 0], &[0, 1, 0, 1]] {
        // SAFETY: the offsets lie.
        let list =
            unsafe { ListArray::new_unchecked(field.clone(), offsets(bad), values.clone(), None) };
        let walked = placemat_arrow::nested::each_leaf(&list, &mut |_, _| Ok(()));
        assert!(matches!(walked, Err(Error::Broken { .. })));
    }
}

/// Data that nobody has looked at.
#[test]
fn data_from_outside() {
    let data = |offsets: &[i32], values: &[u8]| {
        let buffers = vec![Buffer::from_slice_ref(offsets), Buffer::from(values)];
        let builder = ArrayData::builder(DataType::Utf8).len(2).buffers(buffers);
        // SAFETY: nobody has looked at it.
        unsafe { builder.build_unchecked() }
    };
    assert!(import(data(&[0, 1, 2], b"\xFF\xFF")).is_ok());
    for bad in [&[0, 1][..], &[0, 1, 3], &[0, 3, 2], &[-2, -1, 0], &[]] {
        assert!(import(data(bad, b"ab")).is_err(), "{bad:?}");
    }
    let inner = data(&[0, 3, 2], b"ab");
    let field = Field::new("text", DataType::Utf8, true);
    let builder =
        ArrayData::builder(DataType::Struct(vec![field].into())).len(2).add_child_data(inner);
    // SAFETY: nobody has looked at it.
    assert!(import(unsafe { builder.build_unchecked() }).is_err());
    // An empty slice, as others hand it over.
    let builder = ArrayData::builder(DataType::Utf8)
        .buffers(vec![Buffer::from_slice_ref([3_i32]), Buffer::from(b"")]);
    // SAFETY: nobody has looked at it.
    assert_eq!(import(unsafe { builder.build_unchecked() }).unwrap().len(), 0);
    // A type that cannot be, without rows.
    let key = Box::new(DataType::Float32);
    let dictionary = DataType::Dictionary(key, Box::new(DataType::Utf8));
    assert!(import(ArrayData::new_empty(&dictionary)).is_err());
    let numbers = make_array(ArrayData::new_null(&DataType::Int32, 3));
    assert!(import(numbers.to_data()).is_ok());
}
