/* A tree, with strings in it; a union, whose bytes mean what its tag says; what cannot be made. */
#include "symir.h"

struct tree {
    int key;
    struct tree *left, *right;
    const char *name;
};

struct value {
    enum { NUMBER, FRACTION, LETTERS = 5 } tag;
    union {
        int number;
        float fraction;
        char letters[4];
    };
    struct unknown *unknown;
};

static int find(const struct tree *tree, int key) {
    while (tree) {
        if (tree->key == key)
            return tree->name ? tree->name[0] : -2;
        tree = key < tree->key ? tree->left : tree->right;
    }
    return -1;
}

static int read(const struct value *value) {
    if (value->unknown)
        return -2;
    switch (value->tag) {
    case NUMBER: return value->number > 100;
    case FRACTION: return value->fraction > 0.5f;
    case LETTERS: return value->letters[0] == 'z';
    default: return -1;
    }
}

int main(void) {
    if (symir_bool("is_tree")) {
        const struct tree *tree = symir_pointer(const struct tree, "tree");

        SYMIR_TEST(find, tree, symir_int("key"));
    } else {
        struct value value;

        symir_object(value, "value");
        SYMIR_TEST(read, &value);
    }
}
