/* Addresses that an input chooses among several, or with -DLATE, one that a long call returns. */
#include "symir.h"

static const char *const words[] = {"one", "three", "seven"};

static const char *behind(const char *word) {
    return word[3] ? word + 1 : word;
}

static char *end(char *text) {
    for (volatile int at = 0; at < 1000000; at++)
        ;
    return text + 1;
}

int main(void) {
#ifdef LATE
    char text[2] = {0};

    SYMIR_TEST(end, text);
#else
    SYMIR_TEST(behind, words[symir_range(0, 2, "word")]);
#endif
}
