#include <stddef.h>

/* The address of a pointer into a text, and the end of the text, as parsers and printers have them. */
static int put(char **out, const char *end, char c) {
    if (*out >= end)
        return 0;
    **out = c;
    (*out)++;
    return 1;
}

int put_all(const char *text, char **out, char *end) {
    int n = 0;
    while (*text != '\0' && put(out, end, *text)) {
        text++;
        n++;
    }
    return n;
}

/* Reads a number, and moves to what follows it; -1 if there is no digit. */
int read_number(const char **at, const char *end) {
    const char *p = *at;
    int number = -1;

    while (p < end && *p >= '0' && *p <= '9' && number < 1000) {
        number = (number < 0 ? 0 : number) * 10 + (*p - '0');
        p++;
    }
    *at = p;
    return number;
}

/* The same for numbers. */
long sum_positive(const int **next, const int *end) {
    long sum = 0;
    while (*next != end && **next > 0)
        sum += *(*next)++;
    return sum;
}
