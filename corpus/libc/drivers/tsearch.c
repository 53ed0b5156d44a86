/* tsearch and tfind of four keys. */
#include <search.h>
#include <stdlib.h>
#include "symir.h"

static int compare(const void *a, const void *b) {
    const char *x = a, *y = b;

    return *x - *y;
}

/* How many different characters there are, and whether the last one can be found: 10 more if so. */
static int different(char text[4]) {
    void *root = NULL;
    int count = 0;

    for (int i = 0; i < 4; i++) {
        char **at = tsearch(&text[i], &root, compare);

        count += *at == &text[i];
    }
    return count + (tfind(&text[3], &root, compare) ? 10 : 0);
}

int main(void) {
    char text[4];
    void *empty = NULL;

    symir_bytes(text, sizeof text, "text");
    symir_assert(tfind(text, &empty, compare) == NULL && tfind(text, NULL, compare) == NULL);
    symir_assert(tsearch(text, NULL, compare) == NULL);
    SYMIR_TEST(different, text);
}
