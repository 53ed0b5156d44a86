/* Functions that give memory back: what callers hand over, and what they have allocated themselves when they fail. */
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    char *name;
    struct node *next;
};

void list_free(struct node *list) {
    while (list != NULL) {
        struct node *next = list->next;
        free(list->name);
        free(list);
        list = next;
    }
}

/* Removes the first node with a value. */
struct node *list_remove(struct node *list, int value) {
    struct node **at = &list;
    while (*at != NULL && (*at)->value != value)
        at = &(*at)->next;
    struct node *node = *at;
    if (node != NULL) {
        *at = node->next;
        free(node);
    }
    return list;
}

struct buffer { char *data; size_t size; };

int buffer_set(struct buffer *b, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return -1;
    free(b->data);
    b->data = copy;
    b->size = strlen(copy);
    return 0;
}

struct pair { char *first, *second; };

struct pair *pair_new(const char *first, const char *second) {
    struct pair *p = malloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->first = strdup(first);
    p->second = strdup(second);
    if (p->first == NULL || p->second == NULL) {
        free(p->first);
        free(p->second);
        free(p);
        return NULL;
    }
    return p;
}

int longest_word(const char *text) {
    char *copy = strdup(text);
    int most = 0;
    if (copy == NULL)
        return -1;
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        if ((int)strlen(word) > most)
            most = strlen(word);
    free(copy);
    return most;
}
