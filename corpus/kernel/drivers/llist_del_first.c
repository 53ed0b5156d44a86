/* llist_del_first of lists that llist_add_batch has made, of up to three nodes. */
#include <linux/llist.h>
#include "symir.h"

/* Adds `added` nodes and takes out `taken`; how many of these there were. */
static int add_and_take(int added, int taken) {
    struct llist_head head = { NULL };
    struct llist_node nodes[3];
    int found = 0;

    for (int i = 0; i < added; i++) {
        bool was_empty = llist_add_batch(&nodes[i], &nodes[i], &head);

        symir_assert(was_empty == (i == 0));
    }
    for (int i = 0; i < taken; i++)
        found += llist_del_first(&head) != NULL;
    return found;
}

int main(void) {
    int added = symir_range(0, 3, "added");
    int taken = symir_range(0, 3, "taken");

    SYMIR_TEST(add_and_take, added, taken);
}
