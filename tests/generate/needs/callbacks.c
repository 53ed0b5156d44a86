#include <stddef.h>

struct node {
    struct node *next;
    void *data;
};

struct person {
    int age;
    const char *name;
};

static int is_adult(void *data) {
    const struct person *person = data;
    return person->age >= 18 && person->name[0] != '\0';
}

int (*const checks[])(void *) = {is_adult};

int count(const struct node *list, int (*check)(void *)) {
    int n = 0;

    for (; list != NULL; list = list->next)
        if (check(list->data))
            n++;
    return n;
}
