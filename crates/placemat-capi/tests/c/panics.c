/* A panic inside becomes a status: for a library with the feature inject-panic. */
#include <placemat.h>

#include "check.h"

/* The next call of this thread panics. */
void placemat_inject_panic(void);

int main(void) {
    char16_t units[4];
    char bytes[4];
    placemat_stream *stream = placemat_stream_new(PLACEMAT_LABEL_UTF_8, PLACEMAT_LABEL_UTF_16LE, PLACEMAT_STRICT, 0);

    placemat_inject_panic();
    CHECK(placemat_utf8_validate("a", 1).status == PLACEMAT_DEFECT);
    CHECK(placemat_utf8_validate("a", 1).status == PLACEMAT_OK);
    placemat_inject_panic();
    CHECK(placemat_utf8_to_utf16("a", 1, units, 4, PLACEMAT_STRICT).status == PLACEMAT_DEFECT);
    placemat_inject_panic();
    CHECK(!placemat_utf8_is_valid("a", 1));
    placemat_inject_panic();
    CHECK(placemat_utf8_count("a", 1) == 0);
    placemat_inject_panic();
    CHECK(placemat_stream_push(stream, "a", 1, bytes, 4, true).status == PLACEMAT_DEFECT);
    CHECK(placemat_stream_push(stream, "a", 1, bytes, 4, true).status == PLACEMAT_OK);
    placemat_inject_panic();
    CHECK(placemat_stream_new_escape() == NULL);
    placemat_inject_panic();
    CHECK(placemat_version() == NULL);
    placemat_stream_free(stream);
    return 0;
}
