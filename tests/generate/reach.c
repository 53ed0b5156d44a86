/* What inputs of a harness have to be so that every branch is taken, and tests of it pass where a suite runs them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The longest key has fifteen letters. */
int key_check(const char *key)
{
    size_t length = strlen(key);
    if (length == 0)
        return -1;
    if (length >= 16)
        return -2;
    return 0;
}

/* Whether a word has more than eight letters before a blank. */
int is_long_word(const char *word)
{
    const char *end = word;
    while (*end && *end != ' ')
        end++;
    if (end - word > 8)
        return 1;
    return 0;
}

struct bits {
    unsigned length, size;
    unsigned char *data;
};

/* Nothing that excludes a loop excludes what it reads out of bounds. */
int bits_append(struct bits *bits, const struct bits *more)
{
    if (more->length == 0)
        return 0;
    if (bits->length + more->length > bits->size)
        return -1;
    for (unsigned i = 0; i < more->length; i++)
        bits->data[bits->length + i] = more->data[i];
    bits->length += more->length;
    return 1;
}

/* The allocator leaves an object as it is that is to be larger than memory: it has to come from the allocator anyway. */
char *grown(char *data, size_t size, size_t more)
{
    char *next;
    if (data == NULL || more == 0 || more > SIZE_MAX - size)
        return data;
    next = realloc(data, size + more);
    if (next == NULL)
        return NULL;
    memset(next + size, 0, more);
    return next;
}

static struct {
    void *(*allocate)(size_t);
} hooks = {malloc};

void set_allocate(void *(*allocate)(size_t))
{
    hooks.allocate = allocate;
}

/* The function under test is none of what the program stores into a pointer. */
void *allocate(size_t size)
{
    return hooks.allocate(size);
}

/* The number that four decimal digits are between two pointers, or -1 where there are fewer than four. */
int four_digits(const char *input, const char *input_end)
{
    int value = 0;
    if (input_end - input < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = input[i];
        if (c >= '0' && c <= '9')
            value = value * 10 + (c - '0');
        else
            return -2;
    }
    return value;
}

/* The sum of a range. */
long sum(const int *first, const int *last)
{
    long total = 0;
    for (; first != last; first++)
        total += *first;
    return total;
}

/* Where a letter is. */
const char *first_of(const char *begin, const char *end, char letter)
{
    while (begin < end && *begin != letter)
        begin++;
    return begin;
}

/* A number of digits that is counted beside a pointer that runs along them. */
int parse_hex(const char *s, unsigned *out) {
    unsigned value = 0;
    int n = 0;

    for (; *s != '\0'; s++, n++) {
        if (n >= 8)
            return -2;
        if (*s >= '0' && *s <= '9')
            value = value * 16 + (unsigned)(*s - '0');
        else if (*s >= 'a' && *s <= 'f')
            value = value * 16 + (unsigned)(*s - 'a' + 10);
        else
            return -1;
    }
    *out = value;
    return n;
}
