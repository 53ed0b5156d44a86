/* glob_match of a pattern of up to 5 bytes and a string of up to 6. */
#include <linux/glob.h>
#include "symir.h"

int main(void) {
    char pattern[6], s[7];

    symir_string(pattern, sizeof pattern, "pattern");
    symir_string(s, sizeof s, "s");
    SYMIR_TEST(glob_match, pattern, s);
}
