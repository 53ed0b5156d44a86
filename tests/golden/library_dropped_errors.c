/* What is printed is checked although nobody reads it: texts without an end, wild pointers, counts. */
#include "symir.h"
#include <stdio.h>

static int print(int way, char text[4], size_t n) {
    int count = 0;

    switch (way) {
    case 0:
        printf("%s\n", text);
        break;
    case 1:
        puts(text);
        break;
    case 2:
        fwrite(text, 1, n, stdout);
        break;
    case 3:
        printf("%s\n", (const char *)7);
        break;
    case 4:
        printf("%.4s\n", text);
        break;
    case 5:
        printf("%d%n\n", (int)n, &count);
        break;
    default:
        printf("%n", (int *)NULL);
    }
    return count;
}

int main(void) {
    char text[4];
    int way = symir_range(0, 6, "way");
    size_t n = symir_uint("n");

    symir_bytes(text, sizeof text, "text");
    SYMIR_TEST(print, way, text, n);
}
