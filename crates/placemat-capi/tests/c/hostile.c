/* What no caller should do, as far as it is defined: nothing is read or written. */
#include <placemat.h>

#include "check.h"
#include <string.h>

int main(void) {
    char byte = 'a';
    char16_t units[4] = {0x61, 0, 0, 0};
    placemat_error error;
    /* NULL with length 0 is text of no units. */
    CHECK(placemat_utf8_validate(NULL, 0).status == PLACEMAT_OK);
    CHECK(placemat_utf8_is_valid(NULL, 0) && placemat_utf16_is_valid(NULL, 0) && placemat_utf32_is_valid(NULL, 0));
    CHECK(placemat_utf8_to_utf16(NULL, 0, NULL, 0, PLACEMAT_REPLACE).status == PLACEMAT_OK);
    CHECK(placemat_utf8_to_utf16("a", 1, NULL, 0, PLACEMAT_STRICT).status == PLACEMAT_OUTPUT_FULL);
    CHECK(placemat_utf8_errors(NULL, 0, 0, NULL, 0) == 0);
    CHECK(placemat_detect(NULL, 0, NULL, 0) == placemat_detect("", 0, NULL, 0));
    CHECK(placemat_label_find(NULL, 0) == PLACEMAT_LABEL_NONE);
    /* NULL with another length. */
    CHECK(placemat_utf8_validate(NULL, 1).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(!placemat_utf8_is_valid(NULL, 1) && placemat_utf8_count(NULL, 1) == 0);
    CHECK(placemat_utf8_to_utf16(NULL, 1, units, 4, PLACEMAT_STRICT).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_utf8_to_utf16(&byte, 1, NULL, 4, PLACEMAT_STRICT).status == PLACEMAT_BAD_ARGUMENT);
    /* Lengths that no memory has; in units, so that their bytes overflow. */
    CHECK(placemat_utf8_validate(&byte, SIZE_MAX).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_utf8_validate(&byte, (size_t)PTRDIFF_MAX + 1).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_utf16_validate(units, SIZE_MAX / 2 + 2).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_utf8_to_utf16(&byte, 1, units, SIZE_MAX, PLACEMAT_STRICT).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_utf8_errors(&byte, 1, 0, &error, SIZE_MAX) == 0);
    /* A pointer that is not aligned. */
    const void *odd = (const char *)units + 1;
    CHECK(placemat_utf16_validate((const char16_t *)odd, 1).status == PLACEMAT_BAD_ARGUMENT);
    /* Offsets outside. */
    CHECK(placemat_utf8_errors("\xFF", 1, 2, &error, 1) == 0 && placemat_utf8_errors("\xFF", 1, 1, &error, 1) == 0);
    CHECK(!placemat_utf8_is_boundary("a", 1, SIZE_MAX) && placemat_utf8_ceil("a", 1, SIZE_MAX) == 1);
    error.offset = UINT64_MAX;
    error.len = SIZE_MAX;
    error.kind = PLACEMAT_KIND_OVERLONG;
    CHECK(placemat_utf8_explain("\xFF", 1, &error, &byte, 1) == 0);
    CHECK(placemat_utf8_explain("\xFF", 1, NULL, &byte, 1) == 0);
    /* No handle. */
    CHECK(placemat_stream_push(NULL, "a", 1, &byte, 1, true).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_stream_offset(NULL) == 0 && placemat_stream_waiting(NULL) == 0);
    CHECK(placemat_validator_push(NULL, "a", 1, true, NULL, NULL) == 0);
    placemat_stream_reset(NULL);
    /* Numbers that mean nothing. */
    const placemat_label none = (placemat_label)1000, utf8 = PLACEMAT_LABEL_UTF_8;
    CHECK(placemat_stream_new(none, utf8, PLACEMAT_STRICT, 0) == NULL);
    CHECK(placemat_stream_new(utf8, PLACEMAT_LABEL_NONE, PLACEMAT_STRICT, 0) == NULL);
    CHECK(placemat_stream_new(utf8, utf8, (placemat_policy)9, 0) == NULL);
    CHECK(placemat_convert_len(utf8, utf8, PLACEMAT_STRICT, 0, "a", 1, NULL).status == PLACEMAT_BAD_ARGUMENT);
    CHECK(placemat_label_for_reading(none, "a", 1, true, NULL) == PLACEMAT_LABEL_NONE);
    CHECK(placemat_simdutf_error(NULL, NULL, 0, false) == 11);
    return 0;
}
