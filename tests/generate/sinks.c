/* Objects that a function allocates for others, and to which only a pointer of no type leads. */
#include <stdlib.h>
#include <string.h>

static void *get_memory(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        exit(3);
    return memory;
}

typedef void (*put_function)(void *to, char letter);

struct sink {
    put_function put;
    void *to;
    int is_closed;
};

struct counter {
    int n_lines;
    char last;
    char *tag;
};

static void count(struct counter *counter, char letter) {
    if (letter == '\n')
        counter->n_lines++;
    counter->last = letter;
}

struct sink *sink_that_counts(void) {
    struct sink *sink = get_memory(sizeof *sink);
    struct counter *counter = get_memory(sizeof *counter);
    counter->n_lines = 0;
    counter->last = '\0';
    counter->tag = get_memory(4);
    strcpy(counter->tag, "tag");
    sink->put = (put_function)count;
    sink->to = counter;
    sink->is_closed = 0;
    return sink;
}

int sink_write(struct sink *sink, const char *text) {
    if (sink->is_closed)
        return -1;
    while (*text != '\0')
        sink->put(sink->to, *text++);
    return 0;
}

void sink_close(struct sink *sink) {
    if (!sink->is_closed)
        sink->put(sink->to, '\n');
    sink->is_closed = 1;
}

void sink_free(struct sink *sink) {
    struct counter *counter = sink->to;
    free(counter->tag);
    free(counter);
    free(sink);
}
