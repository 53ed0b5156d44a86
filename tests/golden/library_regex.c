/* A regular expression forks as the text does: which texts fit, and where the group is. */
#include "symir.h"
#include <regex.h>

static int key(const char *text) {
    regex_t pattern;
    regmatch_t found[2];
    int result = -1;

    if (regcomp(&pattern, "^([a-z]+)=", REG_EXTENDED) != 0)
        return -2;
    if (regexec(&pattern, text, 2, found, 0) == 0)
        result = found[1].rm_eo;
    regfree(&pattern);
    return result;
}

int main(void) {
    char text[5];

    symir_string(text, sizeof text, "text");
    SYMIR_TEST(key, text);
}
