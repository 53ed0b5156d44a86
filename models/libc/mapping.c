/*
 * Models of sys/mman.h: memory that belongs to no file.
 */
#include "machine.h"

enum { PAGE_SIZE = 4096, READ = 1, WRITE = 2, SHARED = 1, PRIVATE = 2, FIXED = 0x10, ANONYMOUS = 0x20 };

void *aligned_alloc(size_t align, size_t size);

/* What is mapped: the last first. */
struct mapping {
    void *start;
    size_t size;
    struct mapping *next;
};

static struct mapping *mappings;

static size_t in_pages(size_t size) {
    return (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

static void *failed(int number) {
    fail(number);
    return (void *)-1;
}

void *mmap(void *wish, size_t size, int protection, int flags, int descriptor, long offset) {
    (void)wish;
    (void)descriptor;
    if (size == 0 || (flags & (SHARED | PRIVATE)) == 0 || offset % PAGE_SIZE != 0)
        return failed(INVALID);
    if ((flags & ANONYMOUS) == 0)
        symir_unsupported("mmap of a file");
    if ((flags & FIXED) != 0)
        symir_unsupported("mmap to an address");
    if ((protection & (READ | WRITE)) != (READ | WRITE))
        symir_unsupported("mmap of memory that cannot be written");
    if (in_pages(size) < size)
        return failed(NO_MEMORY);
    struct mapping *mapping = malloc(sizeof *mapping);
    if (mapping == NULL)
        return failed(NO_MEMORY);
    *mapping = (struct mapping){aligned_alloc(PAGE_SIZE, in_pages(size)), in_pages(size), mappings};
    if (mapping->start == NULL)
        return failed(NO_MEMORY);
    memset(mapping->start, 0, mapping->size);
    mappings = mapping;
    return mapping->start;
}

void *mmap64(void *wish, size_t size, int protection, int flags, int descriptor, long offset) {
    return mmap(wish, size, protection, flags, descriptor, offset);
}

int munmap(void *start, size_t size) {
    if (size == 0 || (uintptr_t)start % PAGE_SIZE != 0)
        return fail(INVALID);
    for (struct mapping **at = &mappings; *at != NULL; at = &(*at)->next) {
        struct mapping *mapping = *at;

        if (mapping->start == start && mapping->size == in_pages(size)) {
            *at = mapping->next;
            free(mapping->start);
            free(mapping);
            return 0;
        }
    }
    symir_unsupported("munmap of what mmap has not given, or of a part of it");
}
