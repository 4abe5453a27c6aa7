// simdutf on placemat answers as simdutf does: every function of its class `implementation` that is about text,
// on random texts of all forms, most of them corrupted.
#include "../c/check.h"
#include "adapter.hpp"
#include <algorithm>
#include <random>

using simdutf::implementation;

static bool same(const simdutf::result &a, const simdutf::result &b) {
    return a.error == b.error && a.count == b.count;
}

// A conversion in its three forms; `valid` says that the third may be asked.
template <class In, class Out>
static void conversion(const implementation &a, const implementation &b, const std::vector<In> &text, Out,
                       size_t (implementation::*plain)(const In *, size_t, Out *) const noexcept,
                       simdutf::result (implementation::*with_errors)(const In *, size_t, Out *)
                           const noexcept = nullptr,
                       size_t (implementation::*valid)(const In *, size_t, Out *) const noexcept = nullptr) {
    std::vector<Out> x(4 * text.size() + 64), y(x);
    const In *p = text.data();
    const size_t n = text.size();
    const size_t count = (a.*plain)(p, n, x.data());
    CHECK(count == (b.*plain)(p, n, y.data()));
    CHECK(std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count), y.begin()));
    if (with_errors == nullptr) return;
    const simdutf::result said = (a.*with_errors)(p, n, x.data());
    CHECK(same(said, (b.*with_errors)(p, n, y.data())));
    if (said.error != simdutf::SUCCESS || valid == nullptr) return;
    CHECK((a.*valid)(p, n, x.data()) == (b.*valid)(p, n, y.data()) && x == y);
}

#define BOTH(CALL) CHECK(a.CALL == b.CALL)
#define RESULTS(CALL) CHECK(same(a.CALL, b.CALL))
#define I implementation
#define CONVERSION(FROM, TO, OUT)                                                                          \
    conversion(a, b, text, OUT(), &I::convert_##FROM##_to_##TO, &I::convert_##FROM##_to_##TO##_with_errors, \
               &I::convert_valid_##FROM##_to_##TO)

static void bytes(const implementation &a, const implementation &b, const std::vector<char> &text) {
    const char *p = text.data();
    const size_t n = text.size();
    BOTH(validate_utf8(p, n));
    BOTH(validate_ascii(p, n));
    RESULTS(validate_utf8_with_errors(p, n));
    RESULTS(validate_ascii_with_errors(p, n));
    BOTH(detect_encodings(p, n));
    BOTH(count_utf8(p, n));
    BOTH(utf16_length_from_utf8(p, n));
    BOTH(utf32_length_from_utf8(p, n));
    BOTH(latin1_length_from_utf8(p, n));
    BOTH(utf8_length_from_latin1(p, n));
    conversion(a, b, text, char(), &I::convert_latin1_to_utf8);
    conversion(a, b, text, char16_t(), &I::convert_latin1_to_utf16le);
    conversion(a, b, text, char16_t(), &I::convert_latin1_to_utf16be);
    conversion(a, b, text, char32_t(), &I::convert_latin1_to_utf32);
    CONVERSION(utf8, latin1, char);
    CONVERSION(utf8, utf16le, char16_t);
    CONVERSION(utf8, utf16be, char16_t);
    CONVERSION(utf8, utf32, char32_t);
}

static void units16(const implementation &a, const implementation &b, const std::vector<char16_t> &text) {
    const char16_t *p = text.data();
    const size_t n = text.size();
    BOTH(validate_utf16le(p, n));
    BOTH(validate_utf16be(p, n));
    RESULTS(validate_utf16le_with_errors(p, n));
    RESULTS(validate_utf16be_with_errors(p, n));
    BOTH(validate_utf16le_as_ascii(p, n));
    BOTH(validate_utf16be_as_ascii(p, n));
    RESULTS(utf8_length_from_utf16le_with_replacement(p, n));
    RESULTS(utf8_length_from_utf16be_with_replacement(p, n));
    std::vector<char16_t> x(n + 1), y(x);
    a.to_well_formed_utf16le(p, n, x.data()), b.to_well_formed_utf16le(p, n, y.data());
    CHECK(x == y);
    a.to_well_formed_utf16be(p, n, x.data()), b.to_well_formed_utf16be(p, n, y.data());
    CHECK(x == y);
    a.change_endianness_utf16(p, n, x.data()), b.change_endianness_utf16(p, n, y.data());
    CHECK(x == y);
    // Of text that is not in order simdutf leaves open what these count.
    if (a.validate_utf16le(p, n)) {
        BOTH(count_utf16le(p, n));
        BOTH(utf32_length_from_utf16le(p, n));
        BOTH(utf8_length_from_utf16le(p, n));
    }
    if (a.validate_utf16be(p, n)) {
        BOTH(count_utf16be(p, n));
        BOTH(utf32_length_from_utf16be(p, n));
        BOTH(utf8_length_from_utf16be(p, n));
    }
    CONVERSION(utf16le, latin1, char);
    CONVERSION(utf16be, latin1, char);
    CONVERSION(utf16le, utf8, char);
    CONVERSION(utf16be, utf8, char);
    CONVERSION(utf16le, utf32, char32_t);
    CONVERSION(utf16be, utf32, char32_t);
}

static void units32(const implementation &a, const implementation &b, const std::vector<char32_t> &text) {
    const char32_t *p = text.data();
    const size_t n = text.size();
    BOTH(validate_utf32(p, n));
    RESULTS(validate_utf32_with_errors(p, n));
    if (a.validate_utf32(p, n)) {
        BOTH(utf8_length_from_utf32(p, n));
        BOTH(utf16_length_from_utf32(p, n));
    }
    CONVERSION(utf32, latin1, char);
    CONVERSION(utf32, utf8, char);
    CONVERSION(utf32, utf16le, char16_t);
    CONVERSION(utf32, utf16be, char16_t);
}

int main(void) {
    const implementation *theirs = simdutf::get_available_implementations()["fallback"];
    CHECK(theirs != nullptr);
    static const placemat_implementation ours(*theirs);
    std::mt19937 random(7);
    const auto below = [&](size_t end) { return random() % end; };
    const int rounds = 100000;
    for (int round = 0; round < rounds; round++) {
        // Values of one, two, .. bytes; then some of the units are others.
        const char32_t ends[] = {0x80, 0x100, 0x800, 0xD800, 0x110000};
        const char32_t end = ends[below(5)];
        std::vector<char32_t> values(below(below(10) == 0 ? 400 : 40));
        for (char32_t &value : values) {
            value = static_cast<char32_t>(below(end));
            if (value >= 0xD800 && value < 0xE000) value = 0xE000;
        }
        std::vector<char> utf8(4 * values.size() + 1);
        utf8.resize(theirs->convert_valid_utf32_to_utf8(values.data(), values.size(), utf8.data()));
        std::vector<char16_t> utf16(2 * values.size() + 1);
        utf16.resize(theirs->convert_valid_utf32_to_utf16le(values.data(), values.size(), utf16.data()));
        for (size_t errors = below(4); errors > 0; errors--) {
            const unsigned char bad[] = {0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFF};
            if (!utf8.empty()) utf8[below(utf8.size())] = static_cast<char>(bad[below(10)]);
            if (!utf8.empty() && below(8) == 0) utf8.pop_back();
            if (!utf16.empty()) utf16[below(utf16.size())] = static_cast<char16_t>(0xD800 + below(0x800));
            const char32_t none[] = {0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF};
            if (!values.empty()) values[below(values.size())] = none[below(4)];
        }
        bytes(*theirs, ours, utf8);
        units16(*theirs, ours, utf16);
        theirs->change_endianness_utf16(utf16.data(), utf16.size(), utf16.data());
        units16(*theirs, ours, utf16);
        units32(*theirs, ours, values);
    }
    // simdutf's own functions, on ours.
    simdutf::get_active_implementation() = &ours;
    CHECK(simdutf::validate_utf8("caf\xC3\xA9", 5) && simdutf::count_utf8("caf\xC3\xA9", 5) == 4);
    char16_t out[5];
    CHECK(simdutf::convert_utf8_to_utf16le("caf\xC3\xA9", 5, out) == 4 && out[3] == 0xE9);
    std::printf("%d texts\n", rounds);
    return 0;
}
