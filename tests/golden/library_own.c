/*
 * The program's own strlen wins over the model, which strdup does not call;
 * strcmp is tested without a body of its own.
 */
#include "symir.h"
#include <stdio.h>
#include <string.h>

size_t strlen(const char *s) {
    return s[0] == '\0' ? 0 : 77;
}

int main(void) {
    char a[3];

    symir_string(a, sizeof a, "a");
    char *copy = strdup(a);
    symir_assert(copy != NULL && copy[0] == a[0]);
    SYMIR_TEST(strlen, a);
    printf("%s has %d\n", a, 1);
    SYMIR_TEST(strcmp, a, "b");
}
