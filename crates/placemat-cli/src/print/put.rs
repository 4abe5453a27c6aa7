//! What is written millions of times, without the machinery of `format!`.

/// Appends `parts` to `out`.
pub(crate) fn put(parts: &[&str], out: &mut Vec<u8>) {
    for part in parts {
        out.extend_from_slice(part.as_bytes());
    }
}

/// Appends `before`, and `number` in decimal.
pub(crate) fn put_number(before: &str, number: impl itoa::Integer, out: &mut Vec<u8>) {
    put(&[before, itoa::Buffer::new().format(number)], out);
}

/// Appends `byte` so many times.
pub(crate) fn repeat(byte: u8, count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, byte);
}
