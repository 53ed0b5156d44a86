/* Arrays within structures and tables: an index behind one of them is an error within the same object, too. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct average {
    uint16_t values[8];
    uint8_t at;
    uint32_t sum;
};

struct stack {
    int items[10];
    int top;
};

struct world {
    bool cells[4][5];
    int generation;
};

uint32_t average_add(struct average *average, uint16_t value)
{
    average->sum -= average->values[average->at];
    average->values[average->at] = value;
    average->sum += value;
    average->at = (average->at + 1) % 8;
    return average->sum / 8;
}

int stack_push(struct stack *stack, int item)
{
    if (stack->top >= 10)
        return -1;
    stack->items[stack->top++] = item;
    return 0;
}

bool world_is_alive(const struct world *world, int x, int y)
{
    return world->cells[y][x];
}

/* The address behind the last element is none of an element, and valid. */
ptrdiff_t stack_depth(const struct stack *stack)
{
    return &stack->items[stack->top] - stack->items;
}

struct graph {
    int count;
    bool is_joined[8][8];
};

/* `node` is less than `count`, and nothing says that `count` is no more than 8. */
int graph_degree(const struct graph *graph, int node)
{
    int degree = 0;

    if (node < 0 || node >= graph->count)
        return -1;
    for (int other = 0; other < graph->count; other++)
        degree += graph->is_joined[node][other];
    return degree;
}
