/* A little of everything that questions are made of: bytes that are equal, bytes in a range, numbers in an order, a
   product and a mask. Small enough to be run with every subset of links. */
#include "symir.h"

int everything(const char *text, unsigned a, unsigned b)
{
    if (text[0] == text[1] && text[0] >= 'a')
        return text[1] == 'q' ? 1 : 2;
    if (a < b && b < 12)
        return a * 3 > 30 ? 3 : 4;
    return (a & 0xf0) == 0x50 ? 5 : 6;
}

int main(void)
{
    char text[3];
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(everything, text, symir_uint("a"), symir_uint("b"));
}
