/* symir: --detect overlap */
#include "symir.h"
#include <string.h>

int move(unsigned char by) {
    char text[16] = "abcdefgh";

    if (by == 1)
        memcpy(text + 1, text, 4);
    else if (by == 2)
        memmove(text + 1, text, 4);
    else
        memcpy(text + 4, text, 4);
    return text[4];
}

int main(void) {
    unsigned char by = symir_uchar("by");
    SYMIR_TEST(move, by);
}
