/* Some 3^16 paths: a program that no run comes to the end of. */
#include "symir.h"

int weigh(const char *s)
{
    int n = 0;
    for (int i = 0; i < 16; i++) {
        if (s[i] > 'm')
            n += i;
        else if (s[i] == 'c')
            n ^= 3;
        else
            n -= 1;
    }
    return n;
}

int main(void)
{
    char s[16];
    symir_bytes(s, sizeof s, "s");
    SYMIR_TEST(weigh, s);
}
