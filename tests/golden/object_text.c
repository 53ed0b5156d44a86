/* Strings that end where their memory does: who reads past the terminator errs. */
#include "symir.h"
#include <string.h>

struct entry {
    const char *key;
    int value;
};

static int length(const char *s) {
    return (int)strlen(s);
}

static int second(const char *s) {
    return s[1] == 'x';
}

static int is_pair(const struct entry *entry) {
    if (!entry->key || entry->key[0] == '\0')
        return 0;
    return entry->key[1] == entry->value;
}

static void cut(char *s) {
    if (*s)
        s[strlen(s) - 1] = '\0';
}

int main(void) {
    switch (symir_choose(4, "which")) {
    case 0: SYMIR_TEST(length, symir_text(3, "s")); break;
    case 1: SYMIR_TEST(second, symir_text(3, "s")); break;
    case 2: {
        struct entry entry;

        symir_object(entry, "entry");
        SYMIR_TEST(is_pair, &entry);
        break;
    }
    default: SYMIR_TEST(cut, symir_text(3, "s"));
    }
}
