/* Which of two objects comes first, and how far apart they are, another layout says otherwise. */
#include <stddef.h>
#include "symir.h"

static int is_before(const int *one, const int *other)
{
    if (one == NULL || other == NULL)
        return -1;
    return one < other;
}

static long distance(const int *one, const int *other)
{
    if (one == NULL || other == NULL)
        return -1;
    return *one > 5 ? (const char *)other - (const char *)one : 7;
}

int main(void)
{
    int *one = symir_pointer(int, "one"), *other = symir_pointer(int, "other");
    SYMIR_TEST(is_before, one, other);
    SYMIR_TEST(distance, one, other);
    return 0;
}
