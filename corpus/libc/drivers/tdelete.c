/* tdelete: one of five keys is taken out again. */
#include <search.h>
#include <stdlib.h>
#include "symir.h"

static int compare(const void *a, const void *b) {
    const char *x = a, *y = b;

    return *x - *y;
}

/* Whether the key was there. */
static int delete(char text[5], char gone) {
    void *root = NULL;

    for (int i = 0; i < 5; i++)
        tsearch(&text[i], &root, compare);
    return tdelete(&gone, &root, compare) != NULL;
}

int main(void) {
    char text[5], gone;
    void *empty = NULL;

    symir_bytes(text, sizeof text, "text");
    gone = symir_char("gone");
    symir_assert(tdelete(&gone, NULL, compare) == NULL && tdelete(&gone, &empty, compare) == NULL);
    SYMIR_TEST(delete, text, gone);
}
