/* Fibonacci numbers up to what 32 bits hold, and whether a number is one. */
#include <stdint.h>

uint32_t fibonacci(unsigned n) {
    uint32_t a = 0, b = 1;

    if (n > 47)
        return 0;
    for (; n > 0; n--) {
        uint32_t sum = a + b;

        a = b;
        b = sum;
    }
    return a;
}

int is_fibonacci(uint16_t number) {
    uint32_t a = 0, b = 1;

    while (a < number) {
        uint32_t sum = a + b;

        a = b;
        b = sum;
    }
    return a == number;
}
