/* A list of 20,000 nodes on the heap: made, reversed, summed up five times, freed. */
#include <stdlib.h>

enum { N = 20000 };

struct node {
    struct node *next;
    unsigned value;
};

int main(void) {
    struct node *list = NULL, *reversed = NULL;
    unsigned sum = 0;

    for (unsigned i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);

        node->value = i;
        node->next = list;
        list = node;
    }
    while (list != NULL) {
        struct node *node = list;

        list = node->next;
        node->next = reversed;
        reversed = node;
    }
    for (int round = 0; round < 5; round++)
        for (struct node *node = reversed; node != NULL; node = node->next)
            sum += node->value;
    while (reversed != NULL) {
        struct node *node = reversed;

        reversed = node->next;
        free(node);
    }
    return (int)(sum & 127);
}
