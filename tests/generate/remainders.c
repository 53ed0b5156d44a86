/* Whether numbers are multiples of others decides. */
#include <stdbool.h>
#include <stddef.h>

bool is_leap_year(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

const char *fizz_buzz(unsigned n) {
    if (n % 15 == 0)
        return "FizzBuzz";
    if (n % 3 == 0)
        return "Fizz";
    if (n % 5 == 0)
        return "Buzz";
    return NULL;
}

int is_even(int n) {
    return n % 2 == 0;
}

bool is_on_the_hour(long seconds) {
    return seconds % 3600 == 0;
}

/* Whether a length fits into whole blocks. */
bool is_whole(size_t length) {
    return (length & 15) == 0;
}
