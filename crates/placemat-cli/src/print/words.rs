//! Numbers, sizes and bytes as people write them.

pub(crate) use placemat_inspect::notation::{spaced, thousands};

/// `n` things, with commas between thousands.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// A number of bytes: `640 bytes`, `4.1 MB`.
pub(crate) fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    if bytes < 1000 {
        return count(bytes, "byte", "bytes");
    }
    for unit in ["kB", "MB", "GB", "TB", "PB", "EB"] {
        value /= 1000.0;
        if value < 999.95 {
            return format!("{value:.1} {unit}");
        }
    }
    unreachable!("a u64 is less than 19 EB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [1, 999, 1000, 4_123_456, 999_999, u64::MAX].map(size),
            ["1 byte", "999 bytes", "1.0 kB", "4.1 MB", "1.0 MB", "18.4 EB"]
        );
    }
}
