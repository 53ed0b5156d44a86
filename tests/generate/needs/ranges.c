/* Ranges of an array: it ends at the second number, and the first is where one begins. */
#include <stddef.h>

static int sum(const int *values, unsigned from, unsigned to) {
    int sum = 0;

    for (unsigned i = from; i < to; i++)
        sum += values[i];
    return sum;
}

size_t least(const int *values, size_t begin, size_t n) {
    size_t best = begin;

    for (size_t i = begin + 1; i < n; i++) {
        if (values[i] < values[best])
            best = i;
    }
    return best;
}

int search(const int *values, int low, int high, int wanted) {
    while (low <= high) {
        int middle = low + (high - low) / 2;

        if (values[middle] == wanted)
            return middle;
        if (values[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* Here the first number says how much there is: it counts down to the second. */
void clear(int *values, unsigned n, unsigned kept) {
    while (n > kept)
        values[--n] = 0;
}

int half(const int *values, unsigned n) { return sum(values, n / 2, n); }

static int clamp(int n) { return n < 0 ? 0 : n; }

/* What the first number is set to is the result of a call. */
long total(const int *values, int begin, int end) {
    long sum = 0;

    begin = clamp(begin);
    for (; begin < end; begin++)
        sum += values[begin];
    return sum;
}

/* Who walks to the front stops where the other pointer is. */
const char *skip_back(const char *str, const char *base) {
    while (str > base && *(str - 1) == ' ')
        str--;
    return str;
}

/* The last element is read. */
void reverse(char *begin, char *end) {
    while (begin < end) {
        char c = *begin;
        *begin++ = *end;
        *end-- = c;
    }
}

/* One more than there are values. */
void prefix_sums(const int *values, size_t n, long *sums) {
    sums[0] = 0;
    for (size_t i = 0; i < n; i++)
        sums[i + 1] = sums[i] + values[i];
}

/* The same, of a table that the values are looked up in (Knuth, Morris, Pratt). */
void build_table(const char *needle, size_t n, long *table) {
    long i = 0, j = -1;

    table[0] = -1;
    while (i < (long)n) {
        while (j > -1 && needle[i] != needle[j])
            j = table[j];
        i++;
        j++;
        table[i] = j;
    }
}
