#include <stddef.h>
#include <stdlib.h>

/* People in a list. */
struct person {
    const char *name;
    struct person *next;
    void *data;
    int age;
};

void person_init(struct person *p, const char *name, void *data, int age)
{
    p->name = name;
    p->next = NULL;
    p->data = data;
    p->age = age;
}

void person_set_data(struct person *p, void *data)
{
    p->data = data;
}

void *person_data(const struct person *p)
{
    return p ? p->data : NULL;
}

struct person *person_push(struct person *head, struct person *p)
{
    p->next = head;
    return p;
}

struct person *person_new(const char *name, int age)
{
    struct person *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->name = name;
    p->next = NULL;
    p->data = NULL;
    p->age = age;
    return p;
}

struct person *oldest(struct person *head)
{
    struct person *best = head;
    for (struct person *p = head; p; p = p->next)
        if (p->age > best->age)
            best = p;
    return best;
}
