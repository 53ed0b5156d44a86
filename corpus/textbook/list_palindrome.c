/* Whether a list of letters reads the same backwards: its second half is reversed and compared. */
#include <stddef.h>

struct letter {
    char c;
    struct letter *next;
};

static struct letter *reverse(struct letter *list) {
    struct letter *reversed = NULL;

    while (list != NULL) {
        struct letter *next = list->next;

        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

int is_palindrome(struct letter *list) {
    struct letter *slow = list, *fast = list, *back;

    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    for (back = reverse(slow); back != NULL; back = back->next) {
        if (list->c != back->c)
            return 0;
        list = list->next;
    }
    return 1;
}
