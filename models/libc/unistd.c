/*
 * Models of unistd.h and fcntl.h, and what stdio.h says of files by name.
 */
#include "files.h"
#include <stdarg.h>

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
    enum { OTHERS = 02004000 | 02010000 | 0200000, NO_FOLDER = 20, IS_FOLDER_FLAG = 0200000 };
    if (!is_place(name))
        return -1;
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

    if (open == NULL)
        return -1;
    if ((flags & IS_FOLDER_FLAG) != 0 && open->kind != FOLDER) {
        symir_release(open);
        return fail(NO_FOLDER);
    }
    open->flags = flags & OTHERS;
    return symir_new_descriptor(open, 0);
}

/* A new file gets the mode that is the argument behind the flags. */
static int open_with(const char *name, int flags, unsigned mode) {
    bool is_new = (flags & CREATE) != 0 && name != NULL && !symir_exists(name);
    int descriptor = open_file(name, flags);

    if (descriptor >= 0 && is_new && symir_opened(descriptor)->kind == IN_MEMORY)
        symir_change_mode(symir_key(name), mode & 07777 & ~symir_mask);
    return descriptor;
}

#define OPEN(last) \
    unsigned mode = 0600; \
    if ((flags & CREATE) != 0) { \
        va_list arguments; \
        va_start(arguments, last); \
        mode = va_arg(arguments, unsigned); \
        va_end(arguments); \
    }

int open(const char *name, int flags, ...) {
    OPEN(flags)
    return open_with(name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    OPEN(flags)
    return open_with(name, flags, mode);
}

static const char *from_folder(int folder, const char *name) {
    if (folder != -100 /* AT_FDCWD */ && name != NULL && name[0] != '/')
        symir_unsupported("a name relative to an open folder");
    return name;
}

int openat(int folder, const char *name, int flags, ...) {
    OPEN(flags)
    return open_with(from_folder(folder, name), flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
    OPEN(flags)
    return open_with(from_folder(folder, name), flags, mode);
}

int __openat_2(int folder, const char *name, int flags) {
    return open_file(from_folder(folder, name), flags);
}

int __open64_2(const char *name, int flags) {
    return open_file(name, flags);
}

int __open_2(const char *name, int flags) {
    return open_file(name, flags);
}

int creat(const char *name, unsigned mode) {
    return open_with(name, CREATE | WRITE_ONLY | TRUNCATE, mode);
}

int creat64(const char *name, unsigned mode) {
    return open_with(name, CREATE | WRITE_ONLY | TRUNCATE, mode);
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

/* Whether bytes that are written there are looked at. */
static bool is_read(const struct symir_open *open) {
    return open->can_write && (open->kind == IN_MEMORY || (open->kind == CONSOLE && symir_is_heard()));
}

static long read_part(struct symir_open *open, void *to, size_t n) {
    return to == NULL && n > 0 ? read_nowhere(open) : symir_read(open, to, n);
}

static long write_part(struct symir_open *open, void *from, size_t n) {
    return from == NULL && n > 0 && is_read(open) ? fail(BAD_ADDRESS) : symir_write(open, from, n);
}

long read(int descriptor, void *to, size_t n) {
    struct symir_open *open = symir_opened(descriptor);

    return open == NULL ? -1 : read_part(open, to, n);
}

long __read_chk(int descriptor, void *to, size_t n, size_t size) {
    if (n > size)
        abort();
    return read(descriptor, to, n);
}

long write(int descriptor, const void *from, size_t n) {
    struct symir_open *open = symir_opened(descriptor);

    return open == NULL ? -1 : write_part(open, (void *)from, n);
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
    struct symir_open *open = symir_opened(descriptor);
    long is_terminal = 0;

    if (open == NULL)
        return 0;
    if (open == &symir_input || open->kind == CONSOLE)
        symir_system(IS_TERMINAL, NULL, open->console, &is_terminal, sizeof is_terminal);
    if (!is_terminal)
        fail(NO_TERMINAL);
    return is_terminal != 0;
}

int fdatasync(int descriptor) {
    return symir_opened(descriptor) == NULL ? -1 : 0;
}

void sync(void) {
}

int dup3(int descriptor, int copy, int flags) {
    if (descriptor == copy || (flags & ~02000000) != 0)
        return fail(INVALID);
    return dup2(descriptor, copy);
}

/* At a place of its own. */

typedef long transfer(struct symir_open *open, void *bytes, size_t n);

static long at_place(transfer *transfer, int descriptor, long place, void *bytes, size_t n) {
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    if (place < 0)
        return fail(INVALID);
    if (open->kind == CONSOLE)
        return fail(NO_SEEKING);
    size_t old = open->position;
    open->position = (size_t)place;
    long done = transfer(open, bytes, n);
    open->position = old;
    return done;
}

#define PLACED(suffix) \
    long pread##suffix(int descriptor, void *to, size_t n, long place) { \
        return at_place(read_part, descriptor, place, to, n); \
    } \
    long pwrite##suffix(int descriptor, const void *from, size_t n, long place) { \
        return at_place(write_part, descriptor, place, (void *)from, n); \
    } \
    long __pread##suffix##_chk(int descriptor, void *to, size_t n, long place, size_t size) { \
        if (n > size) \
            abort(); \
        return at_place(read_part, descriptor, place, to, n); \
    }

PLACED()
PLACED(64)

/* To and from several buffers. */

struct part {
    void *at;
    size_t size;
};

enum { MOST_PARTS = 1024 };

static bool are_valid(const struct part *parts, int n) {
    size_t sum = 0;

    if (n < 0 || n > MOST_PARTS)
        return false;
    for (int i = 0; i < n; i++)
        if (__builtin_add_overflow(sum, parts[i].size, &sum) || sum > INT64_MAX)
            return false;
    return true;
}

static long in_parts(transfer *transfer, int descriptor, const struct part *parts, int n) {
    struct symir_open *open = symir_opened(descriptor);
    long sum = 0;

    if (open == NULL || (n > 0 && n <= MOST_PARTS && !is_place(parts)))
        return -1;
    if (!are_valid(parts, n))
        return fail(INVALID);
    int old = *__errno_location();
    for (int i = 0; i < n; i++) {
        long done = transfer(open, parts[i].at, parts[i].size);

        if (done < 0 && sum > 0) {
            *__errno_location() = old;
            return sum;
        }
        if (done < 0)
            return -1;
        sum += done;
        if ((size_t)done < parts[i].size)
            break;
    }
    return sum;
}

long readv(int descriptor, const struct part *parts, int n) {
    return in_parts(read_part, descriptor, parts, n);
}

long writev(int descriptor, const struct part *parts, int n) {
    return in_parts(write_part, descriptor, parts, n);
}

/* Flags and locks. */

static int control(int descriptor, int command, long argument) {
    enum { DUPLICATE, GET_KIND, SET_KIND, GET_FLAGS, SET_FLAGS, GET_LOCK, SET_LOCK, WAIT_FOR_LOCK };
    enum { DUPLICATE_CLOSED = 1030, MOST_DESCRIPTORS = 64, CHANGEABLE = 02000 | 04000 | 020000 | 040000 | 01000000 };
    static unsigned char kinds[MOST_DESCRIPTORS];
    struct symir_open *open = symir_opened(descriptor);

    if (open == NULL)
        return -1;
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_CLOSED: {
        if (argument < 0)
            return fail(INVALID);
        int copy = duplicate(descriptor, (int)argument);

        if (copy >= 0)
            kinds[copy] = command == DUPLICATE_CLOSED;
        return copy;
    }
    case GET_KIND:
        return kinds[descriptor] | ((open->flags & 02000000) != 0);
    case SET_KIND:
        kinds[descriptor] = argument & 1;
        open->flags &= ~02000000;
        return 0;
    case GET_FLAGS:
        return (open->can_read ? open->can_write ? READ_WRITE : 0 : WRITE_ONLY) | (open->appends ? APPEND : 0)
            | (open->flags & ~02000000);
    case SET_FLAGS:
        open->appends = (argument & APPEND) != 0;
        open->flags = (open->flags & ~CHANGEABLE) | (int)(argument & CHANGEABLE & ~APPEND);
        return 0;
    case GET_LOCK:
        *(short *)argument = 2; /* F_UNLCK: nobody else locks */
        return 0;
    case SET_LOCK:
    case WAIT_FOR_LOCK:
        return 0;
    default:
        symir_unsupported("fcntl with this command");
    }
}

/* Two commands take nothing, those for locks an address, and all others a number. */
#define CONTROL(name) \
    int name(int descriptor, int command, ...) { \
        va_list arguments; \
        long argument = 0; \
        if (command != 1 && command != 3) { \
            va_start(arguments, command); \
            argument = command >= 5 && command <= 7 ? va_arg(arguments, long) : va_arg(arguments, int); \
            va_end(arguments); \
        } \
        return control(descriptor, command, argument); \
    }

CONTROL(fcntl)
CONTROL(fcntl64)

int flock(int descriptor, int operation) {
    (void)operation;
    return symir_opened(descriptor) == NULL ? -1 : 0;
}

/* What is asked of devices that files are not. */
int ioctl(int descriptor, unsigned long request, ...) {
    (void)request;
    return symir_opened(descriptor) == NULL ? -1 : fail(NO_TERMINAL);
}

int fchmod(int descriptor, unsigned mode) {
    struct symir_open *open = symir_opened(descriptor);
    const char *name = open == NULL ? NULL : symir_name_of(open);

    return open == NULL ? -1 : name == NULL ? 0 : symir_change_mode(name, mode);
}

int fchdir(int descriptor) {
    (void)descriptor;
    symir_unsupported("fchdir");
}

int ftruncate64(int descriptor, long size) {
    return ftruncate(descriptor, size);
}

int posix_fadvise(int descriptor, long from, long size, int advice) {
    (void)from;
    (void)size;
    if (symir_opened(descriptor) == NULL)
        return BAD_DESCRIPTOR;
    return advice < 0 || advice > 5 ? INVALID : 0;
}

int access(const char *name, int mode) {
    (void)mode;
    if (!is_place(name))
        return -1;
    return symir_exists(name) ? 0 : fail(NO_ENTRY);
}

/* By name. */

int unlink(const char *name) {
    return is_place(name) ? symir_remove(name) : -1;
}

int remove(const char *name) {
    enum { IS_FOLDER = 21 };

    if (!is_place(name))
        return -1;
    if (symir_remove(name) == 0)
        return 0;
    if (*__errno_location() != IS_FOLDER)
        return -1;
    return symir_remove_folder(symir_key(name));
}

int rename(const char *from, const char *to) {
    return is_place(from) && is_place(to) ? symir_rename(from, to) : -1;
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

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}
