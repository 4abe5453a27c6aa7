//! What is said of a column is what is said of each row alone.

use crate::common::{Case, Random, cases, rows, strings};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BinaryArray, BinaryViewArray};
use placemat::{MalformedKind, Policy, encoding::Label, utf8};
use placemat_arrow::{
    Detector, Error, Survey, convert, count_errors, first_error, from_latin1, from_windows_1252,
    import, is_valid, make_valid, null_invalid, quarantine, validate_strings,
};
use std::sync::Arc;

#[test]
fn all_layouts() {
    let mut random = Random::new(1);
    for round in 0..96 {
        let rarity = [2, 5, 40, 2000][round % 4];
        let len = [40, 400, 4000, 40_000][random.below(4)];
        let text = random.text(len, rarity);
        for case in cases(&mut random, &text, [3, 6, 20, 300][round / 4 % 4]) {
            compare(&case);
            let at = random.below(case.rows.len() + 1);
            let part = random.below(case.rows.len() - at + 1);
            compare(&case.slice(at, part));
        }
    }
}

/// Every pair of edges in every text of a few bytes, so that rows end within each kind of error.
#[test]
fn all_edges() {
    let bytes = [0x41, 0x80, 0x9F, 0xC3, 0xED, 0xE2, 0xF0, 0xF4, 0xFF];
    for index in 0..bytes.len().pow(4) {
        let text: Vec<u8> =
            (0..4).map(|at| bytes[index / bytes.len().pow(at) % bytes.len()]).collect();
        let rows =
            |first: usize, second: usize| [&text[..first], &text[first..second], &text[second..]];
        for (first, second) in [(0, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 4)] {
            let column = BinaryArray::from_vec(rows(first, second).to_vec());
            let expected = rows(first, second).map(|row| std::str::from_utf8(row).is_ok());
            let found: Vec<_> = is_valid(&column).unwrap().values().iter().collect();
            assert_eq!(found, expected, "{text:x?} cut at {first} and {second}");
        }
    }
}

/// Most edges cut nothing, and most rows have no error: what lies between two errors is judged at once.
#[test]
fn few_errors() {
    let mut random = Random::new(7);
    for rarity in [1, 3, 30, 300, 3000] {
        let mut row = |_| match random.below(rarity) {
            0 => random.text(20, 2),
            _ => {
                let text = random.text(30, usize::MAX);
                utf8::keep_start(&text, random.below(31)).to_vec()
            }
        };
        let rows: Vec<_> = (0..4000).map(&mut row).collect();
        let expected: Vec<_> = rows.iter().map(|row| std::str::from_utf8(row).is_ok()).collect();
        let arrays: [ArrayRef; 2] = [
            Arc::new(BinaryArray::from_iter_values(&rows)),
            Arc::new(BinaryViewArray::from_iter_values(&rows)),
        ];
        for array in arrays {
            let found: Vec<_> = is_valid(&array).unwrap().values().iter().collect();
            assert_eq!(found, expected, "one in {rarity}, {}", array.data_type());
        }
    }
}

fn errors_of(row: &[u8]) -> usize {
    row.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count()
}

fn compare(case: &Case) {
    let Case { array, rows } = case;
    let alone = |row: &Option<Vec<u8>>| row.as_ref().map(|row| std::str::from_utf8(row).is_ok());
    let expected: Vec<_> = rows.iter().map(alone).collect();
    let mask = is_valid(array).unwrap();
    assert_eq!(mask.iter().collect::<Vec<_>>(), expected, "{}", array.data_type());

    let counts: Vec<_> = count_errors(array).unwrap().iter().collect();
    let expected_counts: Vec<_> =
        rows.iter().map(|row| row.as_ref().map(|row| errors_of(row) as u64)).collect();
    assert_eq!(counts, expected_counts);

    first(case);
    survey(case);
    mended(case);

    let good: Vec<_> = rows
        .iter()
        .map(|row| row.as_ref().and_then(|row| String::from_utf8(row.clone()).ok()))
        .collect();
    assert_eq!(strings(&null_invalid(array).unwrap()), good);
    let parts = quarantine(array).unwrap();
    assert_eq!(strings(&parts.good), good);
    let bad: Vec<_> = rows
        .iter()
        .map(|row| row.clone().filter(|row| std::str::from_utf8(row).is_err()))
        .collect();
    assert_eq!(crate::common::rows(&parts.bad), bad);

    let found = validate_strings(array).unwrap();
    if let Some(row) =
        rows.iter().position(|row| row.as_ref().is_some_and(|row| errors_of(row) > 0))
    {
        // Something under a null may come first.
        assert!(found.unwrap().row <= row);
    }
    legacy(case);
    // Two layouts are typed as text, and lie.
    let again = import(array.to_data()).unwrap();
    assert_eq!(crate::common::rows(&quarantine(&again).unwrap().bad), bad);
}

fn first(Case { array, rows }: &Case) {
    let found = first_error(array).unwrap();
    let bytes = found.column(0).as_primitive::<UInt64Type>();
    let lengths = found.column(1).as_primitive::<UInt8Type>();
    let kinds = found
        .column(2)
        .as_dictionary::<Int8Type>()
        .downcast_dict::<arrow_array::StringArray>()
        .unwrap();
    for (at, row) in rows.iter().enumerate() {
        let error = row.as_ref().and_then(|row| utf8::validate(row).err());
        assert_eq!(found.is_null(at), error.is_none());
        if let Some(error) = error {
            assert_eq!(bytes.value(at), error.offset as u64);
            assert_eq!(lengths.value(at) as usize, error.len);
            use arrow_array::ArrayAccessor;
            assert_eq!(kinds.value(at), error.kind.name());
        }
    }
}

fn survey(Case { array, rows }: &Case) {
    let mut survey = Survey::default();
    let (first, second) =
        (array.slice(0, rows.len() / 2), array.slice(rows.len() / 2, rows.len() - rows.len() / 2));
    survey.add(&first).unwrap();
    survey.add(&second).unwrap();
    let present = || rows.iter().flatten();
    assert_eq!(survey.rows, rows.len() as u64);
    assert_eq!(survey.nulls, rows.iter().filter(|row| row.is_none()).count() as u64);
    assert_eq!(survey.bytes, present().map(|row| row.len() as u64).sum::<u64>());
    assert_eq!(survey.invalid_rows, present().filter(|row| errors_of(row) > 0).count() as u64);
    let position = rows.iter().position(|row| row.as_ref().is_some_and(|row| errors_of(row) > 0));
    assert_eq!(survey.first_invalid, position.map(|row| row as u64));
    for &kind in MalformedKind::all() {
        let expected: usize =
            present().map(|row| utf8::errors(row).filter(|bad| bad.kind == kind).count()).sum();
        assert_eq!(survey.errors.of_kind(kind), expected as u64);
    }
}

fn mended(Case { array, rows }: &Case) {
    for policy in [Policy::Replace, Policy::BackslashReplace, Policy::Windows1252, Policy::Remove] {
        let mended = make_valid(array, policy).unwrap();
        let expected: Vec<_> = rows
            .iter()
            .map(|row| row.as_ref().map(|row| utf8::repair(row, policy).unwrap().text.into_owned()))
            .collect();
        assert_eq!(strings(&mended.array), expected, "{policy} of {}", array.data_type());
        assert!(validate_strings(&mended.array).unwrap().is_none());
        if !matches!(
            array.data_type(),
            arrow_schema::DataType::Dictionary(..) | arrow_schema::DataType::RunEndEncoded(..)
        ) {
            let malformed: usize = rows.iter().flatten().map(|row| errors_of(row)).sum();
            assert_eq!(mended.errors.malformed(), malformed as u64);
            assert_eq!(mended.rows, rows.iter().flatten().filter(|row| errors_of(row) > 0).count());
        }
    }
    assert!(matches!(make_valid(array, Policy::Strict), Err(Error::Policy(_))));
    assert!(matches!(make_valid(array, Policy::Utf8b), Err(Error::Policy(_))));
}

fn legacy(Case { array, rows }: &Case) {
    let latin1: Vec<_> = rows
        .iter()
        .map(|row| row.as_ref().map(|row| row.iter().copied().map(char::from).collect::<String>()))
        .collect();
    assert_eq!(strings(&from_latin1(array).unwrap()), latin1);
    from_windows_1252(array).unwrap();
    match convert(array, Label::Utf8, Policy::Strict) {
        Ok(text) => assert_eq!(crate::common::rows(&text), *rows),
        Err(Error::Text { row, error }) => {
            let alone = utf8::validate(rows[row].as_ref().unwrap()).unwrap_err();
            assert_eq!(error, alone.into());
            assert!(rows[..row].iter().flatten().all(|row| errors_of(row) == 0));
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn windows_1252() {
    let column = BinaryArray::from_opt_vec(vec![Some(b"don\x92t \x81"), None, Some(b"")]);
    let text = from_windows_1252(&column).unwrap();
    assert_eq!(strings(&text), [Some("don’t \u{81}".to_owned()), None, Some(String::new())]);
}

#[test]
fn each_row_states_its_byte_order() {
    let column = BinaryArray::from_vec(vec![b"\xFF\xFEa\0", b"\0a", b"\xFE\xFF\0a", b""]);
    let text = convert(&column, Label::Utf16, Policy::Strict).unwrap();
    assert_eq!(strings(&text), ["a", "a", "a", ""].map(|row| Some(row.to_owned())));
    let column = BinaryArray::from_vec(vec![b"\0a", b"\xFF\xFE\0\xD8"]);
    match convert(&column, Label::Utf16, Policy::Strict) {
        Err(Error::Text { row: 1, error }) => assert_eq!(error.offset(), Some(2)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn detected_from_all_chunks() {
    let mut detector = Detector::new();
    for chunk in [vec!["voilà".as_bytes(); 9000], vec!["déjà vu".as_bytes(); 9000]] {
        detector.add(&BinaryArray::from_vec(chunk)).unwrap();
    }
    assert_eq!(detector.finish(&Default::default()).encoding, Some("utf-8"));
    assert!(matches!(
        Detector::new().add(&arrow_array::Int32Array::from(vec![1])),
        Err(Error::NotText(_))
    ));
}

#[test]
fn no_rows() {
    for array in [BinaryArray::from_vec(vec![]), BinaryArray::from_opt_vec(vec![None, None])] {
        assert_eq!(rows(&make_valid(&array, Policy::Replace).unwrap().array), rows(&array));
        assert_eq!(is_valid(&array).unwrap().len(), array.len());
    }
}
