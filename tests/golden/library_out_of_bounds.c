/* A model of a library function reads behind the end of an array. */
#include "symir.h"
#include <string.h>

static size_t length(const char *s) {
    return strlen(s);
}

int main(void) {
    char s[2];

    symir_bytes(s, sizeof s, "s");
    SYMIR_TEST(length, s);
}
