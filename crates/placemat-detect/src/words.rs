//! Numbers in words.

use std::fmt::Write;

/// `1 sequence`, `1,234 sequences`.
pub(crate) fn count(count: u64, one: &str, many: &str) -> String {
    let mut words = thousands(count);
    words.push(' ');
    words += if count == 1 { one } else { many };
    words
}

/// With a comma between thousands.
pub(crate) fn thousands(number: u64) -> String {
    // There is room for a noun behind it.
    let mut words = String::with_capacity(32);
    let mut unit = 1;
    while number / unit >= 1000 {
        unit *= 1000;
    }
    let _ = write!(words, "{}", number / unit);
    while unit > 1 {
        unit /= 1000;
        let _ = write!(words, ",{:03}", number / unit % 1000);
    }
    words
}

/// `EF BB BF`.
pub(crate) fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let words = [0, 7, 999, 1000, 12_034, 1_000_000, u64::MAX].map(thousands);
        let expected = "0 7 999 1,000 12,034 1,000,000 18,446,744,073,709,551,615";
        assert_eq!(words.join(" "), expected);
        assert_eq!([1, 1234].map(|n| count(n, "byte", "bytes")), ["1 byte", "1,234 bytes"]);
    }
}
