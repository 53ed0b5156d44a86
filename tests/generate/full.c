#include <stdbool.h>
#include <stddef.h>

#define MOST 12

/* Numbers, each once. */
struct set {
    int numbers[MOST];
    size_t count;
};

void set_init(struct set *set)
{
    set->count = 0;
}

bool set_has(const struct set *set, int number)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->numbers[i] == number)
            return true;
    }
    return false;
}

/* The set is called as counters often are. */
bool set_add(struct set *n, int number)
{
    if (n->count == MOST || set_has(n, number))
        return false;
    n->numbers[n->count++] = number;
    return true;
}
