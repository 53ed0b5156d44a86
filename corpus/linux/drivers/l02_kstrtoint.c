/* kstrtoint of up to 10 characters, in the base that the text has. */
#include <linux/kernel.h>
#include "symir.h"

int main(void) {
    char s[11];
    int result = 0;

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(kstrtoint, s, 0, &result);
}
