/* What a run of a search finds outside of the program: its arguments, standard input, files that are inputs,
   and what it opens itself. Inputs among these come before all others, in this order: how many arguments are
   inputs, if that is an input; the arguments; the files.

   Before the next run, everything that a run has opened is closed, and everything that it has made in its
   folder is removed, so that no run finds anything of another. This costs nothing if a program opens
   nothing. */

#define _GNU_SOURCE
#include "guided.h"
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct file {
    const char *path, *name;
    uint64_t size;
};

/* Defines `fixed_arguments`, `least_arguments`, `most_arguments`, `argument_length`, `files` and their
   numbers; replay/guided.rs writes it. */
#include "outside.h"

/* Our own descriptors. */
enum { FOLDER = 40, STANDARD_INPUT };
enum { MOST_STREAMS = 256, CALL_CLOSE_RANGE = 436 };

static FILE *standard[3], *streams[MOST_STREAMS];
static unsigned n_streams;
static bool has_opened, has_made, has_input;

static _Noreturn void break_off(void) {
    syscall(SYS_exit_group, 6);
    __builtin_unreachable();
}

void watch_outside(void) {
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0 || dup2(folder, FOLDER) < 0)
        break_off();
    close(folder);
    standard[0] = stdin;
    standard[1] = stdout;
    standard[2] = stderr;
    for (unsigned i = 0; i < n_files; i++)
        has_input |= strcmp(files[i].path, "/dev/stdin") == 0;
    if (!has_input)
        return;
    int bytes = memfd_create("stdin", 0);
    if (bytes < 0 || dup2(bytes, STANDARD_INPUT) < 0)
        break_off();
    close(bytes);
}

/* Notes a stream that is to be closed after the run. */
static FILE *kept(FILE *stream) {
    if (!stream)
        return NULL;
    if (n_streams == MOST_STREAMS) {
        fclose(stream);
        come_back(LIMIT, 4);
    }
    return streams[n_streams++] = stream;
}

/* --- Arguments and files --- */

static void of_outside(enum role role) {
    place_input((struct place){.role = role});
}

/* A copy, which the program may write to. */
static char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = give(1, size);

    if (!copy)
        come_back(LIMIT, 3);
    return memcpy(copy, text, size);
}

static char *symbolic_argument(unsigned number) {
    char name[16], *text = give(1, argument_length + 1);

    if (!text)
        come_back(LIMIT, 3);
    snprintf(name, sizeof name, "arg%u", number);
    next_input(text, argument_length + 1, STRING, 0, 255, name);
    of_outside(OUTSIDE);
    text[argument_length] = 0;
    return text;
}

static void make_file(const struct file *file) {
    unsigned char *bytes = give(1, file->size);
    bool is_input = strcmp(file->path, "/dev/stdin") == 0;

    if (!bytes)
        come_back(LIMIT, 3);
    next_input(bytes, file->size, BYTES, 0, 255, file->name);
    of_outside(OUTSIDE);
    if (is_input) {
        bool is_made = ftruncate(STANDARD_INPUT, 0) == 0 &&
                       pwrite(STANDARD_INPUT, bytes, file->size, 0) == (ssize_t)file->size &&
                       lseek(STANDARD_INPUT, 0, SEEK_SET) == 0 && dup2(STANDARD_INPUT, 0) == 0;
        FILE *input = is_made ? fdopen(0, "r") : NULL;
        if (!input)
            come_back(NO_INPUT, 6);
        stdin = kept(input);
        return;
    }
    int descriptor = open(file->path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (descriptor < 0 || write(descriptor, bytes, file->size) != (ssize_t)file->size)
        come_back(NO_INPUT, 6);
    close(descriptor);
    has_made = true;
}

char **begin_outside(int *n) {
    uint32_t n_symbolic = least_arguments;

    if (most_arguments > least_arguments) {
        next_input(&n_symbolic, sizeof n_symbolic, UNSIGNED, least_arguments, most_arguments, "argc");
        of_outside(COUNT);
        n_symbolic = n_symbolic < least_arguments ? least_arguments : n_symbolic;
        n_symbolic = n_symbolic > most_arguments ? most_arguments : n_symbolic;
    }
    unsigned all = n_fixed + n_symbolic;
    char **arguments = give(16, (all + 1) * sizeof *arguments);
    if (!arguments)
        come_back(LIMIT, 3);
    for (unsigned i = 0; i < all; i++)
        arguments[i] = i < n_fixed ? copied(fixed_arguments[i]) : symbolic_argument(i - n_fixed + 1);
    for (unsigned i = 0; i < n_files; i++)
        make_file(&files[i]);
    *n = (int)all;
    return arguments;
}

/* --- What a run leaves behind --- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type;
    if (place->level > 0)
        remove(path);
    return 0;
}

static void close_all(unsigned from, unsigned to) {
    if (from <= to)
        syscall(CALL_CLOSE_RANGE, from, to, 0);
}

void end_outside(void) {
    stdin = standard[0];
    stdout = standard[1];
    stderr = standard[2];
    while (n_streams > 0)
        fclose(streams[--n_streams]);
    /* The run may have left it at its end, or with characters that were put back. */
    clearerr(stdin);
    __fpurge(stdin);
    if (has_opened) {
        close_all(3, REQUESTS - 1);
        close_all(PROGRAM, FOLDER - 1);
        close_all(STANDARD_INPUT + 1, ~0U);
    }
    if (has_made) {
        if (fchdir(FOLDER) != 0)
            break_off();
        nftw(".", remove_one, 16, FTW_PHYS | FTW_DEPTH | FTW_MOUNT);
    }
    has_opened = has_made = false;
}

/* --- What the program opens --- */

static void forget(FILE *stream) {
    for (unsigned i = 0; i < n_streams; i++)
        if (streams[i] == stream) {
            streams[i] = streams[--n_streams];
            return;
        }
}

static bool makes(const char *mode) {
    return mode[0] != 'r';
}

FILE *symir_native_fopen(const char *path, const char *mode) {
    has_made |= makes(mode);
    has_opened = true;
    return kept(fopen(path, mode));
}

FILE *symir_native_fopen64(const char *path, const char *mode) {
    return symir_native_fopen(path, mode);
}

FILE *symir_native_freopen(const char *path, const char *mode, FILE *stream) {
    FILE **variable = stream == stdin ? &stdin : stream == stdout ? &stdout : stream == stderr ? &stderr : NULL;

    /* The standard streams must lead to the same files in the next run. */
    if (variable)
        return *variable = symir_native_fopen(path, mode);
    has_made |= makes(mode);
    has_opened = true;
    FILE *new = freopen(path, mode, stream);
    if (!new)
        forget(stream);
    return new;
}

FILE *symir_native_freopen64(const char *path, const char *mode, FILE *stream) {
    return symir_native_freopen(path, mode, stream);
}

FILE *symir_native_fdopen(int descriptor, const char *mode) {
    has_opened = true;
    return kept(fdopen(descriptor, mode));
}

FILE *symir_native_fmemopen(void *bytes, size_t size, const char *mode) {
    return kept(fmemopen(bytes, size, mode));
}

/* A temporary file lies in the run's memory, which costs no system call, until the program asks for its
   descriptor. */
struct temporary {
    FILE *stream;
    unsigned char *bytes;
    uint64_t size, room, at;
    int descriptor;
};

enum { MOST_TEMPORARIES = 16, FIRST_ROOM = 64 };

static struct temporary temporaries[MOST_TEMPORARIES];

static ssize_t read_temporary(void *cookie, char *to, size_t size) {
    struct temporary *file = cookie;

    if (file->descriptor >= 0)
        return read(file->descriptor, to, size);
    uint64_t left = file->at < file->size ? file->size - file->at : 0;
    size = left < size ? left : size;
    memcpy(to, file->bytes + file->at, size);
    file->at += size;
    return (ssize_t)size;
}

static ssize_t write_temporary(void *cookie, const char *from, size_t size) {
    struct temporary *file = cookie;

    if (file->descriptor >= 0)
        return write(file->descriptor, from, size);
    uint64_t end = file->at + size;
    if (end > file->room) {
        uint64_t room = 2 * end + FIRST_ROOM;
        unsigned char *bytes = give(1, room);
        if (!bytes)
            return 0;
        memcpy(bytes, file->bytes, file->size);
        file->bytes = bytes;
        file->room = room;
    }
    memcpy(file->bytes + file->at, from, size);
    file->at = end;
    file->size = end > file->size ? end : file->size;
    return (ssize_t)size;
}

static int seek_temporary(void *cookie, off64_t *offset, int whence) {
    struct temporary *file = cookie;

    if (file->descriptor >= 0)
        return (*offset = lseek(file->descriptor, *offset, whence)) < 0 ? -1 : 0;
    int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (int64_t)file->at : (int64_t)file->size;
    if (from + *offset < 0) {
        errno = EINVAL;
        return -1;
    }
    file->at = (uint64_t)(*offset += from);
    return 0;
}

static int close_temporary(void *cookie) {
    struct temporary *file = cookie;

    if (file->descriptor >= 0)
        close(file->descriptor);
    file->stream = NULL;
    return 0;
}

FILE *symir_native_tmpfile(void) {
    const cookie_io_functions_t functions = {read_temporary, write_temporary, seek_temporary, close_temporary};

    for (unsigned i = 0; i < MOST_TEMPORARIES; i++) {
        struct temporary *file = &temporaries[i];
        if (file->stream)
            continue;
        *file = (struct temporary){.descriptor = -1, .bytes = give(1, FIRST_ROOM), .room = FIRST_ROOM};
        if (!file->bytes)
            return NULL;
        return file->stream = kept(fopencookie(file, "w+b", functions));
    }
    come_back(LIMIT, 4);
}

int symir_native_fileno(FILE *stream) {
    for (unsigned i = 0; stream && i < MOST_TEMPORARIES; i++) {
        struct temporary *file = &temporaries[i];
        if (file->stream != stream || file->descriptor >= 0)
            continue;
        has_opened = true;
        fflush(stream);
        int descriptor = memfd_create("tmpfile", 0);
        if (descriptor < 0)
            return -1;
        if (write(descriptor, file->bytes, file->size) != (ssize_t)file->size ||
            lseek(descriptor, (off_t)file->at, SEEK_SET) < 0)
            come_back(LIMIT, 4);
        return file->descriptor = descriptor;
    }
    for (unsigned i = 0; stream && i < MOST_TEMPORARIES; i++)
        if (temporaries[i].stream == stream)
            return temporaries[i].descriptor;
    return fileno(stream);
}

FILE *symir_native_tmpfile64(void) {
    return symir_native_tmpfile();
}

int symir_native_fclose(FILE *stream) {
    forget(stream);
    /* Every run has these, so they stay open. */
    return stream == standard[0] || stream == standard[1] || stream == standard[2] ? 0 : fclose(stream);
}

static int opened(int descriptor, int flags) {
    has_opened = true;
    has_made |= (flags & O_CREAT) != 0;
    return descriptor;
}

#define OPEN(function, parameters, arguments) \
    int symir_native_##function parameters { \
        va_list rest; \
        va_start(rest, flags); \
        unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, unsigned) : 0; \
        va_end(rest); \
        return opened(function arguments, flags); \
    }

OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

int symir_native_creat(const char *path, mode_t mode) {
    return opened(creat(path, mode), O_CREAT);
}

int symir_native_mkstemp(char *name) {
    return opened(mkstemp(name), O_CREAT);
}

int symir_native_dup(int descriptor) {
    return opened(dup(descriptor), 0);
}

int symir_native_pipe(int ends[2]) {
    return opened(pipe(ends), 0);
}

int symir_native_mkdir(const char *path, mode_t mode) {
    has_made = true;
    return mkdir(path, mode);
}

int symir_native_rename(const char *from, const char *to) {
    has_made = true;
    return rename(from, to);
}

/* The next run must not begin in the folder that this one has gone to. */
int symir_native_chdir(const char *path) {
    has_made = true;
    return chdir(path);
}

int symir_native_close(int descriptor) {
    /* Every run has these, so they stay open. */
    return descriptor >= 0 && descriptor <= 2 ? 0 : close(descriptor);
}
