/* Messages of a certain importance go to another module, with a list of what they say. */
#include <stdarg.h>

int vtrace(int level, const char *format, va_list values);

static int n_lost;

int trace(int level, const char *format, ...) {
    va_list values;
    int n;

    if (level < 2)
        return 0;
    va_start(values, format);
    n = vtrace(level, format, values);
    va_end(values);
    if (n < 0) {
        n_lost++;
        return -1;
    }
    return n + 1;
}

int trace_lost(void) {
    return n_lost;
}
