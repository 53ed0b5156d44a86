#include <stddef.h>

/* Pointers to pointers to const in structures, and a structure that leads to itself through one. */
typedef struct described described_t;
struct described {
    const unsigned *info;
    const described_t *const *parts;
    const char **names;
    int n;
};

int first_part(const described_t *it) {
    return it->parts && it->parts[0] ? it->n + it->parts[0]->n : it->n;
}

int first_letter(const described_t *it) {
    return it->names && it->names[0] ? it->names[0][0] : -1;
}
