/* strscpy of up to 15 characters, a word at a time. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char to[16] __attribute__((aligned(8)));
    char from[16] __attribute__((aligned(8)));

    symir_string(from, sizeof from, "from");
    SYMIR_TEST(strscpy, to, from, sizeof to);
}
