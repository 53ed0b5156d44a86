#include "symir.h"
#include "../generic_list.c"

/* A node, with the type of what it holds. */
struct node_of_person {
    struct person *data;
    struct node_of_person *next;
};

int main(void) {
    struct node_of_person *list = symir_pointer(struct node_of_person, "list");
    int age = symir_int("age");

    SYMIR_TEST(is_there, (struct node *)list, age);
    return 0;
}
