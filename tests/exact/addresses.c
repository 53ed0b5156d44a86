/* Inputs hold no address of an object: natively it is another one. */
#include "symir.h"

struct node {
    struct node *next;
    int value;
};

static int there = 5;

static int one(int x) {
    return x + 1;
}

static int two(int x) {
    return x + 2;
}

static int length(const char *text) {
    return text[0] != 0;
}

static void no_candidate(void) {
}

static int (*const table[2])(int) = {one, two};
static int (*const other)(const char *) = length;

static int follow(const struct node *node) {
    if (node->next == 0)
        return -1;
    return node->next->value;
}

static int sum(unsigned long a, unsigned long b) {
    return a + b == (unsigned long)&there ? there : 0;
}

static int apply(unsigned long function, unsigned char which) {
    if (which < 2)
        return table[which](1);
    if (which == 2)
        return other("a");
    return ((int (*)(int))function)(2);
}

static int within(unsigned char at) {
    static const char text[4] = "abc";
    const char *place = text + at;

    return at < 3 && place < text + 2 ? *place : 0;
}

int main(void) {
    struct node node;
    unsigned char which = symir_uchar("which");

    no_candidate();
    switch (which) {
    case 0:
        symir_bytes(&node, sizeof node, "node");
        SYMIR_TEST(follow, &node);
        return 0;
    case 1: {
        unsigned long a = symir_ulong("a"), b = symir_ulong("b");
        SYMIR_TEST(sum, a, b);
        return 0;
    }
    case 2: {
        unsigned long function = symir_ulong("function");
        unsigned char kind = symir_uchar("kind");
        SYMIR_TEST(apply, function, kind);
        return 0;
    }
    default: {
        unsigned char at = symir_uchar("at");
        SYMIR_TEST(within, at);
        return 0;
    }
    }
}
