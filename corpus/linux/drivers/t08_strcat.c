/* strcat of up to 9 and up to 4 characters into 10 bytes: some do not fit, which is a bug to find. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char to[10], from[5];

    symir_string(to, sizeof to, "to");
    symir_string(from, sizeof from, "from");
    SYMIR_TEST(strcat, to, from);
}
