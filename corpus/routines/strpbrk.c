/*
 * strpbrk: the first character of s that is one of those in accept, or null
 * when s has none of them.
 */
#include <stddef.h>

char *strpbrk(const char *s, const char *accept) {
    for (; *s != '\0'; s++) {
        for (const char *a = accept; *a != '\0'; a++) {
            if (*s == *a)
                return (char *)s;
        }
    }
    return NULL;
}
