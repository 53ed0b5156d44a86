#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A string ends before so many letters: what is wrong is the room for one more. */
char *copy_of(const char *text, size_t length) {
    char *all = malloc(length + 1);
    if (all == NULL)
        return NULL;
    for (size_t at = 0; at < length && (at == 0 || text[at - 1] != '\0'); at++)
        all[at] = text[at];
    all[length] = '\0';
    return all;
}

/* No array is so long that there would be no room for one more. */
static void number(int *numbers, const char *needle, size_t length) {
    numbers[length] = -1;
    for (size_t at = 0; at < length; at++)
        numbers[at] = needle[at];
}

int *numbers_of(const char *needle, size_t needle_len, size_t *n_bytes) {
    *n_bytes = (needle_len + 1) * sizeof(int);
    int *numbers = malloc(*n_bytes);
    if (numbers != NULL)
        number(numbers, needle, needle_len);
    return numbers;
}

/* A number may be as large as it likes. */
char *repeated(char letter, size_t times) {
    char *all = malloc(times + 1);
    if (all == NULL)
        return NULL;
    all[0] = letter;
    if (times < 8)
        memset(all, letter, times);
    all[times] = '\0';
    return all;
}

/* How much there is stands before what `L` asks for. */
int letters(const char *format, ...) {
    int sum = 0;
    va_list list;
    va_start(list, format);
    for (; *format != '\0'; format++) {
        switch (*format) {
        case 'L':
            sum += ((const unsigned char *)va_arg(list, const char *))[-1];
            break;
        case 'c':
            sum += va_arg(list, int) != 0;
            break;
        }
    }
    va_end(list);
    return sum;
}
