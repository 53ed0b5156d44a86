/* A hash table with open addresses: what is put in, what is found, and the way around the end. */
#include "symir.h"

#define SLOTS 8

struct table {
    unsigned char keys[SLOTS], used[SLOTS];
    int count;
};

static int slot(unsigned char key)
{
    return (key * 37 + (key >> 3)) & (SLOTS - 1);
}

static int put(struct table *t, unsigned char key)
{
    int at = slot(key), steps = 0;
    if (t->count == SLOTS - 2)
        return -1;
    while (t->used[at]) {
        if (t->keys[at] == key)
            return 0;
        at = (at + 1) % SLOTS;
        steps++;
    }
    t->used[at] = 1;
    t->keys[at] = key;
    t->count++;
    return steps;
}

static int find(const struct table *t, unsigned char key)
{
    int at = slot(key);
    while (t->used[at]) {
        if (t->keys[at] == key)
            return at;
        at = (at + 1) % SLOTS;
    }
    return -1;
}

int table(const unsigned char *keys, int n, unsigned char wanted)
{
    struct table t = {{0}, {0}, 0};
    int longest = 0;
    for (int i = 0; i < n; i++) {
        int steps = put(&t, keys[i]);
        if (steps < 0)
            return -1;
        if (steps > longest)
            longest = steps;
    }
    int at = find(&t, wanted);
    if (at < 0)
        return longest > 2 ? 1 : 0;
    if (at < slot(wanted))
        return 2;
    return longest >= 3 ? 3 : 4;
}

int main(void)
{
    unsigned char keys[4], wanted;
    symir_bytes(keys, sizeof keys, "keys");
    symir_bytes(&wanted, 1, "wanted");
    SYMIR_TEST(table, keys, 4, wanted);
}
