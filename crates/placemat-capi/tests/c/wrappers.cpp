// placemat.hpp.
#include <placemat.hpp>

#include "check.h"

int main() {
    CHECK(placemat::is_valid(std::string_view("caf\xC3\xA9")) && !placemat::is_valid(u"\xD800"));
    CHECK(placemat::validate("a\xFF").error.offset == 1 && placemat::validate(U"abc").status == PLACEMAT_OK);
    const auto units = placemat::to_utf16("caf\xC3\xA9");
    CHECK(units && *units == u"caf\u00E9" && units->size() == 4);
    const auto bad = placemat::to_utf16("caf\xE9");
    CHECK(!bad && bad.error().status == PLACEMAT_MALFORMED && bad.error().error.offset == 3);
    CHECK(placemat::to_utf16("caf\xE9", PLACEMAT_REPLACE).value_or(u"") == u"caf\uFFFD");
    CHECK(placemat::to_utf8(u"\U0001F600").value() == "\xF0\x9F\x98\x80");
    CHECK(placemat::to_utf8(U"\U0001F600").value() == "\xF0\x9F\x98\x80");
    CHECK(placemat::to_latin1(u"n\u00E9e").value() == "n\xE9" "e");
    CHECK(placemat::latin1_to_utf32("\xE9").value() == U"\u00E9");
    CHECK(placemat::repair("don\x92t", PLACEMAT_WINDOWS_1252).value() == "don\xE2\x80\x99t");
    CHECK(placemat::keep_start("5 \xE2\x82\xAC", 4) == "5 " && placemat::count_code_points(u"\U0001F600!") == 2);

    // More than one batch.
    const std::string many(200, '\xFF');
    const auto errors = placemat::errors(many);
    CHECK(errors.size() == 200 && errors[199].offset == 199);
    CHECK(placemat::explain("\xED\xA0\x80", placemat::errors("\xED\xA0\x80")[0])
          == "offset 0: ED A0 80 is an encoded surrogate, U+D800, never valid in UTF-8");

    placemat::stream stream(placemat::find_label("utf-16le"), PLACEMAT_LABEL_UTF_8, PLACEMAT_REPLACE);
    CHECK(stream);
    std::string out;
    CHECK(stream.push(std::string_view("a\0\x3D", 3), out, false).status == PLACEMAT_OK && stream.waiting() == 1);
    placemat::stream moved(std::move(stream));
    CHECK(moved.push(std::string_view("\xD8", 1), out, true).malformed == 1 && out == "a\xEF\xBF\xBD");
    CHECK(!placemat::stream(PLACEMAT_LABEL_UTF_16, PLACEMAT_LABEL_UTF_8, PLACEMAT_LATIN1));
    std::string escaped;
    CHECK(placemat::stream::escape().push(many, escaped, true).status == PLACEMAT_OK && escaped.size() == 800);
#ifdef __cpp_lib_char8_t
    CHECK(placemat::to_utf16(placemat::as_chars(u8"5 \u20AC")).value() == u"5 \u20AC");
    CHECK(placemat::is_valid(placemat::as_chars({})));
#endif
    CHECK(std::string_view(placemat::detect("caf\xC3\xA9")[0].encoding) == "utf-8");
    return 0;
}
