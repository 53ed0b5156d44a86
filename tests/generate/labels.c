/* Objects with more behind their members, although the type does not say so. */
#include "labels.h"
#include <stdlib.h>
#include <string.h>

static const char *letters_of(const struct label *label)
{
    return (const char *)label + sizeof(struct label);
}

struct label *label_make(const char *letters, size_t length)
{
    struct label *label = malloc(sizeof(struct label) + length);

    if (label == NULL)
        return NULL;
    label->length = label->room = length;
    memcpy(label + 1, letters, length);
    return label;
}

void label_free(struct label *label)
{
    free(label);
}

size_t label_count(const struct label *label, char letter)
{
    size_t count = 0;

    for (size_t i = 0; i < label->length; i++)
        count += letters_of(label)[i] == letter;
    return count;
}

/* The difference says nothing of a terminator: `letters` has `length` characters. */
int label_compare(const struct label *label, const char *letters, size_t length)
{
    int difference = 0;

    for (size_t i = 0; i < label->length; i++) {
        if (i == length)
            return 1;
        difference = letters_of(label)[i] - letters[i];
        if (difference != 0)
            break;
    }
    if (difference == 0 && label->length < length)
        return -1;
    return difference;
}
