/* Calls a function that has no body anywhere, on the path of day > 0. */
#include "symir.h"

int weather(int day);

static int forecast(int day) {
    if (day < 0)
        return -1;
    if (day == 0)
        return 20;
    return weather(day);
}

int main(void) {
    int day = symir_int("day");

    SYMIR_TEST(forecast, day);
}
