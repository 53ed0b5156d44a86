/* strcpy of a string of up to 255 characters. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char to[256], from[256];

    symir_string(to, sizeof to, "to");
    symir_string(from, sizeof from, "from");
    SYMIR_TEST(strcpy, to, from);
}
