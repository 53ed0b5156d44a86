/* A string of 64 KiB: to choose readable values for one test takes long. */
#include "symir.h"
#include <string.h>

int main(void) {
    static char text[65536];

    symir_string(text, sizeof text, "text");
    for (int i = 0; i < 40; i++)
        symir_assume(text[i] != 0);
    SYMIR_TEST(strlen, text);
}
