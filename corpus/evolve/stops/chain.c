/* A chain of blocks in which each knows the checksum of the one before. */
#include "symir.h"

struct block {
    const struct block *before;
    unsigned sum, content;
};

int verify(const struct block *block) {
    int n = 0;
    for (; block; block = block->before) {
        unsigned expected = block->before ? (block->before->content * 40503u ^ block->before->sum) & 0xffff : 0;
        if (block->sum != expected)
            return -1;
        n++;
    }
    return n >= 3 ? 2 : n > 0;
}

int main(void) {
    const struct block *block = symir_pointer(struct block, "block");
    SYMIR_TEST(verify, block);
}
