/* Errors in functions that are called, whose causes are a few of many numbers: what passes at the same place excludes the others. */
#include <stddef.h>

struct filter {
    unsigned entries;
    unsigned long bits;
    unsigned char ready;
    unsigned char *set;
};

static unsigned hash(unsigned key) { return (key ^ key >> 5) * 31; }

static int mark(unsigned char *set, unsigned long bit, int marks) {
    unsigned char *byte = &set[bit >> 3], mask = (unsigned char)(1 << bit % 8);
    if (*byte & mask)
        return 1;
    if (marks)
        *byte |= mask;
    return 0;
}

static int look(struct filter *filter, unsigned key, int marks) {
    if (filter->ready == 0)
        return -1;
    return mark(filter->set, hash(key) % filter->bits, marks);
}

int filter_has(struct filter *filter, unsigned key) { return look(filter, key, 0); }

int filter_add(struct filter *filter, unsigned key) { return look(filter, key, 1); }
