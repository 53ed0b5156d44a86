/* The machine below the models: files in memory, output that is collected. */
#include "check.h"
#include "machine.h"
#include <wchar.h>

char written[2][OUTPUT_ROOM];
size_t n_written[2];

struct kept kept[MOST_KEPT];
size_t n_kept;
long now = 1700000000;

void symir_output(int descriptor, const void *data, unsigned long size) {
    int at = descriptor - 1;

    CHECK(at == 0 || at == 1, "output to %d", descriptor);
    if (n_written[at] + size > OUTPUT_ROOM)
        n_written[at] = 0;
    memcpy(written[at] + n_written[at], data, size);
    n_written[at] += size;
}

struct kept *keep(const char *name) {
    for (size_t i = 0; i < n_kept; i++)
        if (strcmp(kept[i].name, name) == 0)
            return &kept[i];
    snprintf(kept[n_kept].name, sizeof kept->name, "%s", name);
    kept[n_kept].size = GONE;
    return &kept[n_kept++];
}

void symir_stream(int descriptor, const void *data, unsigned long size) {
    symir_output(descriptor, data, size);
}

void symir_control_stream(int descriptor, int control, unsigned long size) {
}

long symir_system(int request, const char *name, long argument, void *to, unsigned long room) {
    enum { IDENTITY = 10, RANDOM = 13, SEALED = -4096 };

    switch (request) {
    case IDENTITY:
        *(long *)to = 4321 + argument;
        return 8;
    case RANDOM:
        memset(to, 'r', room);
        return (long)room;
    default:
        return SEALED;
    }
}

void *symir_memory(size_t size) {
    void *memory = malloc(size);

    CHECK(memory != NULL, "no memory for %zu bytes", size);
    return memory;
}

int is_heard = 1, is_result_used = 1;

int symir_is_heard(void) {
    return is_heard;
}

int symir_text_number(int number) {
    return number;
}

int symir_is_result_used(void) {
    return is_result_used;
}

void symir_compared(const void *memory, unsigned long size) {
    (void)memory, (void)size;
}

unsigned long symir_span(const void *text, unsigned long limit, int width) {
    return width == 1 ? strnlen(text, limit) : wcsnlen(text, limit);
}

void *symir_file_contents(const char *name, unsigned long *size) {
    struct kept *file = keep(name);

    if (file->size == GONE)
        return NULL;
    *size = file->size;
    char *copy = malloc(file->size + 1);
    memcpy(copy, file->data, file->size);
    return copy;
}

long symir_read_stream(const char *name, void *to, unsigned long n) {
    (void)name, (void)to, (void)n;
    return -1;
}

void symir_store_file(const char *name, const void *data, unsigned long size) {
    struct kept *file = keep(name);

    file->size = size;
    if (size != GONE) {
        CHECK(size <= sizeof file->data, "%s has %lu bytes", name, size);
        memcpy(file->data, data, size);
    }
}

long symir_time(int clock) {
    static const long others[] = {0, 250000, 123456789};

    return clock == 0 ? now : others[clock];
}
