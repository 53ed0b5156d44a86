/* The nodes of a document: which member of the union is used, a number says that has the names of an enumeration. */
#include <stddef.h>
#include <stdint.h>

typedef enum { NODE_TEXT, NODE_LIST, NODE_CODE, NODE_LINK } node_type;

typedef struct doc_node {
    struct doc_node *parent, *next, *prev;
    uint16_t type;
    uint16_t flags;
    union {
        struct {
            int start, padding;
            unsigned char delimiter;
        } list;
        struct {
            unsigned char *info;
            uint8_t length, offset;
        } code;
        struct {
            unsigned char *url, *title;
        } link;
    } as;
} doc_node;

static int can_hold(const doc_node *node, const doc_node *child) {
    switch (node->type) {
    case NODE_LIST:
        return child->type == NODE_CODE || child->type == NODE_TEXT;
    case NODE_LINK:
        return child->type == NODE_TEXT;
    default:
        return 0;
    }
}

/* Puts a node without neighbours before another one. */
int insert_before(doc_node *node, doc_node *sibling) {
    if (node == NULL || sibling == NULL || node->parent == NULL)
        return 0;
    if (sibling->parent != NULL || !can_hold(node->parent, sibling))
        return 0;
    sibling->prev = node->prev;
    sibling->next = node;
    sibling->parent = node->parent;
    node->prev = sibling;
    if (sibling->prev != NULL)
        sibling->prev->next = sibling;
    return 1;
}

/* Members that have no names themselves. */
struct mark {
    unsigned kind;
    union {
        struct {
            char *name;
            char *text;
        };
        struct {
            int from, to, step, last;
        };
    };
};

int is_of_kind(const struct mark *mark, unsigned kind) {
    return mark->kind == kind;
}
