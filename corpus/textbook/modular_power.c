/* A power modulo a number, by squaring. */
#include <stdint.h>

uint32_t modular_power(uint32_t base, uint32_t exponent, uint32_t modulus) {
    uint64_t power = 1, square;

    if (modulus == 0)
        return 0;
    square = base % modulus;
    while (exponent > 0) {
        if (exponent % 2 == 1)
            power = power * square % modulus;
        square = square * square % modulus;
        exponent /= 2;
    }
    return (uint32_t)(power % modulus);
}
