/* Open addressing with the FNV-1a hash of symbolic keys: questions that multiply, and slots at symbolic places. */
#include "symir.h"
#include <stdint.h>

#define SLOTS 8

static struct { uint32_t key; int is_used; } table[SLOTS];

static uint32_t hash(uint32_t key)
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < 4; i++)
        h = (h ^ (key >> 8 * i & 0xff)) * 16777619u;
    return h;
}

int insert(uint32_t key)
{
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint32_t slot = (hash(key) + i) % SLOTS;
        if (!table[slot].is_used) {
            table[slot].key = key;
            table[slot].is_used = 1;
            return (int)i;
        }
        if (table[slot].key == key)
            return -1;
    }
    return -2;
}

int insert_three(uint32_t a, uint32_t b, uint32_t c)
{
    return insert(a) + 10 * insert(b) + 100 * insert(c);
}

int main(void)
{
    uint32_t a = symir_uint("a"), b = symir_uint("b"), c = symir_uint("c");
    SYMIR_TEST(insert_three, a, b, c);
}
