//! One function of each library for each thing, called as its users call it. What is not asked for by a feature is
//! not compiled.

/// How long what came out is.
pub(crate) fn answer(bytes: &[u8]) -> usize {
    #[cfg(feature = "validate")]
    return usize::from(validate(bytes));
    #[cfg(feature = "to_utf16")]
    return to_utf16(bytes);
    #[cfg(feature = "repair")]
    return repair(bytes);
    #[cfg(not(any(feature = "validate", feature = "to_utf16", feature = "repair")))]
    bytes.len()
}

#[cfg(feature = "validate")]
fn validate(bytes: &[u8]) -> bool {
    #[cfg(feature = "placemat")]
    return placemat::utf8::validate(bytes).is_ok();
    #[cfg(feature = "std")]
    return std::str::from_utf8(bytes).is_ok();
    #[cfg(feature = "simdutf8")]
    return simdutf8::basic::from_utf8(bytes).is_ok();
    #[cfg(feature = "encoding_rs")]
    return encoding_rs::Encoding::utf8_valid_up_to(bytes) == bytes.len();
    #[cfg(feature = "simdutf")]
    return simdutf::validate_utf8(bytes);
}

#[cfg(feature = "to_utf16")]
fn to_utf16(bytes: &[u8]) -> usize {
    #[cfg(feature = "placemat")]
    return placemat::utf8::to_utf16(bytes).map_or(0, |units| units.len());
    #[cfg(feature = "std")]
    return std::str::from_utf8(bytes)
        .map_or(0, |text| text.encode_utf16().collect::<Vec<_>>().len());
    #[cfg(feature = "encoding_rs")]
    {
        let mut units = vec![0; bytes.len() + 1];
        encoding_rs::mem::convert_utf8_to_utf16_without_replacement(bytes, &mut units).unwrap_or(0)
    }
    #[cfg(feature = "simdutf")]
    {
        let mut units = vec![0_u16; bytes.len()];
        // SAFETY: no text has more units of UTF-16 than bytes of UTF-8.
        unsafe { simdutf::convert_utf8_to_utf16le(bytes.as_ptr(), bytes.len(), units.as_mut_ptr()) }
    }
}

#[cfg(feature = "repair")]
fn repair(bytes: &[u8]) -> usize {
    #[cfg(feature = "placemat")]
    return placemat::utf8::to_string_lossy(bytes).len();
    #[cfg(feature = "std")]
    return String::from_utf8_lossy(bytes).len();
    #[cfg(feature = "encoding_rs")]
    return encoding_rs::UTF_8.decode_without_bom_handling(bytes).0.len();
    #[cfg(feature = "bstr")]
    return bstr::ByteSlice::to_str_lossy(bytes).len();
}
