/* One path calls a function that is defined nowhere; what `main` does not lead to needs others. */
#include "symir.h"

int counted(int number);
int forgotten(int number);
int odd(int number);

int even(int number) {
    return number == 0 ? forgotten(number) : odd(number - 1);
}

int odd(int number) {
    return number == 0 ? 0 : even(number - 1);
}

static int choose(int number) {
    if (number == 1)
        return counted(number);
    return number + 1;
}

int main(void) {
    SYMIR_TEST(choose, symir_range(0, 1, "number"));
}
