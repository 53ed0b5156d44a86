/* A list that hands out its nodes, so that they can be removed, and refuses to be freed while it has some. */
#include <assert.h>
#include <stdlib.h>

struct member {
    struct member *next, *before;
    int value;
};

struct members {
    struct member *first;
    int n;
};

struct members *members_new(void) {
    return calloc(1, sizeof(struct members));
}

struct member *members_add(struct members *members, int value) {
    struct member *member = calloc(1, sizeof *member);
    if (member == NULL)
        return NULL;
    member->value = value;
    member->next = members->first;
    if (members->first != NULL)
        members->first->before = member;
    members->first = member;
    members->n++;
    return member;
}

int members_remove(struct members *members, struct member *member) {
    int value = member->value;
    if (member->before != NULL)
        member->before->next = member->next;
    else
        members->first = member->next;
    if (member->next != NULL)
        member->next->before = member->before;
    members->n--;
    free(member);
    return value;
}

void members_free(struct members *members) {
    assert(members->n == 0);
    free(members);
}
