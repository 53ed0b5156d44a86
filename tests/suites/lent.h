#ifndef LENT_H
#define LENT_H

/* What is owned may be declared const: whoever frees it has to say so. */
struct label {
    const char *name;
    int length;
};

struct names;

struct label *label_new(const char *name);
const char *copy_of(const char *text);
int set_copy(const char **to, const char *text);

struct names *names_new(void);
int names_set(struct names *names, const char *first);
void names_first(const struct names *names, const char **first);
int names_add(struct names *names, const char *const *words, int count);
void names_free(struct names *names);

#endif
