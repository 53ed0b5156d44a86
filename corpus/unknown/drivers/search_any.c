#include "symir.h"
#include "../search_any.c"

int main(void) {
    int *key = symir_pointer(int, "key");
    struct pair *element = symir_pointer(struct pair, "element");

    symir_assume(key != NULL);
    symir_assume(element != NULL);
    SYMIR_TEST(compare_pairs, key, element);
    return 0;
}
