/* list_sort of up to five nodes. */
#include <linux/list.h>
#include <linux/list_sort.h>
#include "symir.h"

struct item {
    struct list_head link;
    int key;
};

static int compare(void *unused, const struct list_head *a, const struct list_head *b) {
    const struct item *x = list_entry(a, struct item, link), *y = list_entry(b, struct item, link);

    return x->key > y->key;
}

static void sort_keys(int keys[5], int count) {
    struct item items[5];
    LIST_HEAD(head);
    struct list_head *at;
    int n = 0;

    for (int i = 0; i < count; i++) {
        items[i].key = keys[i];
        list_add_tail(&items[i].link, &head);
    }
    list_sort(NULL, &head, compare);
    list_for_each(at, &head) keys[n++] = list_entry(at, struct item, link)->key;
}

int main(void) {
    int keys[5], count = 5;

    symir_bytes(keys, sizeof keys, "keys");
    while (count > 0 && symir_bool("fewer"))
        count--;
    SYMIR_TEST(sort_keys, keys, count);
    for (int i = 1; i < count; i++)
        symir_assert(keys[i - 1] <= keys[i]);
}
