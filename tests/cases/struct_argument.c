/* A pointer to a structure that points to another one. */
#include "symir.h"

struct address {
    int street;
    int number;
};

struct person {
    int age;
    struct address *home;
};

static int must_pay(const struct person *p) {
    if (p->age < 18)
        return 0;
    if (p->home == NULL)
        return 1;
    return p->home->number > 100 ? 2 : 3;
}

int main(void) {
    struct address home = { 0, 0 };
    struct person p = { 0, &home };

    p.age = symir_int("age");
    home.street = symir_range(1, 5, "street");
    home.number = symir_int("number");
    SYMIR_TEST(must_pay, &p);
}
