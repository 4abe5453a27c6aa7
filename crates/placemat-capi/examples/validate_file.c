/* Tells every line of a file that is not UTF-8, and what is wrong there.
 *
 *     gcc validate_file.c $(pkg-config --cflags --libs placemat) -o validate_file
 *     ./validate_file menu.txt
 */
#include <placemat.h>
#include <stdio.h>

static void tell(void *name, const placemat_located *found) {
    printf("%s:%llu:%llu: %s\n", (const char *)name, (unsigned long long)found->line,
           (unsigned long long)found->column, placemat_kind_text(found->error.kind));
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: validate_file FILE\n");
        return 2;
    }
    placemat_validator *validator = placemat_validator_new();
    uint64_t errors = 0;
    for (bool last = false; !last;) {
        char block[65536];
        size_t len = fread(block, 1, sizeof block, file);
        last = len < sizeof block;
        errors += placemat_validator_push(validator, block, len, last, tell, argv[1]);
    }
    printf("%llu errors in %llu bytes\n", (unsigned long long)errors,
           (unsigned long long)placemat_validator_offset(validator));
    placemat_validator_free(validator);
    bool failed = ferror(file) != 0;
    fclose(file);
    return failed ? 2 : 0;
}
