/* Needs of functions that others in the file call. */
#include <stddef.h>
#include <string.h>

struct pair {
    int key;
    int value;
};

/* All callers pass what it needs. */
static int value_of(const struct pair *p) { return p->value; }

int doubled(const struct pair *p) {
    if (p == NULL) return 0;
    return 2 * value_of(p);
}

/* A caller passes zero. */
static int share(int total, int people) { return total / people; }

int price(int total, const char *names) {
    int people = 0;
    if (names != NULL) people = (int)strlen(names);
    return share(total, people);
}

/* Compares with null what no caller passes, and uses it before. */
static int weight(const int *values, int n) {
    int sum = values[0];
    if (values == NULL) return 0;
    return sum * n;
}

int weights(int n) {
    const int values[2] = {n & 15, 3};
    return weight(values, 2);
}
