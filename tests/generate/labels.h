#ifndef LABELS_H
#define LABELS_H
#include <stddef.h>

/* The letters stand behind these members. */
struct label {
    size_t length, room;
};

struct label *label_make(const char *letters, size_t length);
void label_free(struct label *label);
size_t label_count(const struct label *label, char letter);
int label_compare(const struct label *label, const char *letters, size_t length);
#endif
