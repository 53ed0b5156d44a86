/* A stack in an array that grows by doubling. */
#include <stdlib.h>

struct stack {
    int *values;
    size_t n, room;
};

int push(struct stack *stack, int value) {
    if (stack->n == stack->room) {
        size_t room = stack->room == 0 ? 4 : 2 * stack->room;
        int *values = realloc(stack->values, room * sizeof *values);

        if (values == NULL)
            return -1;
        stack->values = values;
        stack->room = room;
    }
    stack->values[stack->n++] = value;
    return 0;
}

int pop(struct stack *stack, int *value) {
    if (stack->n == 0)
        return -1;
    *value = stack->values[--stack->n];
    return 0;
}
