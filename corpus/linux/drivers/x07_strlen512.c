/* strlen of a string of up to 511 characters. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char s[512];

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(strlen, s);
}
