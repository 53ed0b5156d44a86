/*
 * sysfs_streq: true when two strings are equal, or would be if one of them
 * lost a newline at its end. People write to files of sysfs with echo, which
 * adds that newline; the words they are compared with have none.
 */
#include <stdbool.h>

static bool is_lone_newline(const char *s) {
    return s[0] == '\n' && s[1] == '\0';
}

bool sysfs_streq(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }

    if (*a == *b)
        return true;
    if (*a == '\0')
        return is_lone_newline(b);
    return is_lone_newline(a) && *b == '\0';
}
