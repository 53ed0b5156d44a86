/* A list that pointers make, of at most eight nodes. */
#include "symir.h"
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static int sum_of_positive(const struct node *list)
{
    int sum = 0;

    for (; list != NULL; list = list->next)
        if (list->value > 0)
            sum++;
    return sum;
}

int main(void)
{
    struct node *list = symir_pointer(struct node, "list");

    SYMIR_TEST(sum_of_positive, list);
    return 0;
}
