/* strcasecmp of two strings of up to 5 characters: look-ups in a table at symbolic places. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char a[6], b[6];

    symir_string(a, sizeof a, "a");
    symir_string(b, sizeof b, "b");
    SYMIR_TEST(strcasecmp, a, b);
}
