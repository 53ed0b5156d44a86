/* simple_strtoull of up to 8 characters, in the base that the text has. */
#include <linux/kernel.h>
#include "symir.h"

int main(void) {
    char s[9];
    char *end;

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(simple_strtoull, s, &end, 0);
}
