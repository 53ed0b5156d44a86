/* Parts of arrays: where they begin, and how long they are. */
#include <stddef.h>

int sum_of_part(const int *values, int offset, int count)
{
    int sum = 0;

    for (int i = 0; i < count; i++)
        sum += values[offset + i];
    return sum;
}

unsigned char parity_of_part(const unsigned char *data, size_t start, size_t length)
{
    const unsigned char *next = data + start;
    unsigned char parity = 0;

    while (length-- > 0)
        parity ^= *next++;
    return parity;
}

/* The length of a part is no excuse for going beyond it. */
int last_of_part(const int *values, int count)
{
    return count > 0 ? values[count] : 0;
}
