#include "symir.h"
#include <stdlib.h>

/* A sorted list, which the driver can only build by the function that it tests. */
struct node {
    int key;
    struct node *next;
};

static struct node *head;

int insert(int key)
{
    struct node **at = &head;
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    if (*at && (*at)->key == key)
        return 0;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return -1;
    node->key = key;
    node->next = *at;
    *at = node;
    return 1;
}

int main(void)
{
    insert(10);
    insert(20);
    SYMIR_TEST(insert, symir_int("key"));
}
