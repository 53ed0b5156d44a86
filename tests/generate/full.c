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

bool set_add(struct set *set, int number)
{
    if (set->count == MOST || set_has(set, number))
        return false;
    set->numbers[set->count++] = number;
    return true;
}
