/* Strings with a header before their first character. */
#include "sds.h"
#include "symir.h"

int main(void) {
    int which = symir_range(0, 3, "which");
    char text[4];

    symir_string(text, "text");
    sds string = sdsnew(text);
    switch (which) {
    case 0: SYMIR_TEST(sdstrim, string, " x"); break;
    case 1: {
        int first = symir_range(-2, 3, "first"), last = symir_range(-2, 3, "last");

        SYMIR_TEST(sdsrange, string, first, last);
        break;
    }
    case 2: SYMIR_TEST(sdstoupper, string); break;
    default: SYMIR_TEST(sdscmp, string, sdsnew("ab")); break;
    }
    return 0;
}
