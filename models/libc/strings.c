/*
 * Models of strings.h: comparing without regard to case, and the lowest bit
 * that is set. The "C" locale: only A to Z have another case.
 */
#include <stddef.h>

static int lower(char c) {
    unsigned char byte = (unsigned char)c;

    return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte;
}

int strcasecmp(const char *a, const char *b) {
    while (lower(*a) == lower(*b) && *a != '\0') {
        a++;
        b++;
    }
    return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (; n > 0; n--, a++, b++) {
        if (lower(*a) != lower(*b))
            return lower(*a) - lower(*b);
        if (*a == '\0')
            return 0;
    }
    return 0;
}

static int lowest_bit(unsigned long long value) {
    int position = 1;

    if (value == 0)
        return 0;
    for (; (value & 1) == 0; value >>= 1)
        position++;
    return position;
}

int ffs(int value) {
    return lowest_bit((unsigned)value);
}

int ffsl(long value) {
    return lowest_bit((unsigned long)value);
}

int ffsll(long long value) {
    return lowest_bit((unsigned long long)value);
}
