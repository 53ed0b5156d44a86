/*
 * Models of unistd.h and fcntl.h, and what stdio.h says of files by name.
 */
#include "files.h"

int snprintf(char *to, size_t size, const char *format, ...);
char *strerror(int number);

/* The flags of Linux on x86-64. */
enum {
    WRITE_ONLY = 01,
    READ_WRITE = 02,
    ACCESS = 03,
    CREATE = 0100,
    EXCLUSIVE = 0200,
    TRUNCATE = 01000,
    APPEND = 02000,
};

static int open_file(const char *name, int flags) {
    if (name == NULL)
        return fail(BAD_ADDRESS);
    int access = flags & ACCESS;
    struct symir_manner manner = {
        .can_read = access != WRITE_ONLY,
        .can_write = access == WRITE_ONLY || access == READ_WRITE,
        .appends = (flags & APPEND) != 0,
        .creates = (flags & CREATE) != 0,
        .truncates = (flags & TRUNCATE) != 0,
        .is_exclusive = (flags & (CREATE | EXCLUSIVE)) == (CREATE | EXCLUSIVE),
    };
    struct symir_open *open = symir_open(name, manner);

    return open == NULL ? -1 : symir_new_descriptor(open, 0);
}

int open(const char *name, int flags, ...) {
    return open_file(name, flags);
}

int open64(const char *name, int flags, ...) {
    return open_file(name, flags);
}

int __open_2(const char *name, int flags) {
    return open_file(name, flags);
}

int creat(const char *name, unsigned mode) {
    (void)mode;
    return open_file(name, CREATE | WRITE_ONLY | TRUNCATE);
}

int close(int descriptor) {
    return symir_close_descriptor(descriptor);
}

/* Null is no place for bytes, if there are any. */
static long read_nowhere(struct symir_open *open) {
    char byte;
    long n = symir_read(open, &byte, 1);

    if (n <= 0)
        return n;
    symir_seek(open, -1, 1);
    return fail(BAD_ADDRESS);
}

long read(int descriptor, void *to, size_t n) {
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    return to == NULL && n > 0 ? read_nowhere(open) : symir_read(open, to, n);
}

long __read_chk(int descriptor, void *to, size_t n, size_t size) {
    if (n > size)
        abort();
    return read(descriptor, to, n);
}

long write(int descriptor, const void *from, size_t n) {
    struct symir_open *open = symir_opened(descriptor);

    if (open != NULL && open->can_write && open->kind == IN_MEMORY && from == NULL && n > 0)
        return fail(BAD_ADDRESS);
    return open == NULL ? -1 : symir_write(open, from, n);
}

static long seek(int descriptor, long offset, int whence) {
    struct symir_open *open = symir_opened(descriptor);

    return open == NULL ? -1 : symir_seek(open, offset, whence);
}

long lseek(int descriptor, long offset, int whence) {
    return seek(descriptor, offset, whence);
}

long lseek64(int descriptor, long offset, int whence) {
    return seek(descriptor, offset, whence);
}

int ftruncate(int descriptor, long size) {
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    return size < 0 ? fail(INVALID) : symir_truncate(open, (size_t)size);
}

static int duplicate(int descriptor, int least) {
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    int copy = symir_new_descriptor(open, least);
    if (copy >= 0)
        open->n_users++;
    return copy;
}

int dup(int descriptor) {
    return duplicate(descriptor, 0);
}

int dup2(int descriptor, int copy) {
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    if (copy == descriptor)
        return copy;
    bool is_open = symir_opened(copy) != NULL;
    if (copy < 0 || (!is_open && symir_new_descriptor(open, copy) != copy))
        return fail(BAD_DESCRIPTOR);
    open->n_users++;
    if (is_open)
        symir_set_descriptor(copy, open);
    return copy;
}

int fsync(int descriptor) {
    return symir_opened(descriptor) == NULL ? -1 : 0;
}

int isatty(int descriptor) {
    if (symir_opened(descriptor) != NULL)
        fail(NO_TERMINAL);
    return 0;
}

int access(const char *name, int mode) {
    if (name == NULL)
        return fail(BAD_ADDRESS);
    (void)mode;
    return symir_exists(name) ? 0 : fail(NO_ENTRY);
}

/* By name. */

int unlink(const char *name) {
    if (name == NULL)
        return fail(BAD_ADDRESS);
    return symir_remove(name);
}

int remove(const char *name) {
    return symir_remove(name);
}

int rename(const char *from, const char *to) {
    return symir_rename(from, to);
}

/* A name that nothing has yet. */
char *tmpnam(char *to) {
    static char own[20]; /* L_tmpnam */
    static unsigned n;
    char *name = to == NULL ? own : to;

    do
        snprintf(name, sizeof own, "/tmp/file%06u", n++);
    while (symir_exists(name));
    return name;
}

char *tmpnam_r(char *to) {
    return to == NULL ? NULL : tmpnam(to);
}

int mkstemp(char *name) {
    size_t length = 0;
    unsigned n = 0;

    while (name[length] != '\0')
        length++;
    if (length < 6)
        return fail(INVALID);
    for (size_t i = length - 6; i < length; i++)
        if (name[i] != 'X')
            return fail(INVALID);
    do
        snprintf(name + length - 6, 7, "%06u", n++);
    while (symir_exists(name));
    return open_file(name, CREATE | READ_WRITE | EXCLUSIVE);
}

static void put(const char *text) {
    symir_put_many(stderr, text, symir_length_for(stderr, text));
}

void perror(const char *text) {
    int number = *__errno_location();

    if (symir_is_dropped(stderr)) {
        if (text != NULL)
            put(text);
        return;
    }
    if (text != NULL && *text != '\0') {
        put(text);
        put(": ");
    }
    put(strerror(number));
    put("\n");
}

int getpid(void) {
    return 4242;
}

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}
