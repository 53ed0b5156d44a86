/* Luhn's check digit of card numbers. */
#include <string.h>

int is_valid_card(const char *digits) {
    size_t n = strlen(digits);
    int sum = 0;

    if (n < 2)
        return 0;
    for (size_t i = 0; i < n; i++) {
        int digit = digits[n - 1 - i] - '0';

        if (digit < 0 || digit > 9)
            return 0;
        if (i % 2 == 1) {
            digit *= 2;
            if (digit > 9)
                digit -= 9;
        }
        sum += digit;
    }
    return sum % 10 == 0;
}
