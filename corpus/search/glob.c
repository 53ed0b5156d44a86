/* Patterns of file names: ?, *, and sets with ranges. */
#include "symir.h"

static int in_set(const char **pattern, char c)
{
    const char *p = *pattern + 1;
    int is_not = *p == '!', found = 0;
    if (is_not)
        p++;
    while (*p && *p != ']') {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            if (p[0] <= c && c <= p[2])
                found = 1;
            p += 3;
        } else {
            if (*p == c)
                found = 1;
            p++;
        }
    }
    if (*p != ']')
        return -1;
    *pattern = p + 1;
    return found != is_not;
}

int glob(const char *pattern, const char *name)
{
    while (*pattern) {
        if (*pattern == '*') {
            while (*pattern == '*')
                pattern++;
            for (; *name; name++) {
                int matched = glob(pattern, name);
                if (matched)
                    return matched;
            }
            continue;
        }
        if (*name == 0)
            return 0;
        if (*pattern == '[') {
            int matched = in_set(&pattern, *name);
            if (matched <= 0)
                return matched;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
        } else {
            return 0;
        }
        name++;
    }
    return *name == 0;
}

int main(void)
{
    char pattern[7], name[4];
    symir_string(pattern, sizeof pattern, "pattern");
    symir_string(name, sizeof name, "name");
    SYMIR_TEST(glob, pattern, name);
}
