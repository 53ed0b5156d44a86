#include <stddef.h>

struct person {
    int age;
    char name[12];
};

/* Arrays of pointers are sorted, too. A null pointer within one is not a bug of the comparator. */
int by_age(const void *one, const void *other) {
    const struct person *const *a = one, *const *b = other;

    return (*a)->age < (*b)->age ? -1 : (*a)->age > (*b)->age;
}
