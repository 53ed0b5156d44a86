/* Numbers of any length as digits in lists, the lowest first: they are added with a carry. */
#include <stddef.h>

struct digit {
    unsigned char value;
    struct digit *next;
};

/* Adds to the first number; returns the carry that its last digit leaves. */
unsigned add(struct digit *a, const struct digit *b) {
    unsigned carry = 0;

    for (; a != NULL; a = a->next) {
        unsigned sum = a->value % 10u + carry;

        if (b != NULL) {
            sum += b->value % 10u;
            b = b->next;
        }
        a->value = (unsigned char)(sum % 10);
        carry = sum / 10;
    }
    return carry;
}
