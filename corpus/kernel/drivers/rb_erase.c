/* rb_erase: from a tree of eight nodes, three are taken out. */
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
static int without(unsigned int first, unsigned int second, unsigned int third) {
    unsigned int gone[] = { first, second, third };
    struct rb_root tree = RB_ROOT;
    int left = 0, last = -1;

    for (int i = 0; i < COUNT; i++) {
        items[i].key = i;
        insert(&tree, &items[i]);
    }
    for (int i = 0; i < 3; i++)
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
    unsigned int first = symir_choose(COUNT, "first");
    unsigned int second = symir_choose(COUNT, "second");
    unsigned int third = symir_choose(COUNT, "third");

    symir_assume(first != second && first != third && second != third);
    SYMIR_TEST(without, first, second, third);
}
