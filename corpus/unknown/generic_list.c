/* A list of anything, with a function that knows what it is. */
#include <stddef.h>

struct node {
    void *data;
    struct node *next;
};

struct person {
    char name[8];
    int age;
};

static void *find(struct node *at, int (*match)(void *data, void *key), void *key) {
    for (; at != NULL; at = at->next) {
        if (match(at->data, key))
            return at->data;
    }
    return NULL;
}

static int has_age(void *data, void *key) {
    struct person *person = data;
    return person != NULL && person->age == *(int *)key;
}

int is_there(struct node *list, int age) {
    return find(list, has_age, &age) != NULL;
}
