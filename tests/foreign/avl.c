/* A balanced tree with callbacks. */
#include "avl.h"
#include "symir.h"
#include <stdlib.h>

static int numbers[5] = {10, 20, 30, 40, 50};

static int by_value(const void *a, const void *b) {
    int one = *(const int *)a, other = *(const int *)b;

    return (one > other) - (one < other);
}

int main(void) {
    int which = symir_range(0, 6, "which"), n = symir_range(0, 3, "n"), key = symir_int("key");
    avl_tree_t *tree = avl_alloc_tree(by_value, NULL);
    avl_node_t *found;

    for (int i = 0; i < n; i++)
        avl_insert(tree, &numbers[i]);
    switch (which) {
    case 0: SYMIR_TEST(avl_insert, tree, &key); break;
    case 1: SYMIR_TEST(avl_search, tree, &key); break;
    case 2: SYMIR_TEST(avl_search_closest, tree, &key, &found); break;
    case 3: SYMIR_TEST(avl_delete, tree, &key); break;
    case 4: SYMIR_TEST(avl_count, tree); break;
    case 5: SYMIR_TEST(avl_at, tree, symir_range(0, 3, "rank")); break;
    default: SYMIR_TEST(avl_delete_node, tree, tree->head); break;
    }
    avl_free_tree(tree);
    return 0;
}
