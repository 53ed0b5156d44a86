#include "symir.h"
#include "../tree_node.c"

int main(void) {
    struct entry entries[3];
    int shape = symir_choose(6, "shape");
    int key = symir_int("key");

    for (int i = 0; i < 3; i++) {
        entries[i].key = symir_int("of_entry");
        entries[i].node.left = entries[i].node.right = NULL;
    }
    /* No entry, one, one with a left or a right one below it, one with both, and a chain of three. */
    if (shape == 2 || shape >= 4)
        entries[0].node.left = &entries[1].node;
    if (shape == 3 || shape == 4)
        entries[0].node.right = &entries[2].node;
    if (shape == 5)
        entries[1].node.right = &entries[2].node;
    SYMIR_TEST(find, shape == 0 ? NULL : &entries[0].node, key);
    return 0;
}
