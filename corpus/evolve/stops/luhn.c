/* The check digit of a card's number, and whose card it is. */
#include "symir.h"

int card(const char *number) {
    int sum = 0, n = 0;
    while (number[n])
        n++;
    if (n != 8)
        return -1;
    for (int i = 0; i < n; i++) {
        int digit = number[n - 1 - i] - '0';
        if (digit < 0 || digit > 9)
            return -2;
        if (i % 2 == 1) {
            digit *= 2;
            if (digit > 9)
                digit -= 9;
        }
        sum += digit;
    }
    if (sum % 10 != 0)
        return 0;
    if (number[0] == '4')
        return 1;
    return number[0] == '5' && number[1] >= '1' && number[1] <= '5' ? 2 : 3;
}

int main(void) {
    const char *number = symir_text(9, "number");
    SYMIR_TEST(card, number);
}
