/* Strings that are const for whoever is given them, and that somebody has to free or to set all the same. */
#include "lent.h"
#include "symir.h"

#include <stdlib.h>
#include <string.h>

struct names {
    int count;
    char *first;
};

struct label *label_new(const char *name)
{
    struct label *label = malloc(sizeof *label);

    if (label == NULL)
        return NULL;
    label->name = strdup(name);
    label->length = (int)strlen(name);
    return label;
}

const char *copy_of(const char *text)
{
    return text[0] == '\0' ? NULL : strdup(text);
}

int set_copy(const char **to, const char *text)
{
    *to = strdup(text);
    return *to != NULL;
}

struct names *names_new(void)
{
    return calloc(1, sizeof(struct names));
}

int names_set(struct names *names, const char *first)
{
    names->first = strdup(first);
    if (names->first == NULL)
        return -1;
    names->count++;
    return 0;
}

void names_first(const struct names *names, const char **first)
{
    *first = names->first;
}

int names_add(struct names *names, const char *const *words, int count)
{
    int added = 0;

    for (int i = 0; i < count; i++) {
        if (words[i][0] == 'n') {
            names->count++;
            added++;
        }
    }
    return added;
}

void names_free(struct names *names)
{
    if (names != NULL)
        free(names->first);
    free(names);
}

int main(void)
{
    int which = symir_range(0, 3, "which");
    const char *text = symir_text(2, "text"), *first;
    struct names *names;

    switch (which) {
    case 0:
        SYMIR_TEST(label_new, text);
        break;
    case 1:
        SYMIR_TEST(copy_of, text);
        break;
    case 2:
        SYMIR_TEST(set_copy, &first, text);
        break;
    case 3:
        names = names_new();
        if (names == NULL || names_set(names, text) != 0)
            return 1;
        names_first(names, &first);
        SYMIR_TEST(names_add, names, &first, 1);
        names_free(names);
        break;
    }
    return 0;
}
