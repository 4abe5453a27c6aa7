//! Columns that are hard: rows that begin and end anywhere in a text full of errors.

use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    Int16Array, LargeBinaryArray, LargeStringArray, PrimitiveArray, RunArray, StringArray,
    StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use std::sync::Arc;

/// Numbers that look random: xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }

    /// Whole sequences, and errors now and then: one in `rarity` pieces.
    pub(crate) fn text(&mut self, len: usize, rarity: usize) -> Vec<u8> {
        const GOOD: [&[u8]; 8] = [
            b"a",
            b" plain",
            "é".as_bytes(),
            "ß".as_bytes(),
            "€".as_bytes(),
            "中".as_bytes(),
            "😀".as_bytes(),
            b"\0",
        ];
        const BAD: [&[u8]; 12] = [
            b"\x80",
            b"\xBF\xBF",
            b"\xC3",
            b"\xE2\x82",
            b"\xF0\x9F\x98",
            b"\xFF",
            b"\xC0\xAF",
            b"\xED\xA0\x80",
            b"\xF4\x90\x80\x80",
            b"\xE0\x80\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\xF0\x9F",
        ];
        let mut text = Vec::new();
        while text.len() < len {
            let piece =
                if self.below(rarity) == 0 { BAD[self.below(12)] } else { GOOD[self.below(8)] };
            text.extend_from_slice(piece);
        }
        text.truncate(len);
        text
    }

    /// Edges of rows in `len` bytes, at any place: some rows are empty, some long.
    pub(crate) fn edges(&mut self, len: usize, mean: usize) -> Vec<usize> {
        let mut edges = vec![self.below(len.min(4) + 1)];
        while edges.len() < 2 || edges[edges.len() - 1] + 5 < len && self.below(400) != 0 {
            let last = edges[edges.len() - 1];
            let step = if self.below(5) == 0 { 0 } else { self.below(2 * mean) };
            edges.push((last + step).min(len));
        }
        edges
    }

    pub(crate) fn nulls(&mut self, len: usize) -> Option<NullBuffer> {
        let rarity = [1, 2, 10][self.below(3)];
        (self.below(3) > 0).then(|| (0..len).map(|_| self.below(rarity + 1) > 0).collect())
    }
}

/// A column, and its rows as it was made of them.
pub(crate) struct Case {
    pub(crate) array: ArrayRef,
    pub(crate) rows: Vec<Option<Vec<u8>>>,
}

impl Case {
    /// A part of it.
    pub(crate) fn slice(&self, at: usize, len: usize) -> Self {
        Self { array: self.array.slice(at, len), rows: self.rows[at..at + len].to_vec() }
    }
}

/// The same rows in every layout, and columns that are like it where a layout asks for less.
pub(crate) fn cases(random: &mut Random, text: &[u8], mean: usize) -> Vec<Case> {
    let edges = random.edges(text.len(), mean);
    let len = edges.len() - 1;
    let nulls = random.nulls(len);
    let rows: Vec<_> = edges
        .windows(2)
        .enumerate()
        .map(|(row, edge)| {
            let present = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            present.then(|| text[edge[0]..edge[1]].to_vec())
        })
        .collect();
    let values = Buffer::from(text);
    let small = OffsetBuffer::new(edges.iter().map(|&edge| edge as i32).collect());
    let large = OffsetBuffer::new(edges.iter().map(|&edge| edge as i64).collect());
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(BinaryArray::new(small.clone(), values.clone(), nulls.clone())),
        Arc::new(LargeBinaryArray::new(large.clone(), values.clone(), nulls.clone())),
        Arc::new(BinaryViewArray::from_iter(rows.iter().map(|row| row.as_deref()))),
    ];
    // SAFETY: not for the text, of course. Nothing of the tests reads it as strings.
    arrays.push(unsafe {
        Arc::new(StringArray::new_unchecked(small, values.clone(), nulls.clone()))
    });
    // SAFETY: as above.
    arrays.push(unsafe {
        Arc::new(LargeStringArray::new_unchecked(large, values.clone(), nulls.clone()))
    });
    let (views, buffers) = views_into(&values, &edges);
    // SAFETY: as above; views lie within the buffer.
    arrays.push(unsafe { Arc::new(StringViewArray::new_unchecked(views, buffers, nulls)) });
    let mut cases: Vec<_> =
        arrays.into_iter().map(|array| Case { array, rows: rows.clone() }).collect();
    cases.push(fixed(random, text));
    cases.push(dictionary(random, &rows));
    cases.push(runs(random, &rows));
    cases
}

/// Views of one buffer that holds all rows, as a scan that copies nothing makes them.
fn views_into(values: &Buffer, edges: &[usize]) -> (arrow_buffer::ScalarBuffer<u128>, Vec<Buffer>) {
    let view = |edge: &[usize]| {
        arrow_array::builder::make_view(&values[edge[0]..edge[1]], 0, edge[0] as u32)
    };
    (edges.windows(2).map(view).collect(), vec![values.clone()])
}

fn fixed(random: &mut Random, text: &[u8]) -> Case {
    let width = 1 + random.below(9);
    let len = text.len() / width;
    let nulls = random.nulls(len);
    let row = |row: usize| {
        let present = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        present.then(|| text[width * row..width * (row + 1)].to_vec())
    };
    let rows = (0..len).map(row).collect();
    let values = Buffer::from(&text[..width * len]);
    let array = FixedSizeBinaryArray::try_new_with_len(width as i32, values, nulls, len).unwrap();
    Case { array: Arc::new(array), rows }
}

fn dictionary(random: &mut Random, values: &[Option<Vec<u8>>]) -> Case {
    let values = &values[..values.len().min(100)];
    let array: ArrayRef =
        Arc::new(values.iter().map(|row| row.as_deref()).collect::<BinaryArray>());
    let keys: Vec<_> =
        (0..300).map(|_| (random.below(9) > 0).then(|| random.below(values.len()))).collect();
    let rows = keys.iter().map(|key| values[(*key)?].clone()).collect();
    let array: ArrayRef = if random.below(2) == 0 {
        let keys: PrimitiveArray<Int8Type> =
            keys.iter().map(|key| key.map(|key| key as i8)).collect();
        Arc::new(DictionaryArray::new(keys, array))
    } else {
        let keys: PrimitiveArray<UInt16Type> =
            keys.iter().map(|key| key.map(|key| key as u16)).collect();
        Arc::new(DictionaryArray::new(keys, array))
    };
    Case { array, rows }
}

fn runs(random: &mut Random, values: &[Option<Vec<u8>>]) -> Case {
    let values = &values[..values.len().min(100)];
    let array: BinaryArray = values.iter().map(|row| row.as_deref()).collect();
    let (mut ends, mut rows) = (Vec::new(), Vec::new());
    for value in values {
        rows.extend((0..=random.below(4)).map(|_| value.clone()));
        ends.push(rows.len());
    }
    let array: ArrayRef = if random.below(2) == 0 {
        let ends: Int16Array = ends.iter().map(|&end| end as i16).collect::<Vec<_>>().into();
        Arc::new(RunArray::try_new(&ends, &array).unwrap())
    } else {
        let ends: PrimitiveArray<Int32Type> =
            ends.iter().map(|&end| end as i32).collect::<Vec<_>>().into();
        Arc::new(RunArray::try_new(&ends, &array).unwrap())
    };
    Case { array, rows }
}

/// The rows of a column of text, as strings that have been validated once more.
pub(crate) fn strings(array: &dyn Array) -> Vec<Option<String>> {
    array.to_data().validate_full().expect("what came out is an array of its type");
    rows(array).into_iter().map(|row| row.map(|row| String::from_utf8(row).unwrap())).collect()
}

/// The rows of any column, read by Arrow.
pub(crate) fn rows(array: &dyn Array) -> Vec<Option<Vec<u8>>> {
    use arrow_array::cast::AsArray;
    use arrow_array::downcast_run_array;
    use arrow_array::types::*;
    use arrow_schema::DataType;
    macro_rules! read {
        ($array:expr) => {
            $array.iter().map(|row| row.map(|row| AsRef::<[u8]>::as_ref(row).to_vec())).collect()
        };
    }
    match array.data_type() {
        DataType::Binary => read!(array.as_binary::<i32>()),
        DataType::LargeBinary => read!(array.as_binary::<i64>()),
        DataType::Utf8 => read!(array.as_string::<i32>()),
        DataType::LargeUtf8 => read!(array.as_string::<i64>()),
        DataType::BinaryView => read!(array.as_byte_view::<BinaryViewType>()),
        DataType::Utf8View => read!(array.as_byte_view::<StringViewType>()),
        DataType::FixedSizeBinary(_) => read!(array.as_fixed_size_binary()),
        DataType::Dictionary(..) => {
            let array = array.as_any_dictionary();
            let values = rows(array.values());
            if values.is_empty() {
                return vec![None; array.len()];
            }
            let key = |(row, key): (usize, usize)| {
                if array.keys().is_null(row) { None } else { values[key].clone() }
            };
            array.normalized_keys().into_iter().enumerate().map(key).collect()
        }
        DataType::RunEndEncoded(..) => downcast_run_array!(
            array => {
                let values = rows(array.values());
                (0..array.len()).map(|row| values[array.get_physical_index(row)].clone()).collect()
            },
            other => unreachable!("{other}")
        ),
        other => unreachable!("{other}"),
    }
}
