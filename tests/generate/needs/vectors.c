/* Arrays behind members: one member says how many elements there are, another one how many are in use. */

struct digits {
    int used, room, sign;
    unsigned *at;
};

/* Clears the elements that are no longer in use. */
int copy_digits(const struct digits *from, struct digits *to) {
    int n;
    if (to->room < from->used) return -1;
    for (n = 0; n < from->used; n++) to->at[n] = from->at[n];
    for (; n < to->used; n++) to->at[n] = 0;
    to->used = from->used;
    to->sign = from->sign;
    return 0;
}
