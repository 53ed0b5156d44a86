/* A size that is below zero is more than any object has. */
#include <string.h>
#include <symir.h>

int main(void)
{
    char in[4] = "abc", out[4] = "";
    int size = symir_int("size");

    if (size > 2)
        return 0;
    if (symir_int("fills"))
        memset(out, 'x', size);
    else
        memcpy(out, in, size);
    return 1;
}
