/* Objects made of several allocations, each of which may fail. */
#include <stdlib.h>
#include <string.h>

struct pair {
    char *key;
    char *value;
};

static void *or_nothing(size_t size) {
    return malloc(size);
}

void pair_free(struct pair *pair) {
    if (pair == NULL)
        return;
    free(pair->key);
    free(pair->value);
    free(pair);
}

struct pair *pair_new(const char *key, int room) {
    struct pair *pair = or_nothing(sizeof *pair);

    if (!pair)
        return NULL;
    pair->value = NULL;
    pair->key = strdup(key);
    if (pair->key == NULL) {
        pair_free(pair);
        return NULL;
    }
    pair->value = calloc(4, 1);
    if (!pair->value) {
        pair_free(pair);
        return NULL;
    }
    return pair;
}

/* Nobody looks at what it is given. */
int length_of_copy(const char *text) {
    char *copy = malloc(8);
    int length = 0;

    while (text[length] != '\0' && length < 3)
        length++;
    copy[0] = (char)length;
    length = copy[0];
    free(copy);
    return length;
}

int grown(int n) {
    int *numbers = malloc(sizeof *numbers);
    int *more;

    if (numbers == NULL)
        return -1;
    more = realloc(numbers, 2 * sizeof *numbers);
    if (more == NULL) {
        free(numbers);
        return -2;
    }
    more[1] = n > 3;
    n = more[1];
    free(more);
    return n;
}

struct leaf {
    int key;
    struct leaf *less, *more;
};

/* Nobody looks at what is allocated here either: it looks at what was there before. */
struct leaf *planted(struct leaf *at, int key) {
    if (at == NULL) {
        at = malloc(sizeof *at);
        at->key = key;
        at->less = at->more = NULL;
    } else if (key < at->key) {
        at->less = planted(at->less, key);
    } else if (key > at->key) {
        at->more = planted(at->more, key);
    }
    return at;
}
