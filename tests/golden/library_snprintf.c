/* Prints an int into a buffer that is too small for some; %n counts what there was no room for. */
#include "symir.h"
#include <stdio.h>

static const char *show(char *to, size_t size, int value) {
    if (value > 99999)
        snprintf(to, size, "%d%n", value, &value);
    if (value < -9999)
        return "low";
    snprintf(to, size, "%d", value);
    return to;
}

int main(void) {
    char text[5] = "";
    int value = symir_int("value");

    SYMIR_TEST(show, text, sizeof text, value);
}
