/* Streams whose contents are inputs. */
#include "symir.h"
#include <stdio.h>

static int count_lines(FILE *file) {
    int n = 0, c;

    while ((c = fgetc(file)) != EOF)
        n += c == '\n';
    return n;
}

int main(void) {
    FILE *file = symir_file(2, "file");

    SYMIR_TEST(count_lines, file);
}
