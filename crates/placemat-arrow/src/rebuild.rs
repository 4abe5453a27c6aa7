//! Columns that cannot stay as they are: rows that are well-formed are copied, many at once, and
//! the others mended, or left out.

use crate::bits::Bits;
use crate::column::Column;
use crate::error::Error;
use arrow_array::types::{ByteArrayType, GenericStringType};
use arrow_array::{ArrayRef, GenericStringArray, OffsetSizeTrait};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use placemat::encoding::Utf8;
use placemat::policy::Account;
use placemat::{Converter, Policy, Status, Stream};
use std::sync::Arc;

/// Mends rows one after the other, and keeps the account of it.
pub(crate) struct Mender {
    stream: Stream<Utf8, Utf8>,
    errors: Account,
    rows: usize,
}

impl Mender {
    /// # Errors
    /// If the policy makes no sense for UTF-8.
    pub(crate) fn new(policy: Policy) -> Result<Self, Error> {
        let stream = Converter::new(policy)?.stream();
        Ok(Self { stream, errors: Account::default(), rows: 0 })
    }

    /// Appends `row`, made well-formed, to `out`.
    fn push(&mut self, mut row: &[u8], out: &mut Vec<u8>) {
        self.rows += 1;
        loop {
            let end = out.len();
            out.resize(end + 2 * row.len() + Stream::<Utf8, Utf8>::MIN_ROOM, 0);
            let errors = &mut self.errors;
            let count = |change: &_, _: &[u8], _: &[u8]| errors.add(change);
            let progress = self.stream.push_with_changes(row, &mut out[end..], true, count);
            out.truncate(end + progress.written);
            match progress.status {
                Status::OutputFull => row = &row[progress.read..],
                Status::InputEmpty => return,
                status => unreachable!("the policy has an answer for all errors: {status:?}"),
            }
        }
    }

    /// How many rows were mended, and of what.
    pub(crate) fn finish(self) -> (usize, Account) {
        (self.rows, self.errors)
    }
}

/// The rows of `column` as strings. Rows of `bad` are mended; without a mender, and where they are
/// null, they are empty.
pub(crate) fn strings<O: OffsetSizeTrait>(
    column: &Column<'_>,
    bad: &Bits,
    nulls: Option<NullBuffer>,
    mut mender: Option<&mut Mender>,
) -> Result<ArrayRef, Error>
where
    GenericStringType<O>: ByteArrayType<Offset = O>,
{
    let rows = &column.rows;
    let all = rows.span(0..rows.len()).map_or(0, <[u8]>::len);
    let mut values: Vec<u8> = Vec::with_capacity(all + all / 16);
    let mut offsets = Vec::with_capacity(rows.len() + 1);
    offsets.push(O::zero());
    let mut good = 0;
    for row in bad.iter().chain([rows.len()]) {
        // What lies before is well-formed: it is copied at once.
        let mut end = values.len();
        if let Some(bytes) = rows.span(good..row) {
            values.extend_from_slice(bytes);
        } else {
            (good..row).for_each(|row| values.extend_from_slice(rows.get(row)));
        }
        for row in good..row {
            end += rows.get(row).len();
            offsets.push(O::from_usize(end).ok_or(Error::TooLong)?);
        }
        good = row + 1;
        if row < rows.len() {
            if let Some(mender) = mender.as_deref_mut().filter(|_| !column.is_null(row)) {
                mender.push(rows.get(row), &mut values);
            }
            offsets.push(O::from_usize(values.len()).ok_or(Error::TooLong)?);
        }
    }
    let offsets = OffsetBuffer::new(offsets.into());
    // SAFETY: offsets have been counted along; every row is one that is not bad, or nothing, or what a
    // policy has made well-formed; there is a bit for each row.
    let text = unsafe { GenericStringArray::<O>::new_unchecked(offsets, values.into(), nulls) };
    Ok(Arc::new(text))
}

/// Views like `views`, and their buffers. Rows of `bad` are mended, in a buffer behind all others;
/// without a mender, and where they are null, they are empty.
pub(crate) fn views(
    views: &[u128],
    buffers: &[Buffer],
    column: &Column<'_>,
    bad: &Bits,
    mut mender: Option<&mut Mender>,
) -> Result<(ScalarBuffer<u128>, Arc<[Buffer]>), Error> {
    let mut views = views.to_vec();
    let mut mended = Vec::new();
    for row in bad.iter() {
        let start = mended.len();
        match &mut mender {
            Some(mender) if !column.is_null(row) => mender.push(column.rows.get(row), &mut mended),
            _ => {}
        }
        let bytes = &mended[start..];
        views[row] = match bytes.first_chunk::<4>() {
            Some(prefix) if bytes.len() > MAX_INLINE_VIEW_LEN as usize => {
                let (buffer, offset) = (len(buffers.len())?, len(start)?);
                let view = ByteView::new(len(bytes.len())?, prefix);
                view.with_buffer_index(buffer).with_offset(offset).as_u128()
            }
            _ => {
                let view = inline(bytes);
                mended.truncate(start);
                view
            }
        };
    }
    let mut buffers = buffers.to_vec();
    if !mended.is_empty() {
        buffers.push(mended.into());
    }
    Ok((views.into(), buffers.into()))
}

fn len(len: usize) -> Result<u32, Error> {
    match u32::try_from(len) {
        Ok(len) if len <= i32::MAX as u32 => Ok(len),
        _ => Err(Error::TooLong),
    }
}

/// The view that holds up to twelve bytes itself.
fn inline(bytes: &[u8]) -> u128 {
    let mut view = [0; 16];
    view[0] = bytes.len() as u8;
    view[4..4 + bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(view)
}
