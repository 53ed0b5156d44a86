/*
 * The program's own strlen wins over the model, which strdup does not call;
 * strcmp and printf are the models.
 */
#include "symir.h"
#include <stdio.h>
#include <string.h>

size_t strlen(const char *s) {
    return s[0] == '\0' ? 0 : 77;
}

static int compare(const char *a) {
    return strcmp(a, "b");
}

int main(void) {
    char a[3];

    symir_string(a, sizeof a, "a");
    char *copy = strdup(a);
    symir_assert(copy != NULL && copy[0] == a[0]);
    SYMIR_TEST(strlen, a);
    printf("%s has %d\n", a, 1);
    SYMIR_TEST(compare, a);
}
