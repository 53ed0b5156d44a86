/* Whether a name matches a pattern with * and ?. */
#include <stddef.h>

int matches(const char *pattern, const char *name) {
    const char *star = NULL, *resume = NULL;

    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            resume = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++resume;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
