/* llist_reverse_order of up to four nodes. */
#include <linux/llist.h>
#include "symir.h"

int main(void) {
    struct llist_node nodes[4];
    int count = symir_range(0, 4, "count");

    for (int i = 0; i < count; i++)
        nodes[i].next = i + 1 < count ? &nodes[i + 1] : NULL;
    SYMIR_TEST(llist_reverse_order, count ? nodes : NULL);
}
