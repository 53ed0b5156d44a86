/* strncpy of a string of up to 5 characters, limit 5. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char to[6], from[6];

    symir_string(to, sizeof to, "to");
    symir_string(from, sizeof from, "from");
    SYMIR_TEST(strncpy, to, from, 5);
}
