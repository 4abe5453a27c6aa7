//! Columns whose buffers hold anything: each is refused by all entries alike, or gives what each row
//! gives alone; what comes out is an array that Arrow finds no fault with.
#![cfg_attr(fuzzing, no_main)]

use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int8Array, LargeBinaryArray,
    RunArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, RunEndBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use libfuzzer_sys::fuzz_target;
use placemat::{Policy, utf8};
use placemat_arrow::{
    Error, Survey, count_errors, first_error, import, is_valid, make_valid, null_invalid,
    quarantine, validate_strings,
};
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let Some((&[layout, rows, values, nulls], data)) = data.split_first_chunk() else { return };
    // Numbers of rows, bytes of text, and what is left for the structure.
    let (text, structure) = data.split_at(data.len().min(values.into()));
    let mut structure = structure.iter().copied().chain(std::iter::repeat(0));
    let rows = usize::from(rows % 24);
    let nulls = match nulls {
        0..128 => None,
        _ => Some(
            (0..rows + usize::from(nulls % 3 == 0))
                .map(|row| nulls >> (row % 7) & 1 == 1)
                .collect(),
        ),
    };
    let array = column(layout, rows, text, nulls, &mut structure);
    look(&array);
    if layout % 5 < 2 {
        outside(layout, rows, text, &mut structure);
    }
});

/// Mostly small: those that hold are reached sooner. Some are wild.
fn number(structure: &mut impl Iterator<Item = u8>) -> i32 {
    match structure.next() {
        Some(wild @ 250..) => [i32::MIN, -1, i32::MAX, 1 << 20, 300, 13][usize::from(wild) - 250],
        byte => byte.unwrap_or(0).into(),
    }
}

/// Offsets that rise, by what is read; now and then one that lies.
fn offsets(rows: usize, structure: &mut impl Iterator<Item = u8>) -> Vec<i32> {
    let mut at = 0_i32;
    let mut next = |_| {
        let step = number(structure);
        at = if (0..200).contains(&step) { at.saturating_add(step % 24) } else { step };
        at
    };
    (0..=rows).map(&mut next).collect()
}

fn column(
    layout: u8,
    rows: usize,
    text: &[u8],
    nulls: Option<NullBuffer>,
    structure: &mut impl Iterator<Item = u8>,
) -> ArrayRef {
    let values = Buffer::from(text);
    match layout % 5 {
        0 => {
            let offsets = ScalarBuffer::from(offsets(rows, structure));
            // SAFETY: none of it may hold: no entry of placemat-arrow relies on it.
            let offsets = unsafe { OffsetBuffer::new_unchecked(offsets) };
            // SAFETY: as above.
            Arc::new(unsafe { BinaryArray::new_unchecked(offsets, values, nulls) })
        }
        1 => {
            let offsets: ScalarBuffer<i64> =
                offsets(rows, structure).into_iter().map(i64::from).collect();
            // SAFETY: as above.
            let offsets = unsafe { OffsetBuffer::new_unchecked(offsets) };
            // SAFETY: as above.
            Arc::new(unsafe { LargeBinaryArray::new_unchecked(offsets, values, nulls) })
        }
        2 => {
            let mut view = |_| {
                let (len, at) = (number(structure) as u32 % 40, number(structure) as u32);
                let row = text
                    .get(at as usize..at as usize + len as usize)
                    .unwrap_or(&[7; 40][..len as usize]);
                let mut view = [0; 16];
                view[..4].copy_from_slice(&len.to_le_bytes());
                view[4..4 + row.len().min(if len <= 12 { 12 } else { 4 })]
                    .copy_from_slice(&row[..row.len().min(if len <= 12 { 12 } else { 4 })]);
                if len > 12 {
                    view[8] = (structure.next() == Some(9)).into();
                    view[12..].copy_from_slice(&at.to_le_bytes());
                }
                u128::from_le_bytes(view)
            };
            let views: ScalarBuffer<u128> = (0..rows).map(&mut view).collect();
            // SAFETY: as above.
            Arc::new(unsafe { BinaryViewArray::new_unchecked(views, vec![values], nulls) })
        }
        3 => {
            let values = column(0, rows / 2, text, None, structure);
            let keys = (0..rows).map(|_| number(structure) as i8 % 14).collect::<Vec<_>>();
            let nulls = nulls.filter(|nulls| nulls.len() == rows);
            let keys = Int8Array::new(keys.into(), nulls);
            // SAFETY: as above.
            Arc::new(unsafe { DictionaryArray::<Int8Type>::new_unchecked(keys, values) })
        }
        _ => {
            let values = column(2, rows / 2, text, None, structure);
            let ends = ScalarBuffer::from(offsets(rows / 2, structure)[1..].to_vec());
            let data_type = DataType::RunEndEncoded(
                Arc::new(Field::new("run_ends", DataType::Int32, false)),
                Arc::new(Field::new("values", DataType::BinaryView, true)),
            );
            // SAFETY: as above.
            let ends =
                unsafe { RunEndBuffer::new_unchecked(ends, number(structure) as usize % 9, rows) };
            // SAFETY: as above.
            Arc::new(unsafe { RunArray::<Int32Type>::new_unchecked(data_type, ends, values) })
        }
    }
}

/// The same result of all entries.
fn look(array: &ArrayRef) {
    let mask = match is_valid(array) {
        Ok(mask) => mask,
        Err(Error::Broken { .. }) => {
            assert!(make_valid(array, Policy::Replace).is_err());
            assert!(quarantine(array).is_err() && null_invalid(array).is_err());
            assert!(count_errors(array).is_err() && first_error(array).is_err());
            assert!(Survey::default().add(array).is_err() && validate_strings(array).is_err());
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let counts = count_errors(array).expect("it is whole");
    let first = first_error(array).expect("it is whole");
    let mut survey = Survey::default();
    survey.add(array).expect("it is whole");
    assert_eq!(
        survey.invalid_rows,
        mask.iter().filter(|valid| *valid == Some(false)).count() as u64
    );
    assert_eq!(survey.errors.malformed(), counts.iter().flatten().sum::<u64>());
    for (row, valid) in mask.iter().enumerate() {
        assert_eq!(first.is_null(row), valid != Some(false));
        assert_eq!(counts.iter().nth(row).unwrap().map(|count| count == 0), valid);
    }
    let parts = quarantine(array).expect("it is whole");
    let mended = make_valid(array, Policy::Replace).expect("it is whole").array;
    for array in [&parts.good, &parts.bad, &mended] {
        array.to_data().validate_full().expect("what comes out is an array of its type");
    }
    assert!(validate_strings(&mended).expect("it is whole").is_none());
    if let Some(array) = array.as_any().downcast_ref::<BinaryArray>() {
        for (row, valid) in mask.iter().enumerate().filter(|(row, _)| array.is_valid(*row)) {
            let bytes = array.value(row);
            assert_eq!(valid, Some(std::str::from_utf8(bytes).is_ok()));
            assert_eq!(counts.value(row), utf8::errors(bytes).count() as u64);
        }
    }
}

/// Data that nobody has looked at is refused, or an array.
fn outside(layout: u8, rows: usize, text: &[u8], structure: &mut impl Iterator<Item = u8>) {
    let offsets = offsets(rows.saturating_sub(usize::from(layout > 200)), structure);
    let buffers = vec![Buffer::from_slice_ref(&offsets), Buffer::from(text)];
    let data_type = if layout.is_multiple_of(2) { DataType::Binary } else { DataType::Utf8 };
    let offset = usize::from(layout > 100) * 2;
    let builder = ArrayData::builder(data_type).len(rows).offset(offset).buffers(buffers);
    // SAFETY: `import` relies on nothing.
    let data = unsafe { builder.build_unchecked() };
    if let Ok(array) = import(data) {
        is_valid(&array).expect("it has been checked");
        look(&array);
    }
}
