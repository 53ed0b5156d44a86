/* A comparator of an array of strings: each element is a pointer to one. */
#include <string.h>

int compare_strings(const void *a, const void *b) {
    const char *const *left = a;
    const char *const *right = b;

    if (*left == *right)
        return 0;
    return strcmp(*left, *right) < 0 ? -1 : 1;
}
