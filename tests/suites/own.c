/* Functions that give the address of a variable of their own. */
#include "symir.h"

#include <stdio.h>

const char *version(void) {
    static char text[12];

    sprintf(text, "%d.%d.%d", 1, 7, 15);
    return text;
}

const char *digits(int n) {
    static char kept[12];
    int at = 11;

    if (n < 0 || n > 99)
        return NULL;
    kept[at] = '\0';
    do {
        kept[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    return kept + at;
}

int main(void) {
    if (symir_bool("asks_version")) {
        SYMIR_TEST(version);
    } else {
        int n = symir_int("n");

        SYMIR_TEST(digits, n);
    }
    return 0;
}
