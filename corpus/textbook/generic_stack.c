/* A stack of pointers to anything, and a function that adds up the numbers on it. */
#include <stddef.h>

struct cell {
    const void *data;
    struct cell *below;
};

struct amount {
    unsigned cents;
    int is_debt;
};

void push(struct cell **stack, struct cell *cell, const void *data) {
    cell->data = data;
    cell->below = *stack;
    *stack = cell;
}

const void *pop(struct cell **stack) {
    struct cell *top = *stack;

    if (top == NULL)
        return NULL;
    *stack = top->below;
    return top->data;
}

unsigned sum_of_amounts(struct cell **stack) {
    unsigned sum = 0;
    const void *data;

    while ((data = pop(stack)) != NULL) {
        const struct amount *amount = data;

        if (amount->is_debt)
            sum -= amount->cents;
        else
            sum += amount->cents;
    }
    return sum;
}
