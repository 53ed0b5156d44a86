/* symir: --explain */
/* What each path of a small parser has decided, names, and what one test alone covers. */
#include "symir.h"

enum { NOTHING = -1, TOO_LONG = -2 };

/* `-`, `on`, `#` and a hexadecimal digit, or a digit. */
int parse(const char *s, int limit) {
    switch (s[0]) {
    case '\0':
        return NOTHING;
    case '-':
        return s[1] == '\0' ? 0 : NOTHING;
    case 'o':
        return s[1] == 'n' && s[2] == '\0' ? 1 : NOTHING;
    case '#':
        if ((unsigned char)s[1] > 'f')
            return TOO_LONG;
        return 2;
    default:
        if (s[0] < '0' || s[0] > '9')
            return NOTHING;
        return s[0] - '0' > limit ? TOO_LONG : s[0] - '0';
    }
}

int main(void) {
    char s[4];
    int limit = symir_range(0, 9, "limit");

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(parse, s, limit);
}
