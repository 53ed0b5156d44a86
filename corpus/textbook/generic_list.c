/* A list of anything: the caller says by a function what it looks for. */
#include <stddef.h>

struct item {
    void *data;
    struct item *next;
};

struct book {
    char title[8];
    int year;
};

void *find_if(const struct item *list, int (*accepts)(const void *data, const void *context), const void *context) {
    for (; list != NULL; list = list->next) {
        if (accepts(list->data, context))
            return list->data;
    }
    return NULL;
}

int is_older(const void *data, const void *context) {
    const struct book *book = data;
    const int *year = context;

    return book->year < *year;
}

const struct book *older_than(const struct item *books, int year) {
    return find_if(books, is_older, &year);
}
