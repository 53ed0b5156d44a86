/* A list of names over the C library's allocator: every allocation may fail. */
#include <stdlib.h>
#include <string.h>

struct names {
    char **list;
    int n;
};

int names_add(struct names *names, const char *name) {
    char *copy = strdup(name);
    char **more;

    if (copy == NULL)
        return -1;
    more = realloc(NULL, sizeof *more);
    if (more == NULL) {
        free(copy);
        return -2;
    }
    more[0] = copy;
    names->list = more;
    names->n = 1;
    return 0;
}
