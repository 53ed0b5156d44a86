/* rb_insert_color: five keys, in any order, one after the other. */
#include <linux/rbtree.h>
#include "symir.h"

struct item {
    struct rb_node node;
    int key;
};

static struct item items[5];

static void insert(struct rb_root *tree, struct item *item) {
    struct rb_node **link = &tree->rb_node, *parent = NULL;

    while (*link) {
        parent = *link;
        link = item->key < rb_entry(parent, struct item, node)->key ? &parent->rb_left : &parent->rb_right;
    }
    rb_link_node(&item->node, parent, link);
    rb_insert_color(&item->node, tree);
}

/* The keys in the order of the tree, as digits of a number. */
static int sorted(const unsigned char keys[5]) {
    struct rb_root tree = RB_ROOT;
    int digits = 0;

    for (int i = 0; i < 5; i++) {
        items[i].key = keys[i];
        insert(&tree, &items[i]);
    }
    for (struct rb_node *at = rb_first(&tree); at; at = rb_next(at))
        digits = 10 * digits + rb_entry(at, struct item, node)->key;
    return digits;
}

int main(void) {
    unsigned char keys[5];

    symir_bytes(keys, sizeof keys, "keys");
    for (int i = 0; i < 5; i++)
        symir_assume(keys[i] <= 9);
    SYMIR_TEST(sorted, keys);
}
