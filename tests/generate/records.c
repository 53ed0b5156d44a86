/* Arrays of structures with pointers beside what the code looks at, and a buffer with a position in it. */
#include <stddef.h>
#include <string.h>

enum kind { TEXT, NUMBER, LIST };

struct task {
    enum kind kind;
    int count, done;
    void *value;
    struct task *parent;
    void *context;
};

struct reader {
    int error;
    char *buffer;
    size_t at, length, most;
    struct task stack[9];
    int top;
};

/* Whether the task on top is a list. */
int is_list(const struct reader *reader)
{
    if (reader->top < 0 || reader->top >= 9)
        return -1;
    return reader->stack[reader->top].kind == LIST;
}

/* Goes on with the next task. Returns whether there is one. */
int next(struct reader *reader)
{
    while (reader->top > 0 && reader->top < 9) {
        struct task *task = &reader->stack[reader->top], *list = &reader->stack[reader->top - 1];

        if (list->kind != LIST) {
            reader->error = 1;
            return 0;
        }
        if (task->done < list->count - 1) {
            task->kind = TEXT;
            task->done++;
            return 1;
        }
        reader->top--;
    }
    return 0;
}

static char *end_of_line(char *from, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++)
        if (from[i] == '\r' && from[i + 1] == '\n')
            return from + i;
    return NULL;
}

/* The next line, without its end. */
char *line(struct reader *reader, int *length)
{
    char *from = reader->buffer + reader->at;
    char *end = end_of_line(from, reader->length - reader->at);

    if (end == NULL)
        return NULL;
    *length = (int)(end - from);
    reader->at += *length + 2;
    return from;
}

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};

struct map {
    struct entry *lists[256];
    unsigned count;
};

/* A table with many lists, which are all alike. */
int *find(struct map *map, unsigned key)
{
    for (struct entry *entry = map->lists[key & 255]; entry != NULL; entry = entry->next)
        if (entry->key == key)
            return &entry->value;
    return NULL;
}
