/* A driver whose code lies in several files. */
#include "included.h"
#include "symir.h"

struct item {
    unsigned key;
    int weight;
};

int included(const struct item *item) {
    int weight = CLAMP(item->weight, 10);

    if (weight < 0) return -1;
    return weight + digits(item->key);
}

int main(void) {
    struct item item;

    item.key = symir_uint("key");
    symir_assume(item.key < 10000);
    item.weight = symir_int("weight");
    SYMIR_TEST(included, &item);
}
