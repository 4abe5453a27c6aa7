/* Texts of gigabytes: offsets and lengths that do not fit 32 bits; and where addresses have no more, lengths
 * that nothing counts. Such a text is one megabyte of memory, mapped again and again. */
#define _GNU_SOURCE
#include <placemat.h>

#include "check.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MEGABYTE ((size_t)1 << 20)

/* `megabytes` of `byte`. */
static char *filled_with(char byte, size_t megabytes) {
    int file = memfd_create("text", 0);
    CHECK(file >= 0 && ftruncate(file, (off_t)MEGABYTE) == 0);
    char *text = mmap(NULL, megabytes * MEGABYTE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(text != MAP_FAILED);
    const int access = PROT_READ | PROT_WRITE;
    for (size_t i = 0; i < megabytes; i++)
        CHECK(mmap(text + i * MEGABYTE, MEGABYTE, access, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
    close(file);
    memset(text, byte, MEGABYTE);
    return text;
}

#if SIZE_MAX > UINT32_MAX

int main(void) {
    const size_t megabytes = 4097, len = megabytes * MEGABYTE;
    char *text = filled_with('a', megabytes);
    CHECK(placemat_utf8_is_valid(text, len) && placemat_utf8_count(text, len) == len);
    CHECK(placemat_utf8_to_utf32_len(text, len, PLACEMAT_REPLACE) == len);
    CHECK(placemat_utf8_floor(text, len, len - 1) == len - 1);
    /* A page of its own, behind four gigabytes. */
    char *last = text + len - MEGABYTE;
    void *own = mmap(last, MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK(own != MAP_FAILED);
    memset(last, 'a', MEGABYTE);
    last[5] = '\xFF';
    const placemat_result r = placemat_utf8_validate(text, len);
    CHECK(r.status == PLACEMAT_MALFORMED && r.error.offset == len - MEGABYTE + 5 && r.read == r.error.offset);
    placemat_error found[2];
    CHECK(placemat_utf8_errors(text, len, len - MEGABYTE, found, 2) == 1 && found[0].offset == r.error.offset);
    return 0;
}

#else

int main(void) {
    /* 4 bytes for each of UTF-32: 2^32 and more, of which there were only the lower 32 bits. */
    const size_t megabytes = 1025, len = megabytes * MEGABYTE;
    char *text = filled_with('a', megabytes);
    CHECK(placemat_utf8_is_valid(text, len) && placemat_utf8_count(text, len) == len);
    CHECK(placemat_utf8_to_utf32_len(text, len, PLACEMAT_REPLACE) == len);
    CHECK(placemat_latin1_to_utf32_len(text, len, PLACEMAT_STRICT) == len);
    CHECK(placemat_utf8_to_utf16_len(text, len, PLACEMAT_STRICT) == len);
    /* No room of so many units of four bytes can be. */
    char32_t unit = 0;
    CHECK(placemat_utf8_to_utf32(text, len, &unit, len, PLACEMAT_STRICT).status == PLACEMAT_BAD_ARGUMENT);
    const placemat_result r = placemat_utf8_to_utf32(text, len, &unit, 1, PLACEMAT_STRICT);
    CHECK(r.status == PLACEMAT_OUTPUT_FULL && r.read == 1 && r.written == 1 && unit == 'a');
    /* "\xff\xff\xff\xff" for each value: 2^32 units of UTF-16 and more. */
    memset(text, '\xFF', MEGABYTE);
    const char32_t *values = (const char32_t *)(void *)text;
    CHECK(placemat_utf32_to_utf16_len(values, len / 4, PLACEMAT_REPLACE) == len / 4);
    CHECK(placemat_utf32_to_utf16_len(values, len / 4, PLACEMAT_BACKSLASHREPLACE) == SIZE_MAX);
    return 0;
}

#endif
