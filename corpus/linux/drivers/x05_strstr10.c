/* strstr in a string of up to 9 characters of one of up to 3. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    char s[10], find[4];

    symir_string(s, sizeof s, "s");
    symir_string(find, sizeof find, "find");
    SYMIR_TEST(strstr, s, find);
}
