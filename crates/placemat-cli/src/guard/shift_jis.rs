//! Shift_JIS, whose second bytes can be ASCII: where its codes end, as encoding_rs reads them.

use encoding_rs::{DecoderResult, SHIFT_JIS};

/// How many bytes the code has that `bytes` begin with, if it is one.
pub(super) fn code_len(bytes: &[u8]) -> Option<usize> {
    (1..=bytes.len().min(2)).find(|&len| {
        let mut decoder = SHIFT_JIS.new_decoder_without_bom_handling();
        let code = &bytes[..len];
        let (result, ..) = decoder.decode_to_utf16_without_replacement(code, &mut [0; 4], true);
        result == DecoderResult::InputEmpty
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_one_and_two_bytes() {
        assert_eq!(code_len(b"a\x95"), Some(1));
        // Katakana, and two bytes of which one is ASCII.
        assert_eq!(code_len(b"\xB1\xB2"), Some(1));
        assert_eq!(code_len(b"\x95\x5C\x8E"), Some(2));
        // Cut, followed by no second byte, followed by one to which nothing is assigned, no first byte.
        for bytes in [&b""[..], b"\x95", b"\x95\x20", b"\x85\x40", b"\xFD\x40", b"\xEF\xBF\xBD"] {
            assert_eq!(code_len(bytes), None, "{bytes:02x?}");
        }
    }
}
