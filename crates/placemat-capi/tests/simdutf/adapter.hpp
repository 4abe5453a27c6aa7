// simdutf on placemat: its text API as a class `implementation`, on the functions of placemat.h. What they
// have not, base64 and the search for a character, another implementation does.
//
//     static const placemat_implementation ours(*simdutf::get_available_implementations()["fallback"]);
//     simdutf::get_active_implementation() = &ours;
#pragma once

#include <cstring>
#include <placemat.h>
#include <simdutf.h>
#include <vector>

class placemat_implementation final : public simdutf::implementation {
    using result = simdutf::result;

    const simdutf::implementation &others;

    // `utf8` is the source if it is UTF-8, else NULL; `count` is what simdutf counts where there is no error.
    static result answer(const placemat_result &r, size_t count, const char *utf8, size_t n, bool to_latin1) {
        const uint32_t code = placemat_simdutf_error(&r, utf8, utf8 == nullptr ? 0 : n, to_latin1);
        const auto error = static_cast<simdutf::error_code>(code);
        return result(error, r.status == PLACEMAT_OK ? count : static_cast<size_t>(r.error.offset));
    }

    static const char *source_if_utf8(const char *p, bool is_utf8) { return is_utf8 ? p : nullptr; }
    static const char *source_if_utf8(const void *, bool) { return nullptr; }

public:
    explicit placemat_implementation(const simdutf::implementation &rest)
        : implementation("placemat", "placemat's C functions", 0), others(rest) {}

    // Validation

#define VALIDATION(NAME, UNIT)                                                                             \
    bool validate_##NAME(const UNIT *p, size_t n) const noexcept override {                                \
        return placemat_##NAME##_is_valid(p, n);                                                           \
    }
#define VALIDATION_WITH_ERRORS(NAME, UNIT, IS_UTF8)                                                        \
    result validate_##NAME##_with_errors(const UNIT *p, size_t n) const noexcept override {                \
        return answer(placemat_##NAME##_validate(p, n), n, source_if_utf8(p, IS_UTF8), n, false);          \
    }
    VALIDATION(ascii, char)
    VALIDATION(utf8, char)
    VALIDATION(utf16le, char16_t)
    VALIDATION(utf16be, char16_t)
    VALIDATION(utf32, char32_t)
    VALIDATION_WITH_ERRORS(ascii, char, false)
    VALIDATION_WITH_ERRORS(utf8, char, true)
    VALIDATION_WITH_ERRORS(utf16le, char16_t, false)
    VALIDATION_WITH_ERRORS(utf16be, char16_t, false)
    VALIDATION_WITH_ERRORS(utf32, char32_t, false)
#undef VALIDATION
#undef VALIDATION_WITH_ERRORS

    bool validate_utf16le_as_ascii(const char16_t *p, size_t n) const noexcept override {
        return placemat_utf16le_is_ascii(p, n);
    }
    bool validate_utf16be_as_ascii(const char16_t *p, size_t n) const noexcept override {
        return placemat_utf16be_is_ascii(p, n);
    }

    int detect_encodings(const char *p, size_t n) const noexcept override {
        const simdutf::encoding_type signature = simdutf::BOM::check_bom(p, n);
        if (signature != simdutf::encoding_type::unspecified) return signature;
        // Aligned, which placemat asks for.
        const std::vector<char32_t> copy = [=] {
            std::vector<char32_t> units(n / 4 + 1);
            if (n > 0) std::memcpy(units.data(), p, n);
            return units;
        }();
        const void *aligned = copy.data();
        int found = 0;
        if (placemat_utf8_is_valid(p, n)) found |= simdutf::encoding_type::UTF8;
        if (n % 2 == 0 && placemat_utf16le_is_valid(static_cast<const char16_t *>(aligned), n / 2))
            found |= simdutf::encoding_type::UTF16_LE;
        if (n % 4 == 0 && placemat_utf32_is_valid(copy.data(), n / 4)) found |= simdutf::encoding_type::UTF32_LE;
        return found;
    }

    // Conversion. simdutf trusts that there is enough room; placemat is told how much is needed.

#define CONVERT(FROM, IN, TO, OUT)                                                                         \
    static placemat_result FROM##_to_##TO(const IN *p, size_t n, OUT *out) {                               \
        const size_t room = placemat_##FROM##_to_##TO##_len(p, n, PLACEMAT_STRICT);                        \
        return placemat_##FROM##_to_##TO(p, n, out, room, PLACEMAT_STRICT);                                \
    }                                                                                                      \
    size_t convert_##FROM##_to_##TO(const IN *p, size_t n, OUT *out) const noexcept override {             \
        const placemat_result r = FROM##_to_##TO(p, n, out);                                               \
        return r.status == PLACEMAT_OK ? r.written : 0;                                                    \
    }
#define CONVERSION(FROM, IN, TO, OUT, IS_UTF8, TO_LATIN1)                                                  \
    CONVERT(FROM, IN, TO, OUT)                                                                             \
    result convert_##FROM##_to_##TO##_with_errors(const IN *p, size_t n, OUT *out)                         \
        const noexcept override {                                                                          \
        const placemat_result r = FROM##_to_##TO(p, n, out);                                               \
        return answer(r, r.written, source_if_utf8(p, IS_UTF8), n, TO_LATIN1);                             \
    }                                                                                                      \
    size_t convert_valid_##FROM##_to_##TO(const IN *p, size_t n, OUT *out) const noexcept override {       \
        return FROM##_to_##TO(p, n, out).written;                                                          \
    }
    CONVERT(latin1, char, utf8, char)
    CONVERT(latin1, char, utf16le, char16_t)
    CONVERT(latin1, char, utf16be, char16_t)
    CONVERT(latin1, char, utf32, char32_t)
    CONVERSION(utf8, char, latin1, char, true, true)
    CONVERSION(utf8, char, utf16le, char16_t, true, false)
    CONVERSION(utf8, char, utf16be, char16_t, true, false)
    CONVERSION(utf8, char, utf32, char32_t, true, false)
    CONVERSION(utf16le, char16_t, latin1, char, false, true)
    CONVERSION(utf16be, char16_t, latin1, char, false, true)
    CONVERSION(utf16le, char16_t, utf8, char, false, false)
    CONVERSION(utf16be, char16_t, utf8, char, false, false)
    CONVERSION(utf16le, char16_t, utf32, char32_t, false, false)
    CONVERSION(utf16be, char16_t, utf32, char32_t, false, false)
    CONVERSION(utf32, char32_t, latin1, char, false, true)
    CONVERSION(utf32, char32_t, utf8, char, false, false)
    CONVERSION(utf32, char32_t, utf16le, char16_t, false, false)
    CONVERSION(utf32, char32_t, utf16be, char16_t, false, false)
#undef CONVERT
#undef CONVERSION

    void to_well_formed_utf16le(const char16_t *p, size_t n, char16_t *out) const noexcept override {
        if (n > 0) std::memmove(out, p, n * sizeof *p);
        placemat_utf16le_make_well_formed(out, n);
    }
    void to_well_formed_utf16be(const char16_t *p, size_t n, char16_t *out) const noexcept override {
        if (n > 0) std::memmove(out, p, n * sizeof *p);
        placemat_utf16be_make_well_formed(out, n);
    }
    void change_endianness_utf16(const char16_t *p, size_t n, char16_t *out) const noexcept override {
        if (n > 0) std::memmove(out, p, n * sizeof *p);
        placemat_utf16_swap_bytes(out, n);
    }

    // Lengths and counts

#define LENGTH(NAME, UNIT, FUNCTION)                                                                       \
    size_t NAME(const UNIT *p, size_t n) const noexcept override { return FUNCTION(p, n); }
    LENGTH(utf16_length_from_utf8, char, placemat_utf16_len_of_valid_utf8)
    LENGTH(utf32_length_from_utf8, char, placemat_utf8_count)
    LENGTH(latin1_length_from_utf8, char, placemat_utf8_count)
    LENGTH(count_utf8, char, placemat_utf8_count)
    LENGTH(utf8_length_from_latin1, char, placemat_utf8_len_of_latin1)
    LENGTH(utf8_length_from_utf16le, char16_t, placemat_utf8_len_of_valid_utf16le)
    LENGTH(utf8_length_from_utf16be, char16_t, placemat_utf8_len_of_valid_utf16be)
    LENGTH(utf32_length_from_utf16le, char16_t, placemat_utf16le_count)
    LENGTH(utf32_length_from_utf16be, char16_t, placemat_utf16be_count)
    LENGTH(count_utf16le, char16_t, placemat_utf16le_count)
    LENGTH(count_utf16be, char16_t, placemat_utf16be_count)
    LENGTH(utf8_length_from_utf32, char32_t, placemat_utf8_len_of_valid_utf32)
    LENGTH(utf16_length_from_utf32, char32_t, placemat_utf16_len_of_valid_utf32)
#undef LENGTH

    // The error says whether there are surrogates, paired or not: then there are fewer units of UTF-32, or
    // there is an error.
    result utf8_length_from_utf16le_with_replacement(const char16_t *p, size_t n) const noexcept override {
        const bool none = placemat_utf16le_is_valid(p, n) && placemat_utf16le_count(p, n) == n;
        return result(none ? simdutf::SUCCESS : simdutf::SURROGATE,
                      placemat_utf16le_to_utf8_len(p, n, PLACEMAT_REPLACE));
    }
    result utf8_length_from_utf16be_with_replacement(const char16_t *p, size_t n) const noexcept override {
        const bool none = placemat_utf16be_is_valid(p, n) && placemat_utf16be_count(p, n) == n;
        return result(none ? simdutf::SUCCESS : simdutf::SURROGATE,
                      placemat_utf16be_to_utf8_len(p, n, PLACEMAT_REPLACE));
    }

    // No text

    result base64_to_binary(const char *p, size_t n, char *out, simdutf::base64_options options,
                            simdutf::last_chunk_handling_options last) const noexcept override {
        return others.base64_to_binary(p, n, out, options, last);
    }
    result base64_to_binary(const char16_t *p, size_t n, char *out, simdutf::base64_options options,
                            simdutf::last_chunk_handling_options last) const noexcept override {
        return others.base64_to_binary(p, n, out, options, last);
    }
    simdutf::full_result base64_to_binary_details(
        const char *p, size_t n, char *out, simdutf::base64_options options,
        simdutf::last_chunk_handling_options last) const noexcept override {
        return others.base64_to_binary_details(p, n, out, options, last);
    }
    simdutf::full_result base64_to_binary_details(
        const char16_t *p, size_t n, char *out, simdutf::base64_options options,
        simdutf::last_chunk_handling_options last) const noexcept override {
        return others.base64_to_binary_details(p, n, out, options, last);
    }
    size_t binary_to_base64(const char *p, size_t n, char *out,
                            simdutf::base64_options options) const noexcept override {
        return others.binary_to_base64(p, n, out, options);
    }
    size_t binary_to_base64_with_lines(const char *p, size_t n, char *out, size_t line,
                                       simdutf::base64_options options) const noexcept override {
        return others.binary_to_base64_with_lines(p, n, out, line, options);
    }
    const char *find(const char *start, const char *end, char c) const noexcept override {
        return others.find(start, end, c);
    }
    const char16_t *find(const char16_t *start, const char16_t *end, char16_t c) const noexcept override {
        return others.find(start, end, c);
    }
};
