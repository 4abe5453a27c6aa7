// placemat.hpp: placemat.h for C++17 and later: views in the place of pointers and lengths, streams that
// free themselves, results that hold a value or an error. Nothing throws but what allocates (bad_alloc).
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef PLACEMAT_HPP
#define PLACEMAT_HPP

#include "placemat.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace placemat {

using status = ::placemat_status;
using kind = ::placemat_kind;
using error = ::placemat_error;
using policy = ::placemat_policy;
using label = ::placemat_label;
using result = ::placemat_result;

/// A value, or the placemat::result that says why there is none. As std::expected of C++23.
template <class T> class [[nodiscard]] expected {
public:
    expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    expected(const result &why) : state_(std::in_place_index<1>, why) {}

    bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value; there must be one.
    const T &value() const & noexcept { return *std::get_if<0>(&state_); }
    T &&value() && noexcept { return std::move(*std::get_if<0>(&state_)); }
    const T &operator*() const & noexcept { return value(); }
    const T *operator->() const noexcept { return std::get_if<0>(&state_); }
    T value_or(T other) const & { return has_value() ? value() : std::move(other); }

    /// Why there is no value; there must be none.
    const result &error() const noexcept { return *std::get_if<1>(&state_); }

private:
    std::variant<T, result> state_;
};

namespace detail {

using text8 = std::string_view;
using text16 = std::u16string_view;
using text32 = std::u32string_view;

/// All of a text, into a string of the exact length.
template <class Target, class View, class Length, class Convert>
expected<Target> convert(View text, policy how, Length length, Convert convert) {
    Target out(length(text.data(), text.size(), how), typename Target::value_type());
    const result done = convert(text.data(), text.size(), out.data(), out.size(), how);
    if (done.status != PLACEMAT_OK) return done;
    out.resize(done.written);
    return out;
}

/// All errors of a text.
template <class View, class Errors> std::vector<error> errors(View text, Errors errors) {
    std::vector<error> all;
    error some[64];
    std::size_t from = 0;
    for (;;) {
        const std::size_t found = errors(text.data(), text.size(), from, some, 64);
        all.insert(all.end(), some, some + found);
        if (found < 64) return all;
        from = static_cast<std::size_t>(some[63].offset) + some[63].len;
    }
}

} // namespace detail

#ifdef __cpp_lib_char8_t
/// Text of char8_t, as C++20 has it, as what all functions take: `validate(as_chars(u8"5 €"))`.
inline std::string_view as_chars(std::u8string_view text) noexcept {
    return {reinterpret_cast<const char *>(text.data()), text.size()};
}
#endif

// Validation: overloads by the type of view.

inline result validate(std::string_view text) noexcept { return placemat_utf8_validate(text.data(), text.size()); }
inline result validate(std::u16string_view text) noexcept { return placemat_utf16_validate(text.data(), text.size()); }
inline result validate(std::u32string_view text) noexcept { return placemat_utf32_validate(text.data(), text.size()); }

inline bool is_valid(std::string_view text) noexcept { return placemat_utf8_is_valid(text.data(), text.size()); }
inline bool is_valid(std::u16string_view text) noexcept { return placemat_utf16_is_valid(text.data(), text.size()); }
inline bool is_valid(std::u32string_view text) noexcept { return placemat_utf32_is_valid(text.data(), text.size()); }
inline bool is_ascii(std::string_view text) noexcept { return placemat_ascii_is_valid(text.data(), text.size()); }

/// Every error, in order.
inline std::vector<error> errors(std::string_view text) { return detail::errors(text, placemat_utf8_errors); }
inline std::vector<error> errors(std::u16string_view text) { return detail::errors(text, placemat_utf16_errors); }
inline std::vector<error> errors(std::u32string_view text) { return detail::errors(text, placemat_utf32_errors); }

/// One error of UTF-8 in words.
inline std::string explain(std::string_view text, const error &bad) {
    std::string out(placemat_utf8_explain(text.data(), text.size(), &bad, nullptr, 0), '\0');
    // The zero byte behind the last one is the string's own.
    if (!out.empty()) placemat_utf8_explain(text.data(), text.size(), &bad, &out[0], out.size() + 1);
    return out;
}

// Conversion: to_X(text, policy), where the type of view says what it is converted from. Latin-1 has no type
// of view of its own: latin1_to_X.

#define PLACEMAT_CONVERT(NAME, TARGET, VIEW, FUNCTION)                                                     \
    inline expected<TARGET> NAME(VIEW text, policy how = PLACEMAT_STRICT) {                                \
        return detail::convert<TARGET>(text, how, FUNCTION##_len, FUNCTION);                               \
    }

PLACEMAT_CONVERT(to_utf16, std::u16string, std::string_view, placemat_utf8_to_utf16)
PLACEMAT_CONVERT(to_utf32, std::u32string, std::string_view, placemat_utf8_to_utf32)
PLACEMAT_CONVERT(to_latin1, std::string, std::string_view, placemat_utf8_to_latin1)
PLACEMAT_CONVERT(repair, std::string, std::string_view, placemat_utf8_repair)
PLACEMAT_CONVERT(to_utf8, std::string, std::u16string_view, placemat_utf16_to_utf8)
PLACEMAT_CONVERT(to_utf32, std::u32string, std::u16string_view, placemat_utf16_to_utf32)
PLACEMAT_CONVERT(to_latin1, std::string, std::u16string_view, placemat_utf16_to_latin1)
PLACEMAT_CONVERT(repair, std::u16string, std::u16string_view, placemat_utf16_repair)
PLACEMAT_CONVERT(to_utf8, std::string, std::u32string_view, placemat_utf32_to_utf8)
PLACEMAT_CONVERT(to_utf16, std::u16string, std::u32string_view, placemat_utf32_to_utf16)
PLACEMAT_CONVERT(to_latin1, std::string, std::u32string_view, placemat_utf32_to_latin1)
PLACEMAT_CONVERT(latin1_to_utf8, std::string, std::string_view, placemat_latin1_to_utf8)
PLACEMAT_CONVERT(latin1_to_utf16, std::u16string, std::string_view, placemat_latin1_to_utf16)
PLACEMAT_CONVERT(latin1_to_utf32, std::u32string, std::string_view, placemat_latin1_to_utf32)

#undef PLACEMAT_CONVERT

/// The longest start of a text that has at most `most` units and cuts nothing in two.
inline std::string_view keep_start(std::string_view text, std::size_t most) noexcept {
    return text.substr(0, placemat_utf8_floor(text.data(), text.size(), most));
}
inline std::u16string_view keep_start(std::u16string_view text, std::size_t most) noexcept {
    return text.substr(0, placemat_utf16_floor(text.data(), text.size(), most));
}

inline std::size_t count_code_points(std::string_view text) noexcept {
    return placemat_utf8_count(text.data(), text.size());
}
inline std::size_t count_code_points(std::u16string_view text) noexcept {
    return placemat_utf16_count(text.data(), text.size());
}

/// PLACEMAT_LABEL_NONE for a name that means nothing.
inline label find_label(std::string_view name) noexcept { return placemat_label_find(name.data(), name.size()); }

/// The candidates for the encoding of `text`, the likeliest first.
inline std::vector<::placemat_candidate> detect(std::string_view text) {
    std::vector<::placemat_candidate> out(16);
    std::size_t found = placemat_detect(text.data(), text.size(), out.data(), out.size());
    if (found > out.size()) {
        out.resize(found);
        found = placemat_detect(text.data(), text.size(), out.data(), out.size());
    }
    out.resize(found);
    return out;
}

/// Text that comes in pieces. It can be moved, not copied.
class stream {
public:
    /// A conversion; `!stream` if the policy makes no sense for the two encodings.
    stream(label from, label to, policy how = PLACEMAT_STRICT, std::uint32_t flags = 0) noexcept
        : handle_(placemat_stream_new(from, to, how, flags)) {}
    static stream escape() noexcept { return stream(placemat_stream_new_escape()); }
    static stream unescape() noexcept { return stream(placemat_stream_new_unescape()); }

    explicit operator bool() const noexcept { return handle_ != nullptr; }

    result push(std::string_view chunk, char *out, std::size_t room, bool last) noexcept {
        return placemat_stream_push(handle_.get(), chunk.data(), chunk.size(), out, room, last);
    }

    /// Appends to `out` all that `chunk` becomes, or what it becomes before an error: then push again what
    /// lies behind `read` to go on.
    result push(std::string_view chunk, std::string &out, bool last) {
        result sum = {};
        for (;;) {
            const std::size_t old = out.size();
            out.resize(old + chunk.size() - sum.read + PLACEMAT_MIN_ROOM);
            const result done = push(chunk.substr(sum.read), &out[old], out.size() - old, last);
            out.resize(old + done.written);
            sum.read += done.read;
            sum.written += done.written;
            sum.malformed += done.malformed;
            sum.unmappable += done.unmappable;
            if (done.status == PLACEMAT_OUTPUT_FULL) continue;
            sum.status = done.status;
            sum.error = done.error;
            return sum;
        }
    }

    std::uint64_t offset() const noexcept { return placemat_stream_offset(handle_.get()); }
    std::size_t waiting() const noexcept { return placemat_stream_waiting(handle_.get()); }
    std::uint64_t malformed() const noexcept { return placemat_stream_malformed(handle_.get()); }
    std::uint64_t unmappable() const noexcept { return placemat_stream_unmappable(handle_.get()); }
    void reset() noexcept { placemat_stream_reset(handle_.get()); }

private:
    explicit stream(::placemat_stream *handle) noexcept : handle_(handle) {}

    struct free {
        void operator()(::placemat_stream *handle) const noexcept { placemat_stream_free(handle); }
    };
    std::unique_ptr<::placemat_stream, free> handle_;
};

} // namespace placemat

#endif // PLACEMAT_HPP
