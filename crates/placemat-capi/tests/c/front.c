/* Every function once, and what its result means. */
#include <placemat.h>

#include "check.h"
#include <string.h>

static void validation(void) {
    placemat_result r = placemat_utf8_validate("caf\xC3\xA9", 5);
    CHECK(r.status == PLACEMAT_OK && r.read == 5 && r.error.len == 0);
    r = placemat_utf8_validate("caf\xE9 x", 6);
    CHECK(r.status == PLACEMAT_MALFORMED && r.read == 3);
    CHECK(r.error.offset == 3 && r.error.len == 1 && r.error.kind == PLACEMAT_KIND_INCOMPLETE);
    r = placemat_ascii_validate("ab\x80", 3);
    CHECK(r.status == PLACEMAT_MALFORMED && r.error.offset == 2 && r.error.kind == PLACEMAT_KIND_UNDEFINED);

    const char16_t lone[] = {0x61, 0xD83D, 0x62};
    r = placemat_utf16_validate(lone, 3);
    CHECK(r.error.offset == 1 && r.error.len == 1 && r.error.kind == PLACEMAT_KIND_LONE_HIGH_SURROGATE);
    const char16_t swapped[] = {0x6100, 0x3DD8, 0x00DE, 0x00DC};
    char16_t native[4];
    memcpy(native, swapped, sizeof native);
    placemat_utf16_swap_bytes(native, 4);
    CHECK(native[0] == 0x61 && native[1] == 0xD83D);
    r = placemat_utf16_validate(native, 4);
    CHECK(r.status == PLACEMAT_MALFORMED && r.error.offset == 3 && r.error.kind == PLACEMAT_KIND_LONE_LOW_SURROGATE);
    /* One of both orders is that of the processor. */
    placemat_result le = placemat_utf16le_validate(native, 4), be = placemat_utf16be_validate(swapped, 4);
    const uint16_t one = 1;
    if (*(const char *)&one == 1) {
        CHECK(le.error.offset == 3 && be.error.offset == 3 && be.error.kind == PLACEMAT_KIND_LONE_LOW_SURROGATE);
        CHECK(placemat_utf16be_is_valid(swapped, 3) && placemat_utf16be_count(swapped, 3) == 2);
        CHECK(placemat_utf8_len_of_valid_utf16be(swapped, 3) == 5);
        CHECK(placemat_utf16be_trim(swapped, 2) == 1 && placemat_utf16be_trim(swapped, 3) == 3);
        CHECK(placemat_utf16le_count(native, 3) == 2 && placemat_utf8_len_of_valid_utf16le(native, 3) == 5);
        CHECK(placemat_utf16le_trim(native, 2) == 1);
        char16_t mended[4];
        memcpy(mended, swapped, sizeof mended);
        CHECK(placemat_utf16be_make_well_formed(mended, 4) == 1 && mended[3] == 0xFDFF);
        memcpy(mended, native, sizeof mended);
        CHECK(placemat_utf16le_make_well_formed(mended, 4) == 1 && mended[3] == 0xFFFD);
        placemat_error found[2];
        CHECK(placemat_utf16be_errors(swapped, 4, 0, found, 2) == 1 && found[0].offset == 3);
        CHECK(placemat_utf16le_errors(native, 4, 1, found, 2) == 1 && found[0].offset == 3);
        CHECK(placemat_utf16be_is_ascii(swapped, 1) && !placemat_utf16be_is_ascii(swapped, 2));
        CHECK(placemat_utf16le_is_ascii(native, 1) && !placemat_utf16le_is_ascii(native, 2));
        CHECK(placemat_utf16le_is_valid(native, 3));
    }
    CHECK(placemat_utf16_make_well_formed(native, 4) == 1 && native[3] == 0xFFFD);
    CHECK(placemat_utf16_is_valid(native, 4) && !placemat_utf16_is_valid(lone, 3));
    CHECK(placemat_utf16_is_ascii(native, 1) && !placemat_utf16_is_ascii(native, 2));

    const char32_t values[] = {0x20AC, 0xD800, 0x110000};
    r = placemat_utf32_validate(values, 3);
    CHECK(r.error.offset == 1 && r.error.kind == PLACEMAT_KIND_SURROGATE);
    CHECK(placemat_utf32_is_valid(values, 1) && !placemat_utf32_is_valid(values, 2));
    CHECK(placemat_ascii_is_valid("abc", 3) && placemat_utf8_is_valid("\xC3\xA9", 2) && !placemat_utf8_is_valid("\xC3", 1));
    placemat_error some[3];
    CHECK(placemat_utf32_errors(values, 3, 0, some, 3) == 2 && some[1].kind == PLACEMAT_KIND_TOO_LARGE);
    CHECK(placemat_utf16_errors(lone, 3, 0, some, 3) == 1 && some[0].offset == 1);
}

static void errors(void) {
    const char text[] = "a\xFF b\xC0\xAF c\xED\xA0\x80";
    const size_t len = sizeof text - 1;
    placemat_error out[2];
    size_t from = 0, found, sum = 0;
    uint64_t offsets[8];
    do {
        found = placemat_utf8_errors(text, len, from, out, 2);
        for (size_t i = 0; i < found; i++) offsets[sum++] = out[i].offset;
        if (found > 0) from = (size_t)out[found - 1].offset + out[found - 1].len;
    } while (found == 2);
    const uint64_t expected[] = {1, 4, 5, 8, 9, 10};
    CHECK(sum == 6 && memcmp(offsets, expected, sizeof expected) == 0);

    char words[128];
    placemat_result r = placemat_utf8_validate(text + 2, len - 2);
    CHECK(placemat_utf8_explain(text + 2, len - 2, &r.error, words, sizeof words) == strlen(words));
    CHECK(strcmp(words, "offset 2: C0 AF is an overlong encoding of \"/\" (U+002F), never valid in UTF-8") == 0);
    char few[9];
    CHECK(placemat_utf8_explain(text + 2, len - 2, &r.error, few, sizeof few) == strlen(words));
    CHECK(strcmp(few, "offset 2") == 0);
    CHECK(placemat_utf8_explain(text, 1, &r.error, few, sizeof few) == 0);
    /* What is no error of this text. */
    r.error.len = 2;
    CHECK(placemat_utf8_explain(text + 2, len - 2, &r.error, few, sizeof few) == 0);
    CHECK(placemat_utf8_explain("in order", 8, &r.error, few, sizeof few) == 0);
    r = placemat_utf8_validate("a\xA9", 2);
    CHECK(placemat_utf8_explain("a\xA9", 2, &r.error, few, sizeof few) > 0);
    CHECK(placemat_utf8_explain("\xC3\xA9", 2, &r.error, few, sizeof few) == 0);
}

static void conversion(void) {
    char16_t units[8];
    placemat_result r = placemat_utf8_to_utf16("caf\xE9 \xF0\x9F\x98\x80", 9, units, 8, PLACEMAT_REPLACE);
    CHECK(r.status == PLACEMAT_OK && r.read == 9 && r.written == 7 && r.malformed == 1 && r.unmappable == 0);
    CHECK(units[3] == 0xFFFD && units[5] == 0xD83D);
    CHECK(placemat_utf8_to_utf16_len("caf\xE9 \xF0\x9F\x98\x80", 9, PLACEMAT_REPLACE) == 7);
    /* The exact length is enough, and one less is not. */
    units[4] = 0x7777;
    r = placemat_utf8_to_utf16("5 \xE2\x82\xAC!", 6, units, 4, PLACEMAT_STRICT);
    CHECK(r.status == PLACEMAT_OK && r.written == 4 && units[4] == 0x7777);
    r = placemat_utf8_to_utf16("5 \xE2\x82\xAC!", 6, units, 3, PLACEMAT_STRICT);
    CHECK(r.status == PLACEMAT_OUTPUT_FULL && r.read == 5 && r.written == 3 && r.error.offset == 5);
    r = placemat_utf8_to_utf16("5 \xFF", 3, units, 8, PLACEMAT_STRICT);
    CHECK(r.status == PLACEMAT_MALFORMED && r.read == 2 && r.written == 2 && r.error.kind == PLACEMAT_KIND_NEVER_VALID);

    char bytes[64];
    r = placemat_utf8_to_latin1("5 \xE2\x82\xAC", 5, bytes, 64, PLACEMAT_STRICT);
    CHECK(r.status == PLACEMAT_UNMAPPABLE && r.error.code_point == 0x20AC && r.error.len == 3 && r.read == 2);
    r = placemat_utf8_to_latin1("5 \xE2\x82\xAC", 5, bytes, 64, PLACEMAT_REPLACE);
    CHECK(r.written == 3 && bytes[2] == '?' && r.unmappable == 1);
    r = placemat_utf8_repair("don\x92t", 5, bytes, 64, PLACEMAT_WINDOWS_1252);
    CHECK(r.written == 7 && memcmp(bytes, "don\xE2\x80\x99t", 7) == 0);
    CHECK(placemat_utf8_repair_len("don\x92t", 5, PLACEMAT_WINDOWS_1252) == 7);
    r = placemat_latin1_to_utf8("\xE9", 1, bytes, 64, PLACEMAT_STRICT);
    CHECK(r.written == 2 && memcmp(bytes, "\xC3\xA9", 2) == 0 && placemat_utf8_len_of_latin1("\xE9", 1) == 2);
    /* A policy that makes no sense, and one that is none. */
    r = placemat_latin1_to_utf8("\xE9", 1, bytes, 64, PLACEMAT_UTF8B);
    CHECK(r.status == PLACEMAT_BAD_ARGUMENT && r.written == 0);
    r = placemat_latin1_to_utf8("\xE9", 1, bytes, 64, (placemat_policy)99);
    CHECK(r.status == PLACEMAT_BAD_ARGUMENT);
    /* Any bytes survive UTF-8B. */
    r = placemat_utf8_to_utf16("a\xFF", 2, units, 8, PLACEMAT_UTF8B);
    CHECK(r.written == 2 && units[1] == 0xDCFF);
    r = placemat_utf16_to_utf8(units, 2, bytes, 64, PLACEMAT_UTF8B);
    CHECK(r.written == 2 && memcmp(bytes, "a\xFF", 2) == 0);

    r = placemat_escape("caf\xE9", 4, bytes, 64);
    CHECK(r.status == PLACEMAT_OK && r.written == 7 && memcmp(bytes, "caf\\xE9", 7) == 0);
    CHECK(placemat_escape_len("caf\xE9", 4) == 7 && placemat_unescape_len(bytes, 7) == 4);
    char back[8];
    r = placemat_unescape(bytes, 7, back, 8);
    CHECK(r.written == 4 && memcmp(back, "caf\xE9", 4) == 0);
}

/* Every direction takes "n<e acute>e" to every other and back. */
static void directions(void) {
    const char latin1[] = "n\xE9"
                          "e";
    char a[8], b[8];
    char16_t u[8], v[8];
    char32_t w[8];
    size_t n;
#define STEP(CALL, ROOM)                                                                                    \
    do {                                                                                                   \
        placemat_result step = CALL;                                                                       \
        CHECK(step.status == PLACEMAT_OK);                                                                 \
        n = step.written;                                                                                  \
        CHECK(n == (ROOM));                                                                                \
    } while (0)
    const placemat_policy strict = PLACEMAT_STRICT;
    STEP(placemat_latin1_to_utf8(latin1, 3, a, 8, strict), placemat_latin1_to_utf8_len(latin1, 3, strict));
    STEP(placemat_utf8_to_utf16le(a, 4, u, 8, strict), placemat_utf8_to_utf16le_len(a, 4, strict));
    STEP(placemat_utf16le_to_utf32(u, 3, w, 8, strict), placemat_utf16le_to_utf32_len(u, 3, strict));
    STEP(placemat_utf32_to_utf16be(w, 3, v, 8, strict), placemat_utf32_to_utf16be_len(w, 3, strict));
    STEP(placemat_utf16be_to_latin1(v, 3, b, 8, strict), placemat_utf16be_to_latin1_len(v, 3, strict));
    CHECK(memcmp(b, latin1, 3) == 0);
    STEP(placemat_latin1_to_utf16(b, 3, u, 8, strict), placemat_latin1_to_utf16_len(b, 3, strict));
    STEP(placemat_utf16_to_utf32(u, 3, w, 8, strict), placemat_utf16_to_utf32_len(u, 3, strict));
    STEP(placemat_utf32_to_utf8(w, 3, a, 8, strict), placemat_utf32_to_utf8_len(w, 3, strict));
    CHECK(placemat_utf8_len_of_valid_utf32(w, 3) == 4 && placemat_utf16_len_of_valid_utf32(w, 3) == 3);
    STEP(placemat_utf8_to_utf16be(a, 4, u, 8, strict), placemat_utf8_to_utf16be_len(a, 4, strict));
    STEP(placemat_utf16be_to_utf8(u, 3, a, 8, strict), placemat_utf16be_to_utf8_len(u, 3, strict));
    STEP(placemat_utf16be_to_utf32(u, 3, w, 8, strict), placemat_utf16be_to_utf32_len(u, 3, strict));
    STEP(placemat_utf32_to_utf16le(w, 3, u, 8, strict), placemat_utf32_to_utf16le_len(w, 3, strict));
    STEP(placemat_utf16le_to_utf8(u, 3, a, 8, strict), placemat_utf16le_to_utf8_len(u, 3, strict));
    STEP(placemat_utf8_to_utf32(a, 4, w, 8, strict), placemat_utf8_to_utf32_len(a, 4, strict));
    STEP(placemat_utf32_to_utf16(w, 3, u, 8, strict), placemat_utf32_to_utf16_len(w, 3, strict));
    STEP(placemat_utf16_repair(u, 3, v, 8, strict), placemat_utf16_repair_len(u, 3, strict));
    STEP(placemat_utf16_to_latin1(v, 3, b, 8, strict), placemat_utf16_to_latin1_len(v, 3, strict));
    STEP(placemat_latin1_to_utf16be(b, 3, u, 8, strict), placemat_latin1_to_utf16be_len(b, 3, strict));
    STEP(placemat_utf16be_to_latin1(u, 3, b, 8, strict), 3);
    STEP(placemat_latin1_to_utf16le(b, 3, u, 8, strict), placemat_latin1_to_utf16le_len(b, 3, strict));
    STEP(placemat_utf16le_to_latin1(u, 3, b, 8, strict), placemat_utf16le_to_latin1_len(u, 3, strict));
    STEP(placemat_latin1_to_utf32(b, 3, w, 8, strict), placemat_latin1_to_utf32_len(b, 3, strict));
    STEP(placemat_utf32_to_latin1(w, 3, b, 8, strict), placemat_utf32_to_latin1_len(w, 3, strict));
    STEP(placemat_latin1_to_utf8(b, 3, a, 8, strict), 4);
    STEP(placemat_utf8_to_latin1(a, 4, b, 8, strict), placemat_utf8_to_latin1_len(a, 4, strict));
    STEP(placemat_latin1_to_utf16(b, 3, u, 8, strict), 3);
    STEP(placemat_utf16_to_utf8(u, 3, a, 8, strict), placemat_utf16_to_utf8_len(u, 3, strict));
    CHECK(memcmp(b, latin1, 3) == 0 && memcmp(a, "n\xC3\xA9" "e", 4) == 0);
    placemat_utf32_swap_bytes(w, 1);
    CHECK(w[0] == 0x6E000000);
}

static void counts(void) {
    const char text[] = "n\xC3\xA9" "e \xF0\x9F\x98\x80";
    CHECK(placemat_utf8_count(text, 9) == 5 && placemat_utf16_len_of_valid_utf8(text, 9) == 6);
    CHECK(placemat_utf8_floor(text, 9, 2) == 1 && placemat_utf8_ceil(text, 9, 2) == 3);
    CHECK(placemat_utf8_is_boundary(text, 9, 3) && !placemat_utf8_is_boundary(text, 9, 2));
    CHECK(placemat_utf8_floor(text, 9, SIZE_MAX) == 9 && placemat_utf8_trim(text, 8) == 5);
    const char16_t units[] = {0x61, 0xD83D, 0xDE00};
    CHECK(placemat_utf16_count(units, 3) == 2 && placemat_utf8_len_of_valid_utf16(units, 3) == 5);
    CHECK(placemat_utf16_floor(units, 3, 2) == 1 && placemat_utf16_ceil(units, 3, 2) == 3);
    CHECK(placemat_utf16_is_boundary(units, 3, 1) && !placemat_utf16_is_boundary(units, 3, 2));
    CHECK(placemat_utf16_trim(units, 2) == 1 && placemat_utf16_trim(units, 3) == 3);
}

static void streams(void) {
    CHECK(placemat_label_find("UTF8", 4) == PLACEMAT_LABEL_UTF_8);
    CHECK(placemat_label_find("latin1", 6) == PLACEMAT_LABEL_ISO_8859_1);
    CHECK(placemat_label_find_whatwg("latin1", 6) == PLACEMAT_LABEL_WINDOWS_1252_WHATWG);
    CHECK(placemat_label_find("utf-9", 5) == PLACEMAT_LABEL_NONE);
    CHECK(strcmp(placemat_label_name(PLACEMAT_LABEL_UTF_16LE), "utf-16le") == 0);
    size_t signature = 9;
    CHECK(placemat_label_for_reading(PLACEMAT_LABEL_UTF_16, "\xFF\xFE", 2, true, &signature) == PLACEMAT_LABEL_UTF_16LE);
    CHECK(signature == 2);
    CHECK(placemat_label_for_reading(PLACEMAT_LABEL_UTF_16, "\xFF", 1, false, NULL) == PLACEMAT_LABEL_NONE);

    placemat_stream *s = placemat_stream_new(PLACEMAT_LABEL_UTF_8, PLACEMAT_LABEL_UTF_16BE, PLACEMAT_STRICT, 0);
    CHECK(s != NULL);
    char out[PLACEMAT_MIN_ROOM];
    placemat_result r = placemat_stream_push(s, "5 \xE2\x82", 4, out, sizeof out, false);
    CHECK(r.status == PLACEMAT_OK && r.read == 4 && r.written == 4);
    CHECK(placemat_stream_offset(s) == 2 && placemat_stream_waiting(s) == 2);
    r = placemat_stream_push(s, "\xAC\xFF", 2, out, sizeof out, true);
    CHECK(r.status == PLACEMAT_MALFORMED && r.error.offset == 5 && r.written == 2 && r.read == 2);
    r = placemat_stream_push(s, NULL, 0, NULL, 0, true);
    CHECK(r.status == PLACEMAT_OK && placemat_stream_malformed(s) == 1 && placemat_stream_unmappable(s) == 0);
    placemat_stream_reset(s);
    CHECK(placemat_stream_offset(s) == 0 && placemat_stream_malformed(s) == 0);
    placemat_stream_free(s);
    placemat_stream_free(NULL);
    s = placemat_stream_new(PLACEMAT_LABEL_UTF_16, PLACEMAT_LABEL_UTF_8, PLACEMAT_LATIN1, 0);
    CHECK(s == NULL);

    s = placemat_stream_new_escape();
    r = placemat_stream_push(s, "\xE9", 1, out, sizeof out, true);
    CHECK(r.written == 4 && memcmp(out, "\\xE9", 4) == 0 && r.malformed == 1);
    placemat_stream_free(s);
    s = placemat_stream_new_unescape();
    r = placemat_stream_push(s, "\\xE9", 4, out, sizeof out, true);
    CHECK(r.written == 1 && out[0] == '\xE9');
    placemat_stream_free(s);

    size_t needed = 0;
    const placemat_label cesu8 = PLACEMAT_LABEL_CESU_8, utf7 = PLACEMAT_LABEL_UTF_7;
    r = placemat_convert_len(cesu8, utf7, PLACEMAT_STRICT, 0, "\xED\xA0\xBD\xED\xB8\x80!", 7, &needed);
    CHECK(r.status == PLACEMAT_OK && r.read == 7 && r.written == 0 && needed == 8);
    r = placemat_convert(cesu8, utf7, PLACEMAT_STRICT, 0, "\xED\xA0\xBD\xED\xB8\x80!", 7, out, needed);
    CHECK(r.status == PLACEMAT_OK && r.written == 8 && memcmp(out, "+2D3eAA!", 8) == 0);
    r = placemat_convert(cesu8, utf7, PLACEMAT_STRICT, 0, "ab\xFF", 3, out, sizeof out);
    CHECK(r.status == PLACEMAT_MALFORMED && r.read == 2 && r.error.offset == 2);
    r = placemat_convert(cesu8, utf7, PLACEMAT_STRICT, 2, "ab", 2, out, sizeof out);
    CHECK(r.status == PLACEMAT_BAD_ARGUMENT);
    /* A lone surrogate stands for itself where that is asked for. */
    r = placemat_convert(PLACEMAT_LABEL_UTF_16BE, PLACEMAT_LABEL_WTF_8, PLACEMAT_STRICT, PLACEMAT_LENIENT, "\xD8\0", 2,
                         out, sizeof out);
    CHECK(r.status == PLACEMAT_OK && r.written == 3 && memcmp(out, "\xED\xA0\x80", 3) == 0);
}

static void tell(void *context, const placemat_located *error) {
    uint64_t *sums = (uint64_t *)context;
    sums[0] += error->error.offset;
    sums[1] += error->line;
    sums[2] += error->column;
}

static void others(void) {
    placemat_validator *v = placemat_validator_new();
    uint64_t sums[3] = {0, 0, 0};
    CHECK(placemat_validator_push(v, "two\nlines \xE2\x82", 12, false, tell, sums) == 0);
    CHECK(placemat_validator_waiting(v) == 2 && placemat_validator_offset(v) == 10);
    CHECK(placemat_validator_push(v, "\xAC, \xFF", 4, true, tell, sums) == 1);
    CHECK(sums[0] == 15 && sums[1] == 2 && sums[2] == 12 && placemat_validator_line_feeds(v) == 1);
    CHECK(placemat_validator_push(v, "\xFF", 1, true, NULL, NULL) == 1);
    placemat_validator_free(v);
    placemat_validator_free(NULL);

    /* "Съешь ещё этих мягких французских булок" in KOI8-R. */
    const char koi8[] = "\xF3\xDF\xC5\xDB\xD8 \xC5\xDD\xA3 \xDC\xD4\xC9\xC8 \xCD\xD1\xC7\xCB\xC9\xC8";
    placemat_candidate found[4];
    CHECK(placemat_detect(koi8, sizeof koi8 - 1, found, 4) >= 1);
    CHECK(strcmp(found[0].encoding, "koi8-r") == 0 && found[0].certainty > 0.5);

    CHECK(strcmp(placemat_version(), PLACEMAT_VERSION) == 0 && placemat_level()[0] != '\0');
    CHECK(strcmp(placemat_status_name(PLACEMAT_OUTPUT_FULL), "output-full") == 0);
    CHECK(strcmp(placemat_kind_name(PLACEMAT_KIND_NEEDLESS_SHIFT), "needless-shift") == 0);
    CHECK(strcmp(placemat_kind_text(PLACEMAT_KIND_OVERLONG), "overlong encoding") == 0);
    CHECK(strcmp(placemat_policy_name(PLACEMAT_UTF8B), "utf8b") == 0);
    CHECK(placemat_kind_name(PLACEMAT_KIND_NONE) == NULL && placemat_label_name((placemat_label)99) == NULL);
}

int main(void) {
    validation();
    errors();
    conversion();
    directions();
    counts();
    streams();
    others();
    return 0;
}
