/* Converts a file to UTF-16, with U+FFFD in the place of what is malformed, in constant memory; here the
 * bytes are printed. */
#include <placemat.h>
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: convert_stream FILE\n");
        return 2;
    }
    placemat_stream *stream =
        placemat_stream_new(PLACEMAT_LABEL_UTF_8, PLACEMAT_LABEL_UTF_16BE, PLACEMAT_REPLACE, 0);
    for (bool last = false; !last;) {
        char block[16], out[PLACEMAT_MIN_ROOM]; /* So small that it is seen to work. */
        size_t len = fread(block, 1, sizeof block, file), from = 0;
        last = len < sizeof block;
        placemat_result done;
        do {
            done = placemat_stream_push(stream, block + from, len - from, out, sizeof out, last);
            from += done.read;
            for (size_t i = 0; i + 1 < done.written; i += 2) {
                printf("%02X%02X ", (unsigned)(unsigned char)out[i], (unsigned)(unsigned char)out[i + 1]);
            }
        } while (done.status == PLACEMAT_OUTPUT_FULL);
    }
    printf("\n%llu replaced\n", (unsigned long long)placemat_stream_malformed(stream));
    placemat_stream_free(stream);
    fclose(file);
    return 0;
}
