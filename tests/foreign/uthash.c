/* Lists and a table made of macros, whose nodes lie within the program's own structures. */
#include "uthash.h"
#include "utlist.h"
#include "symir.h"
#include <stdlib.h>

struct user {
    int id;
    char name[10];
    UT_hash_handle hh;
};

struct item {
    int id;
    struct item *next, *prev;
};

static struct user *users;

struct user *find_user(int id) {
    struct user *user;

    HASH_FIND_INT(users, &id, user);
    return user;
}

int add_user(int id, const char *name) {
    struct user *user = find_user(id);

    if (user != NULL)
        return 0;
    user = malloc(sizeof *user);
    user->id = id;
    strncpy(user->name, name, sizeof user->name);
    user->name[9] = '\0';
    HASH_ADD_INT(users, id, user);
    return 1;
}

int remove_user(int id) {
    struct user *user = find_user(id);

    if (user == NULL)
        return -1;
    HASH_DEL(users, user);
    free(user);
    return 0;
}

struct item *insert(struct item *head, struct item *item) {
    struct item *at;

    DL_FOREACH(head, at) {
        if (at->id >= item->id) {
            DL_PREPEND_ELEM(head, at, item);
            return head;
        }
    }
    DL_APPEND(head, item);
    return head;
}

struct item *remove_all(struct item *head, int id) {
    struct item *at, *next;

    DL_FOREACH_SAFE(head, at, next) {
        if (at->id == id) {
            DL_DELETE(head, at);
            free(at);
        }
    }
    return head;
}

static struct item *new_item(int id) {
    struct item *item = malloc(sizeof *item);

    *item = (struct item){id, NULL, NULL};
    return item;
}

int main(void) {
    int id = symir_range(0, 12, "id"), which = symir_range(0, 4, "which");
    struct item *list = NULL;

    list = insert(list, new_item(5));
    list = insert(list, new_item(9));
    add_user(3, "ann");
    add_user(11, "bob");
    switch (which) {
    case 0: SYMIR_TEST(insert, list, new_item(id)); break;
    case 1: SYMIR_TEST(remove_all, list, id); break;
    case 2: SYMIR_TEST(find_user, id); break;
    case 3: SYMIR_TEST(add_user, id, "eve"); break;
    default: SYMIR_TEST(remove_user, id); break;
    }
    return 0;
}
