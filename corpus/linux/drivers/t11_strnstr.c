/* strnstr in a string of up to 5 characters of one of up to 2, limit 2. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char s[6], find[3];

    symir_string(s, sizeof s, "s");
    symir_string(find, sizeof find, "find");
    SYMIR_TEST(strnstr, s, find, 2);
}
