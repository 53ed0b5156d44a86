/* An intrusive list: items are found by the member that links them. */
#include <stddef.h>

struct list_head {
    struct list_head *next, *prev;
};

struct item {
    int value;
    struct list_head link;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

int sum(const struct list_head *head) {
    int total = 0;

    for (const struct list_head *at = head->next; at != head && at != NULL; at = at->next) {
        const struct item *item = container_of(at, struct item, link);

        if (item->value > 10)
            total++;
    }
    return total;
}
