/* Cursors: what is read or written next, and how much is left of it, each behind a pointer through which it is moved on. */
#include <stddef.h>

unsigned drain(const unsigned char **bytes, size_t *left) {
    unsigned sum = 0;

    while (*left > 0) {
        sum += *(*bytes)++;
        --*left;
    }
    return sum;
}

int put_pair(int **items, int *room, int a, int b) {
    if (*room < 2)
        return 0;
    *(*items)++ = a;
    *(*items)++ = b;
    *room -= 2;
    return 1;
}
