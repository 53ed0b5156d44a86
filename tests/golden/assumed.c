/* Sides that the driver excludes are told from those that no input takes. */
#include "symir.h"

int grade(int points, int bonus) {
    if (points > 100)
        return -1;
    if (points > 50 && points < 40)
        return -2;
    if (points + bonus > 200)
        return -3;
    return points / 10;
}

int main(void) {
    int points = symir_range(0, 60, "points");
    int bonus = symir_int("bonus");

    symir_assume(bonus >= 0 && bonus < 10);
    SYMIR_TEST(grade, points, bonus);
}
