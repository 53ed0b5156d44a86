/* symir: --externals havoc */
#include "symir.h"

int weather(int day);

int forecast(int day) {
    return weather(day) > 20;
}

int main(void) {
    int day = symir_int("day");
    SYMIR_TEST(forecast, day);
}
