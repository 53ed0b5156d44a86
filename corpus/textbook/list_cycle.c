/* Floyd's hare and tortoise: whether a list has a cycle, and where it begins. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *find_cycle(struct node *list) {
    struct node *slow = list, *fast = list;

    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast) {
            while (list != slow) {
                list = list->next;
                slow = slow->next;
            }
            return list;
        }
    }
    return NULL;
}
