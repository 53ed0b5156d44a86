/* Paths that depend on where objects lie, which is elsewhere natively, and give the same. */
#include "symir.h"
#include <stdint.h>
#include <stdlib.h>

static int compared(int n)
{
    int x = 1, y = 2, sum;

    if ((uintptr_t)&x < (uintptr_t)&y)
        sum = x + y;
    else
        sum = y + x;
    return sum + n;
}

/* The number of a bucket is as large as the address says, and hardly ever the same twice. */
static int hashed(int n)
{
    char *key = malloc(10);
    int steps = 0;

    for (uintptr_t bucket = (uintptr_t)key / 16 % 997 + 1; bucket > 0; bucket--)
        steps++;
    free(key);
    return n + (steps > 0);
}

/* How far two places of one object are from each other is the same everywhere. */
static int distance(const char *text)
{
    const char *end = text;

    while (*end == 'a')
        end++;
    return (int)(end - text);
}

int main(void)
{
    char text[3];
    int n = symir_range(0, 2, "n");

    if (n == 0)
        SYMIR_TEST(compared, n);
    else if (n == 1)
        SYMIR_TEST(hashed, n);
    else {
        symir_string(text, "text");
        SYMIR_TEST(distance, text);
    }
    return 0;
}
