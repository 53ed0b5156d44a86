/* rb_erase: from a tree of eight nodes, four are taken out. */
#include <linux/rbtree.h>
#include "symir.h"

enum { COUNT = 8 };

static struct item {
    struct rb_node node;
    int key;
} items[COUNT];

static void insert(struct rb_root *tree, struct item *item) {
    struct rb_node **link = &tree->rb_node, *parent = NULL;

    while (*link) {
        parent = *link;
        link = item->key < rb_entry(parent, struct item, node)->key ? &parent->rb_left : &parent->rb_right;
    }
    rb_link_node(&item->node, parent, link);
    rb_insert_color(&item->node, tree);
}

/* How many nodes are left; they are in order. */
static int without(const unsigned char gone[4]) {
    struct rb_root tree = RB_ROOT;
    int left = 0, last = -1;

    for (int i = 0; i < COUNT; i++) {
        items[i].key = i;
        insert(&tree, &items[i]);
    }
    for (int i = 0; i < 4; i++)
        for (unsigned int key = 0; key < COUNT; key++)
            if (gone[i] == key)
                rb_erase(&items[key].node, &tree);
    for (struct rb_node *at = rb_first(&tree); at; at = rb_next(at), left++) {
        int key = rb_entry(at, struct item, node)->key;

        symir_assert(key > last);
        last = key;
    }
    return left;
}

int main(void) {
    unsigned char gone[4];

    symir_bytes(gone, sizeof gone, "gone");
    for (int i = 0; i < 4; i++) {
        symir_assume(gone[i] < COUNT);
        for (int j = 0; j < i; j++)
            symir_assume(gone[i] != gone[j]);
    }
    SYMIR_TEST(without, gone);
}
