#include "symir.h"

#define CALLS @CALLS@

int value(int place);

#ifdef VALUES
static int values[CALLS], places[CALLS];

int value(int place) {
    return values[place];
}
#endif

int sum(void) {
    unsigned sum = 0;
    for (int i = 0; i < CALLS; i++)
        sum += (unsigned)value(i);
    return sum == 7;
}

int main(void) {
#ifdef VALUES
    for (int i = 0; i < CALLS; i++) {
        values[i] = symir_int("value");
        if (VALUES == 2)
            places[i] = symir_int("place");
    }
#endif
    SYMIR_TEST(sum);
}
