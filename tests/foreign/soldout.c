/* Buffers and arrays that grow. */
#include "array.h"
#include "buffer.h"
#include "symir.h"

int main(void) {
    int which = symir_range(0, 6, "which");
    char text[4];
    struct buf *one = bufnew(4), *other = bufnew(4);
    struct parray pointers;

    symir_string(text, "text");
    bufputs(one, text);
    bufputs(other, "aB");
    parr_init(&pointers);
    for (int i = symir_range(0, 3, "n"); i > 0; i--)
        parr_push(&pointers, text + i);
    switch (which) {
    case 0: SYMIR_TEST(bufcmp, one, other); break;
    case 1: SYMIR_TEST(bufcasecmp, one, other); break;
    case 2: SYMIR_TEST(bufset, &one, other); break;
    case 3: SYMIR_TEST(bufslurp, one, symir_range(0, 4, "count")); break;
    case 4: SYMIR_TEST(parr_insert, &pointers, 1, 1); break;
    case 5: SYMIR_TEST(parr_remove, &pointers, symir_range(0, 3, "place")); break;
    default: SYMIR_TEST(bufput, one, "xyz", 3); break;
    }
    parr_free(&pointers);
    bufrelease(one);
    bufrelease(other);
    return 0;
}
