/* strncmp of two strings of up to 5 characters, limit 5. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char a[6], b[6];

    symir_string(a, sizeof a, "a");
    symir_string(b, sizeof b, "b");
    SYMIR_TEST(strncmp, a, b, 5);
}
