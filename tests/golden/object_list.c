/* Pointers that are inputs: lists of every length, with and without a cycle. */
#include "symir.h"

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head, *tail;
    unsigned count;
};

static int sum(const struct list *list) {
    int sum = 0;

    for (const struct node *node = list->head; node; node = node->next)
        sum += node->value;
    return sum;
}

static bool has_cycle(const struct node *node) {
    for (const struct node *fast = node; fast && fast->next; node = node->next) {
        fast = fast->next->next;
        if (fast == node)
            return true;
    }
    return false;
}

int main(void) {
    struct list list;
    const struct node *node;

    if (symir_bool("is_list")) {
        symir_object(list, "list");
        SYMIR_TEST(sum, &list);
    } else {
        node = symir_pointer(struct node, "node");
        SYMIR_TEST(has_cycle, node);
    }
}
