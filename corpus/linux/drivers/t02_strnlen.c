/* strnlen of a string of up to 5 characters, limit 5. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char s[6];

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(strnlen, s, 5);
}
