/* hex2bin of 8 digits. */
#include <linux/kernel.h>
#include "symir.h"

int main(void) {
    char digits[9];
    u8 out[4];

    symir_string(digits, sizeof digits, "digits");
    SYMIR_TEST(hex2bin, out, digits, sizeof out);
}
