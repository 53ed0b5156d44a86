/* Things that have the names which suites have for things of their own, and names that are words of C++. */
#include <stddef.h>
#include <string.h>

struct calls {
    int n;
    int v[4];
};

int result;
int mock_script;

int state(int a) {
    return a > 3 ? 1 : 0;
}

int same_bytes(const char *a, const char *b, size_t n) {
    return memcmp(a, b, n) == 0;
}

int tests(int a) {
    return a < 0 ? -1 : a / 2;
}

int new(struct calls *calls, int class) {
    if (calls->n < 0 || calls->n >= 4) {
        return 0;
    }
    calls->v[calls->n++] = class;
    return 1;
}

void delete(struct calls *calls, int at) {
    if (at < 0 || at >= calls->n || calls->n > 4) {
        return;
    }
    calls->v[at] = 0;
}

int count_up(int by) {
    if (by > 10) {
        result = by;
        return 1;
    }
    return result;
}

int is_played(void) {
    return mock_script > 2;
}

int setUp(int status) {
    return status != 0;
}

int run_driver(int operator) {
    return operator == 7 ? 2 : 3;
}
