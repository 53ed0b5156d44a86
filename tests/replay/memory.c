/* Results, structures, lists and buffers: everything that is compared. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    double weight;
    struct node *next;
};

struct pair {
    long first;
    int second;
};

static struct node *prepend(struct node *list, int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->weight = key / 2.0;
    node->next = list;
    if (key > 100)
        list->key = -key;
    return node;
}

static struct pair split(long n) {
    struct pair pair = {n / 3, (int)(n % 3)};
    return pair;
}

static char *last(char *text) {
    char *at = strrchr(text, 'x');
    if (at)
        *at = '!';
    return at;
}

static float half(float x) {
    return x > 1 ? x / 2 : x;
}

int main(void) {
    struct node first = {1, 0.5, NULL};
    char text[5];
    int key = symir_int("key");
    long n = symir_long("n");

    symir_string(text, sizeof text, "text");
    SYMIR_TEST(prepend, &first, key);
    SYMIR_TEST(split, n);
    SYMIR_TEST(last, text);
    SYMIR_TEST(half, symir_float("x"));
    return text[0] == '!';
}
