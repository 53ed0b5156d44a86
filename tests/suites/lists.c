/* Lists, trees, rings and buffers: what is made, linked, unlinked and freed. */
#include "lists.h"
#include "symir.h"

#include <stdlib.h>
#include <string.h>

static int n_made;

struct node *list_push(struct node *head, int key) {
    struct node *node = malloc(sizeof *node);

    node->key = key;
    node->next = head;
    n_made++;
    return node;
}

int list_pop(struct list *list, int *key) {
    struct node *first = list->head;

    if (first == NULL)
        return 0;
    *key = first->key;
    list->head = first->next;
    if (list->head == NULL)
        list->tail = NULL;
    list->length--;
    free(first);
    return 1;
}

void list_append(struct list *list, struct node *node) {
    node->next = NULL;
    if (list->tail != NULL)
        list->tail->next = node;
    else
        list->head = node;
    list->tail = node;
    list->length++;
}

struct node *list_reverse(struct node *head) {
    struct node *done = NULL;

    while (head != NULL) {
        struct node *next = head->next;

        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

const struct node *list_find(const struct node *head, int key) {
    while (head != NULL && head->key != key)
        head = head->next;
    return head;
}

void list_clear(struct list *list) {
    while (list->head != NULL) {
        struct node *next = list->head->next;

        free(list->head);
        list->head = next;
    }
    list->tail = NULL;
    list->length = 0;
}

struct tree *tree_insert(struct tree *tree, int key) {
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        tree->key = key;
        tree->left = NULL;
        tree->right = NULL;
    } else if (key < tree->key) {
        tree->left = tree_insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = tree_insert(tree->right, key);
    }
    return tree;
}

int tree_depth(const struct tree *tree) {
    int left, right;

    if (tree == NULL)
        return 0;
    left = tree_depth(tree->left);
    right = tree_depth(tree->right);
    return 1 + (left > right ? left : right);
}

/* Takes a link out of a ring; returns whether the ring is empty now. */
bool ring_remove(struct link *link) {
    bool is_last = link->next->next == link;

    link->next->prev = link->prev;
    link->prev->next = link->next;
    link->next = link;
    link->prev = link;
    return is_last;
}

int vec_push(vec_t *vec, int value) {
    if (vec->len == vec->cap) {
        size_t cap = vec->cap ? 2 * vec->cap : 2;
        int *data = realloc(vec->data, cap * sizeof *data);

        if (data == NULL)
            return -1;
        vec->data = data;
        vec->cap = cap;
    }
    vec->data[vec->len++] = value;
    return 0;
}

struct text *text_new(const char *from) {
    size_t length = strlen(from);
    struct text *text = malloc(sizeof *text + length + 1);

    text->length = length;
    memcpy(text->bytes, from, length + 1);
    return text;
}

char *skip_spaces(char *at) {
    while (*at == ' ')
        at++;
    return at;
}

static void many(int which, int n) {
    struct node c = {3, NULL}, b = {n, &c}, a = {1, &b};
    struct list list = {&a, &c, 3}, empty = {NULL, NULL, 0};
    struct link one = {&one, &one}, two, three;
    struct tree *tree = NULL;
    vec_t vec = {NULL, 0, 0};
    int key = 77;

    switch (which) {
    case 0: SYMIR_TEST(list_push, n == 0 ? NULL : &b, n); break;
    case 1: {
        struct node *node = malloc(sizeof *node);
        struct node *next = n > 0 ? malloc(sizeof *node) : NULL;
        struct list heap = {node, next ? next : node, next ? 2 : 1};

        node->key = 5;
        node->next = next;
        if (next)
            *next = (struct node){6, NULL};
        SYMIR_TEST(list_pop, n < 0 ? &empty : &heap, &key);
        break;
    }
    case 2: {
        struct node more = {9, &b};

        SYMIR_TEST(list_append, n > 0 ? &list : &empty, &more);
        break;
    }
    case 3: SYMIR_TEST(list_reverse, n > 0 ? &a : &c); break;
    case 4: SYMIR_TEST(list_find, &a, n); break;
    case 5: {
        struct list heap = {malloc(sizeof(struct node)), NULL, 1};

        heap.head->key = n;
        heap.head->next = NULL;
        heap.tail = heap.head;
        SYMIR_TEST(list_clear, &heap);
        break;
    }
    case 6:
        tree = tree_insert(NULL, 0);
        SYMIR_TEST(tree_insert, tree, n);
        break;
    case 7:
        tree = tree_insert(tree_insert(NULL, 0), n);
        SYMIR_TEST(tree_depth, tree);
        break;
    case 8:
        two = (struct link){&three, &one};
        three = (struct link){&one, &two};
        if (n > 0)
            one = (struct link){&two, &three};
        else
            one = two = (struct link){&two, &one}, one = (struct link){&two, &two}, two = (struct link){&one, &one};
        SYMIR_TEST(ring_remove, &two);
        break;
    case 9:
        if (n > 0) {
            vec_push(&vec, 7);
            vec_push(&vec, 8);
        }
        SYMIR_TEST(vec_push, &vec, n);
        break;
    case 10: SYMIR_TEST(text_new, n > 0 ? "word" : ""); break;
    default: {
        char line[] = "  x";

        SYMIR_TEST(skip_spaces, line + (n > 0));
        break;
    }
    }
}

int main(void) {
    int which = symir_range(0, 11, "which");

    many(which, symir_range(-1, 1, "n"));
    return 0;
}
