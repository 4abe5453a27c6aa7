//! A set of rows.

use arrow_buffer::{BooleanBuffer, Buffer, bit_util};

/// Rows that are marked, a bit for each, in the order that Arrow has them.
#[derive(Clone)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    len: usize,
    any: bool,
}

impl Bits {
    /// None of `len` rows.
    pub(crate) fn none(len: usize) -> Self {
        Self { bytes: vec![0; len.div_ceil(8)], len, any: false }
    }

    #[inline]
    pub(crate) fn mark(&mut self, row: usize) {
        bit_util::set_bit(&mut self.bytes, row);
        self.any = true;
    }

    #[inline]
    pub(crate) fn has(&self, row: usize) -> bool {
        bit_util::get_bit(&self.bytes, row)
    }

    /// Whether any row is marked.
    pub(crate) const fn any(&self) -> bool {
        self.any
    }

    /// The rows that are marked, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let set = |(index, &byte): (usize, &u8)| {
            (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| 8 * index + bit)
        };
        self.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0).flat_map(set)
    }

    /// All rows but these.
    pub(crate) fn complement(&self) -> BooleanBuffer {
        !&self.buffer()
    }

    pub(crate) fn buffer(&self) -> BooleanBuffer {
        BooleanBuffer::new(Buffer::from_slice_ref(&self.bytes), 0, self.len)
    }
}
