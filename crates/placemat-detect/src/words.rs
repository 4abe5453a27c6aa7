//! Numbers in words.

/// `1 sequence`, `1,234 sequences`.
pub(crate) fn count(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if count == 1 { one } else { many })
}

/// With a comma between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut words = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

/// `EF BB BF`.
pub(crate) fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
