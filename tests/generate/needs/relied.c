/* What functions rely on, as other parts of the program show. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *prev, *next, *left, *right;
    int key;
};

struct tree {
    struct node *head, *top;
};

/* A node with two children has a predecessor, although another node may have none. */
void tree_unlink(struct tree *tree, struct node *node) {
    if (node->prev)
        node->prev->next = node->next;
    else
        tree->head = node->next;
    struct node *left = node->left, *right = node->right;
    if (!left) {
        tree->top = right;
    } else if (!right) {
        tree->top = left;
    } else {
        node->prev->right = right;
        tree->top = node->prev;
    }
}

/* Compares with null too late. */
int node_next_key(const struct node *node) {
    int key = 0;
    if (node->left) {
        key = node->next->key;
        if (node->next == NULL) key = -1;
    }
    return key;
}

/* Writes a terminator behind the words, for which the only caller makes room. */
size_t words_encode(unsigned *words, size_t n) {
    unsigned char *bytes = (unsigned char *)words;
    for (size_t i = 0; i < n; i++)
        words[i] ^= 0x20202020u;
    bytes[n * sizeof *words] = 0;
    return n * sizeof *words;
}

char *words_copied(const unsigned *words, size_t n) {
    if (n == 0 || n > 16) return NULL;
    unsigned *copy = malloc(n * sizeof *copy + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, words, n * sizeof *copy);
    words_encode(copy, n);
    return (char *)copy;
}

/* Writes a terminator behind the words, for which nobody makes room. */
size_t words_close(unsigned *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        words[i] += 1;
    words[n] = 0;
    return n;
}

struct text {
    unsigned used, room;
    char letters[];
};

struct text *text_new(unsigned room) {
    if (room > 64) return NULL;
    struct text *text = malloc(sizeof *text + room + 1);
    if (text == NULL) return NULL;
    text->used = 0;
    text->room = room;
    text->letters[0] = 0;
    return text;
}

void text_free(struct text *text) {
    free(text);
}

/* Callers have written so many letters. The assertion asks for that, but only of small texts. */
void text_written(struct text *text, int by) {
    if (text->room < 16) assert(by >= 0 && (unsigned)by <= text->room - text->used);
    text->used += by;
    text->letters[text->used] = 0;
}
