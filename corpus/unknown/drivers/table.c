#include "symir.h"
#include "../table.c"

int main(void) {
    struct point {
        int x, y;
    };
    struct bucket bucket;
    struct bucket *passed = symir_choose(2, "is_there") ? &bucket : NULL;
    struct point *key;

    bucket.key = symir_pointer(struct point, "of_bucket");
    bucket.value = symir_int("value");
    key = symir_pointer(struct point, "key");
    SYMIR_TEST(lookup, passed, key);
    return 0;
}
