/*
 * Models of locale.h and langinfo.h: the "C" locale is the only one.
 */
#include "machine.h"

struct lconv {
    char *texts[10];
    char numbers[14];
};

static struct lconv conventions = {
    {".", "", "", "", "", "", "", "", "", ""},
    {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
};

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

char *setlocale(int category, const char *name) {
    enum { LAST_CATEGORY = 12 };

    if (category < 0 || category > LAST_CATEGORY)
        return NULL;
    if (name == NULL || *name == '\0' || are_equal(name, "C") || are_equal(name, "POSIX"))
        return "C";
    return NULL;
}

struct lconv *localeconv(void) {
    return &conventions;
}
