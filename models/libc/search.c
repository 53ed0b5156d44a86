/*
 * Models of search.h: arrays searched in order, linked lists, binary trees that
 * nobody balances, and a hash table that is a list.
 */
#include "machine.h"

typedef int compare(const void *, const void *);

static void *find(const void *key, const void *array, size_t n, size_t size, compare *compare) {
    for (size_t i = 0; i < n; i++) {
        const char *element = (const char *)array + i * size;

        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

void *lfind(const void *key, const void *array, size_t *n, size_t size, compare *compare) {
    return find(key, array, *n, size, compare);
}

void *lsearch(const void *key, void *array, size_t *n, size_t size, compare *compare) {
    void *found = find(key, array, *n, size, compare);

    if (found != NULL)
        return found;
    return memcpy((char *)array + (*n)++ * size, key, size);
}

/* Lists: what an element begins with. */
struct element {
    struct element *next, *previous;
};

void insque(void *element, void *previous) {
    struct element *new = element, *before = previous;

    if (before == NULL) {
        new->next = new->previous = NULL;
        return;
    }
    new->next = before->next;
    new->previous = before;
    if (before->next != NULL)
        before->next->previous = new;
    before->next = new;
}

void remque(void *element) {
    struct element *old = element;

    if (old->next != NULL)
        old->next->previous = old->previous;
    if (old->previous != NULL)
        old->previous->next = old->next;
}

/* Trees. A program sees a node as a pointer to the key, which comes first. */
struct node {
    const void *key;
    struct node *left, *right;
};

/* Where the node with the key is, or would be. */
static struct node **place(const void *key, struct node **root, compare *compare) {
    while (*root != NULL) {
        int order = compare(key, (*root)->key);

        if (order == 0)
            break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tsearch(const void *key, void **root, compare *compare) {
    if (root == NULL)
        return NULL;
    struct node **at = place(key, (struct node **)root, compare);
    if (*at == NULL) {
        *at = malloc(sizeof **at);
        if (*at != NULL)
            **at = (struct node){.key = key};
    }
    return *at;
}

void *tfind(const void *key, void *const *root, compare *compare) {
    return root == NULL ? NULL : *place(key, (struct node **)root, compare);
}

/* Gives the parent of what was deleted, or something else than NULL. */
void *tdelete(const void *key, void **root, compare *compare) {
    struct node **at = (struct node **)root, *parent = NULL;

    if (root == NULL)
        return NULL;
    for (int order; *at != NULL && (order = compare(key, (*at)->key)) != 0;) {
        parent = *at;
        at = order < 0 ? &parent->left : &parent->right;
    }
    struct node *old = *at;
    if (old == NULL)
        return NULL;
    if (old->left == NULL) {
        *at = old->right;
    } else if (old->right == NULL) {
        *at = old->left;
    } else {
        struct node **least = &old->right;

        while ((*least)->left != NULL)
            least = &(*least)->left;
        struct node *heir = *least;
        *least = heir->right;
        heir->left = old->left;
        heir->right = old->right;
        *at = heir;
    }
    free(old);
    return parent == NULL ? (void *)root : (void *)parent;
}

enum visit { BEFORE, BETWEEN, BEHIND, LEAF };

typedef void visitor(const void *node, enum visit visit, int depth);

static void walk(const struct node *node, visitor *visit, int depth) {
    if (node->left == NULL && node->right == NULL) {
        visit(node, LEAF, depth);
        return;
    }
    visit(node, BEFORE, depth);
    if (node->left != NULL)
        walk(node->left, visit, depth + 1);
    visit(node, BETWEEN, depth);
    if (node->right != NULL)
        walk(node->right, visit, depth + 1);
    visit(node, BEHIND, depth);
}

void twalk(const void *root, visitor *visit) {
    if (root != NULL && visit != NULL)
        walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *)) {
    struct node *node = root;

    if (node == NULL)
        return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

/* The hash table. */
struct entry {
    char *key;
    void *data;
};

struct link {
    struct entry entry;
    struct link *next;
};

static struct link *table;

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

int hcreate(size_t size) {
    (void)size;
    return 1;
}

struct entry *hsearch(struct entry wanted, int enters) {
    for (struct link *at = table; at != NULL; at = at->next)
        if (are_equal(at->entry.key, wanted.key))
            return &at->entry;
    if (!enters) {
        fail(3 /* ESRCH */);
        return NULL;
    }
    struct link *new = malloc(sizeof *new);
    if (new == NULL)
        return NULL;
    *new = (struct link){wanted, table};
    table = new;
    return &new->entry;
}

void hdestroy(void) {
    while (table != NULL) {
        struct link *next = table->next;

        free(table);
        table = next;
    }
}
