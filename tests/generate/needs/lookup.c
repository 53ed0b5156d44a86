/* A key and a place in a table of pointers, as `bsearch` passes them. */
#include <string.h>

struct entry {
    int value;
    const char *name;
};

int by_name(const void *key, const void *place) {
    const struct entry *const *entry = place;
    return strcmp(key, (*entry)->name);
}
