/* Functions that check what they are given before they do anything: whether a check is right shows only if all else is. */
#include <stdbool.h>
#include <stddef.h>

enum kind { TEXT, PARAGRAPH, HEADING, LIST };

struct block {
    enum kind kind;
    int level;
    bool tight;
    struct block *next;
};

/* Nothing looks at the block where the level is wrong. */
int set_level(struct block *block, int level) {
    if (level < 1 || level > 6)
        return 0;
    if (block == NULL)
        return 0;
    switch (block->kind) {
    case HEADING:
        block->level = level;
        return 1;
    default:
        return 0;
    }
}

/* The truth value is written and not returned. */
int set_tight(struct block *block, int tight) {
    if (block == NULL || block->kind != LIST)
        return 0;
    block->tight = tight == 1;
    return 1;
}

/* The text and the sum are as in a call that adds something, where only the count is wrong. */
int add_length(int *sum, const char *text, unsigned count) {
    if (count > 16)
        return -1;
    if (sum == NULL || text == NULL || *text == '\0')
        return -2;
    *sum += (int)count;
    return 0;
}
