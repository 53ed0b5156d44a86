/* Functions that write to a file and read from one. */
#include "symir.h"
#include <stdio.h>

static void put(FILE *out, int n) {
    if (n > 3)
        fprintf(out, "big %d\n", n);
    else
        fputs("small\n", out);
}

static int first_line(FILE *in) {
    char line[8];

    return fgets(line, sizeof line, in) != NULL;
}

int main(void) {
    FILE *file = tmpfile();

    if (symir_bool("writes")) {
        SYMIR_TEST(put, file, symir_int("n"));
    } else {
        fputs("a\nb", file);
        rewind(file);
        SYMIR_TEST(first_line, file);
    }
    fclose(file);
    return 0;
}
