/*
 * Models of stdio.h: opening and closing streams, where they stand, and their
 * state.
 */
#include "files.h"

static FILE input = {.open = &symir_input, .descriptor = 0, .is_static = true};
static FILE output = {.open = &symir_console, .descriptor = 1, .is_static = true};
static FILE errors = {.open = &symir_errors, .descriptor = 2, .is_static = true};

FILE *stdin = &input, *stdout = &output, *stderr = &errors;

/* How a mode opens; false if it is none. */
static bool read_mode(const char *mode, struct symir_manner *manner) {
    *manner = (struct symir_manner){0};
    switch (*mode) {
    case 'r':
        manner->can_read = true;
        break;
    case 'w':
        manner->can_write = manner->creates = manner->truncates = true;
        break;
    case 'a':
        manner->can_write = manner->creates = manner->appends = true;
        break;
    default:
        return false;
    }
    /* As glibc has it, which looks at six letters. */
    for (int i = 1; i < 7 && mode[i] != '\0'; i++) {
        if (mode[i] == '+')
            manner->can_read = manner->can_write = true;
        if (mode[i] == 'x')
            manner->is_exclusive = manner->creates;
    }
    return true;
}

FILE *symir_new_stream(struct symir_open *open, int descriptor) {
    FILE *file = malloc(sizeof *file);

    if (file == NULL)
        return NULL;
    *file = (FILE){.open = open, .descriptor = descriptor};
    return file;
}

/* A stream with a descriptor of its own, which is released with it. */
static FILE *new_file(struct symir_open *open) {
    if (open == NULL)
        return NULL;
    int descriptor = symir_new_descriptor(open, 0);
    if (descriptor >= 0)
        return symir_new_stream(open, descriptor);
    symir_release(open);
    return NULL;
}

static FILE *open_file(const char *name, const char *mode) {
    struct symir_manner manner;

    if (!read_mode(mode, &manner)) {
        fail(INVALID);
        return NULL;
    }
    struct symir_open *open = symir_open(name, manner);
    if (open != NULL && manner.appends && !manner.can_read && symir_name_of(open) != NULL)
        symir_seek(open, 0, FROM_END);
    return new_file(open);
}

FILE *fopen(const char *name, const char *mode) {
    return open_file(name, mode);
}

FILE *fopen64(const char *name, const char *mode) {
    return open_file(name, mode);
}

FILE *tmpfile(void) {
    return new_file(symir_open_anonymous());
}

FILE *tmpfile64(void) {
    return new_file(symir_open_anonymous());
}

FILE *fdopen(int descriptor, const char *mode) {
    struct symir_open *open = symir_opened(descriptor);
    struct symir_manner manner;

    if (open == NULL)
        return NULL;
    if (!read_mode(mode, &manner) || (manner.can_read && !open->can_read)
        || (manner.can_write && !open->can_write)) {
        fail(INVALID);
        return NULL;
    }
    open->appends |= manner.appends;
    return symir_new_stream(open, descriptor);
}

static void control(FILE *file, int what, size_t size);

static int close_file(FILE *file) {
    int result = 0;

    control(file, FLUSH, 0);
    if (file->descriptor >= 0)
        result = symir_close_descriptor(file->descriptor);
    else if (file->open != NULL)
        symir_release(file->open);
    else if (file->text == NULL)
        result = fail(BAD_DESCRIPTOR);
    file->open = NULL;
    file->text = NULL;
    file->descriptor = -1;
    file->n_pushed = 0;
    return result;
}

int fclose(FILE *file) {
    int result = close_file(file);

    if (!file->is_static)
        free(file);
    return result < 0 ? END : 0;
}

int fcloseall(void) {
    control(stdout, FLUSH, 0);
    return 0;
}

static FILE *reopen(const char *name, const char *mode, FILE *file) {
    struct symir_manner manner;
    int descriptor = file->descriptor;

    if (!read_mode(mode, &manner)) {
        fail(INVALID);
        return NULL;
    }
    if (name == NULL)
        symir_unsupported("freopen without a name");
    struct symir_open *open = symir_open(name, manner);
    close_file(file);
    if (open == NULL)
        return NULL;
    if (descriptor >= 0)
        symir_set_descriptor(descriptor, open);
    else
        descriptor = symir_new_descriptor(open, 0);
    file->open = open;
    file->descriptor = descriptor;
    file->flags = 0;
    return file;
}

FILE *freopen(const char *name, const char *mode, FILE *file) {
    return reopen(name, mode, file);
}

FILE *freopen64(const char *name, const char *mode, FILE *file) {
    return reopen(name, mode, file);
}

FILE *fmemopen(void *memory, size_t size, const char *mode) {
    struct symir_manner manner;
    size_t length = 0;

    if (!read_mode(mode, &manner)) {
        fail(INVALID);
        return NULL;
    }
    struct symir_open *open = malloc(sizeof *open);
    if (open == NULL)
        return NULL;
    unsigned char *bytes = memory;
    if (bytes == NULL) {
        bytes = symir_memory(size);
        if (size > 0)
            bytes[0] = '\0';
    }
    if (manner.truncates && size > 0)
        bytes[0] = '\0';
    while (length < size && bytes[length] != '\0')
        length++;
    *open = (struct symir_open){
        .kind = FIXED,
        .can_read = manner.can_read,
        .can_write = manner.can_write,
        .appends = manner.appends,
        .n_users = 1,
        .memory = bytes,
        .size = mode[0] == 'r' ? size : length,
        .room = size,
        .position = manner.appends ? length : 0,
    };
    return symir_new_stream(open, -1);
}

FILE *open_memstream(char **text, size_t *length) {
    FILE *file = symir_new_stream(NULL, -1);

    if (file == NULL)
        return NULL;
    *text = malloc(1);
    if (*text == NULL)
        return NULL;
    **text = '\0';
    *length = 0;
    file->text = text;
    file->length = length;
    return file;
}

/* Only standard output and standard error have a buffer, which the machine
 * keeps; everything else is where it belongs at once. */

static bool has_buffer(FILE *file) {
    return file->is_static && file->open != NULL && file->open->kind == CONSOLE && symir_is_heard();
}

static void control(FILE *file, int what, size_t size) {
    if (has_buffer(file))
        symir_control_stream(file->open->console, what, size);
}

static int flush(FILE *file) {
    if (file == NULL) {
        control(stdout, FLUSH, 0);
        control(stderr, FLUSH, 0);
    } else {
        control(file, FLUSH, 0);
    }
    return 0;
}

int fflush(FILE *file) {
    return flush(file);
}

int fflush_unlocked(FILE *file) {
    return flush(file);
}

static int set_buffer(FILE *file, char *buffer, int mode, size_t size) {
    if (mode < BUFFER_FULL || mode > BUFFER_NOTHING)
        return -1;
    control(file, mode, buffer == NULL ? 0 : size);
    return 0;
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    return set_buffer(file, buffer, mode, size);
}

void setbuffer(FILE *file, char *buffer, size_t size) {
    set_buffer(file, buffer, buffer == NULL ? BUFFER_NOTHING : BUFFER_FULL, size);
}

void setbuf(FILE *file, char *buffer) {
    setbuffer(file, buffer, 8192 /* BUFSIZ */);
}

void setlinebuf(FILE *file) {
    set_buffer(file, NULL, BUFFER_LINES, 0);
}

/* Where a stream stands. */

static int seek(FILE *file, long offset, int whence) {
    if (file->open == NULL)
        return fail(file->text == NULL ? BAD_DESCRIPTOR : NO_SEEKING);
    if (whence == FROM_HERE)
        offset -= file->n_pushed;
    if (symir_seek(file->open, offset, whence) < 0)
        return -1;
    file->n_pushed = 0;
    file->flags &= ~AT_END;
    return 0;
}

int fseek(FILE *file, long offset, int whence) {
    return seek(file, offset, whence);
}

int fseeko(FILE *file, long offset, int whence) {
    return seek(file, offset, whence);
}

int fseeko64(FILE *file, long offset, int whence) {
    return seek(file, offset, whence);
}

void rewind(FILE *file) {
    seek(file, 0, FROM_START);
    file->flags &= ~(AT_END | HAS_FAILED);
}

static long tell(FILE *file) {
    if (file->text != NULL)
        return (long)*file->length;
    if (file->open == NULL)
        return fail(BAD_DESCRIPTOR);
    long position = symir_seek(file->open, 0, FROM_HERE);
    return position < 0 ? -1 : position - file->n_pushed;
}

long ftell(FILE *file) {
    return tell(file);
}

long ftello(FILE *file) {
    return tell(file);
}

long ftello64(FILE *file) {
    return tell(file);
}

/* glibc's fpos_t begins with the offset. */

int fgetpos(FILE *file, long *position) {
    *position = tell(file);
    return *position < 0 ? -1 : 0;
}

int fsetpos(FILE *file, const long *position) {
    return seek(file, *position, FROM_START);
}

int fgetpos64(FILE *file, long *position) {
    return fgetpos(file, position);
}

int fsetpos64(FILE *file, const long *position) {
    return seek(file, *position, FROM_START);
}

/* What state it is in. */

int feof(FILE *file) {
    return (file->flags & AT_END) != 0;
}

int ferror(FILE *file) {
    return (file->flags & HAS_FAILED) != 0;
}

void clearerr(FILE *file) {
    file->flags &= ~(AT_END | HAS_FAILED);
}

int feof_unlocked(FILE *file) {
    return feof(file);
}

int ferror_unlocked(FILE *file) {
    return ferror(file);
}

void clearerr_unlocked(FILE *file) {
    clearerr(file);
}

int fileno(FILE *file) {
    return file->descriptor >= 0 ? file->descriptor : fail(BAD_DESCRIPTOR);
}

int fileno_unlocked(FILE *file) {
    return fileno(file);
}

void flockfile(FILE *file) {
    (void)file;
}

void funlockfile(FILE *file) {
    (void)file;
}

int ftrylockfile(FILE *file) {
    (void)file;
    return 0;
}
