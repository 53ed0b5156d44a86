/*
 * Models of files, in memory: their contents by name, and what is open. The
 * machine gives the contents of input files and keeps those of output files.
 */
#include "files.h"

struct symir_contents {
    struct symir_contents *next;
    char *name; /* NULL: none any more, or never */
    unsigned char *data;
    size_t size, room;
    bool is_missing; /* there is no file of the name */
    bool is_changed; /* and not stored since */
    int n_users;
};

static struct symir_contents *all;

enum { MOST_DESCRIPTORS = 64 };

struct symir_open symir_input = {.kind = IN_MEMORY, .can_read = true, .n_users = 1};
struct symir_open symir_console = {.kind = CONSOLE, .can_write = true, .console = 1, .n_users = 1};
struct symir_open symir_errors = {.kind = CONSOLE, .can_write = true, .console = 2, .n_users = 1};

static struct symir_open *descriptors[MOST_DESCRIPTORS] = {
    &symir_input, &symir_console, &symir_errors,
};

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

/* Contents by name. */

static void store(struct symir_contents *contents) {
    if (contents->name != NULL && contents->is_changed)
        symir_store_file(contents->name, contents->data, contents->size);
    contents->is_changed = false;
}

static void store_all(void) {
    for (struct symir_contents *at = all; at != NULL; at = at->next)
        store(at);
}

static struct symir_contents *add(const char *name) {
    struct symir_contents *contents = malloc(sizeof *contents);

    if (contents == NULL)
        return NULL;
    *contents = (struct symir_contents){.next = all};
    if (name != NULL) {
        size_t size = length_of(name) + 1;

        contents->name = malloc(size);
        if (contents->name == NULL)
            return NULL;
        memcpy(contents->name, name, size);
    }
    all = contents;
    symir_ending.close_files = store_all;
    return contents;
}

/* The contents of a name, with `is_missing` if there are none; NULL if there is
 * no memory. */
static struct symir_contents *look_up(const char *name) {
    for (struct symir_contents *at = all; at != NULL; at = at->next)
        if (at->name != NULL && are_equal(at->name, name))
            return at;
    struct symir_contents *contents = add(name);
    if (contents != NULL) {
        unsigned long size = 0;

        contents->data = symir_file_contents(name, &size);
        contents->is_missing = contents->data == NULL;
        contents->size = contents->room = contents->is_missing ? 0 : size;
    }
    return contents;
}

static bool make_room(struct symir_contents *contents, size_t size) {
    enum { LEAST_ROOM = 64 };
    size_t room = contents->room < LEAST_ROOM ? LEAST_ROOM : contents->room;

    if (size <= contents->room)
        return true;
    while (room < size)
        room *= 2;
    unsigned char *data = malloc(room);
    if (data == NULL)
        return false;
    if (contents->size > 0)
        memcpy(data, contents->data, contents->size);
    contents->data = data;
    contents->room = room;
    return true;
}

static void set_size(struct symir_contents *contents, size_t size) {
    if (size > contents->size)
        memset(contents->data + contents->size, 0, size - contents->size);
    contents->size = size;
    contents->is_changed = true;
}

bool symir_exists(const char *name) {
    struct symir_contents *contents = look_up(name);

    return contents != NULL && !contents->is_missing;
}

/* Whoever has the file open keeps it; a file of the name begins anew. */
static struct symir_contents *detach(struct symir_contents *contents) {
    char *name = contents->name;

    contents->name = NULL;
    struct symir_contents *missing = add(NULL);
    if (missing != NULL) {
        missing->name = name;
        missing->is_missing = true;
    }
    return missing;
}

int symir_remove(const char *name) {
    struct symir_contents *contents = look_up(name);

    if (contents == NULL || contents->is_missing)
        return fail(NO_ENTRY);
    detach(contents);
    symir_store_file(name, NULL, REMOVED);
    return 0;
}

int symir_rename(const char *from, const char *to) {
    struct symir_contents *contents = look_up(from), *old = look_up(to);

    if (contents == NULL || old == NULL || contents->is_missing)
        return fail(NO_ENTRY);
    if (contents == old)
        return 0;
    char *name = old->name;
    old->name = NULL;
    detach(contents);
    contents->name = name;
    contents->is_changed = true;
    symir_store_file(from, NULL, REMOVED);
    store(contents);
    return 0;
}

/* Open files. */

static struct symir_open *new_open(struct symir_contents *contents, struct symir_manner manner) {
    struct symir_open *open = malloc(sizeof *open);

    if (open == NULL)
        return NULL;
    *open = (struct symir_open){
        .contents = contents,
        .can_read = manner.can_read,
        .can_write = manner.can_write,
        .appends = manner.appends,
        .n_users = 1,
    };
    if (contents != NULL)
        contents->n_users++;
    return open;
}

/* One of the names in /dev. */
static struct symir_open *device(const char *name, struct symir_manner manner) {
    struct symir_open *open = new_open(NULL, manner);

    if (open == NULL)
        return NULL;
    open->kind = NOTHING;
    if (!are_equal(name, "/dev/null")) {
        open->kind = CONSOLE;
        open->console = are_equal(name, "/dev/stdout") ? 1 : 2;
    }
    return open;
}

/* What is written to a device is kept like a file, until the end. */
static bool is_stream(const char *name, struct symir_manner manner) {
    return manner.can_read && !manner.can_write && symir_read_stream(name, NULL, 0) == 0;
}

static struct symir_open *stream(const char *name, struct symir_manner manner) {
    struct symir_open *open = new_open(NULL, manner);
    size_t size = length_of(name) + 1;
    char *copy = malloc(size);

    if (open == NULL || copy == NULL)
        return NULL;
    memcpy(copy, name, size);
    open->kind = STREAM;
    open->stream = copy;
    return open;
}

struct symir_open *symir_open(const char *name, struct symir_manner manner) {
    if (are_equal(name, "/dev/null") || are_equal(name, "/dev/stdout") || are_equal(name, "/dev/stderr"))
        return device(name, manner);
    if (is_stream(name, manner))
        return stream(name, manner);
    struct symir_contents *contents = name[0] == '\0' ? NULL : look_up(name);
    if (contents == NULL || (contents->is_missing && !manner.creates)) {
        fail(NO_ENTRY);
        return NULL;
    }
    if (manner.is_exclusive && !contents->is_missing) {
        fail(EXISTS);
        return NULL;
    }
    if (contents->is_missing || manner.truncates) {
        contents->is_missing = false;
        set_size(contents, 0);
    }
    return new_open(contents, manner);
}

struct symir_open *symir_open_anonymous(void) {
    struct symir_contents *contents = add(NULL);

    return contents == NULL
        ? NULL
        : new_open(contents, (struct symir_manner){.can_read = true, .can_write = true});
}

void symir_release(struct symir_open *open) {
    if (--open->n_users > 0 || open == &symir_input || open == &symir_console
        || open == &symir_errors)
        return;
    if (open->contents != NULL && --open->contents->n_users == 0)
        store(open->contents);
    free((void *)open->stream);
    free(open);
}

/* Descriptors. */

struct symir_open *symir_opened(int descriptor) {
    if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS && descriptors[descriptor] != NULL)
        return descriptors[descriptor];
    fail(BAD_DESCRIPTOR);
    return NULL;
}

int symir_new_descriptor(struct symir_open *open, int least) {
    for (int i = least; i < MOST_DESCRIPTORS; i++)
        if (descriptors[i] == NULL) {
            descriptors[i] = open;
            return i;
        }
    return fail(TOO_MANY_FILES);
}

void symir_set_descriptor(int descriptor, struct symir_open *open) {
    if (descriptors[descriptor] != NULL)
        symir_release(descriptors[descriptor]);
    descriptors[descriptor] = open;
}

int symir_close_descriptor(int descriptor) {
    if (symir_opened(descriptor) == NULL)
        return -1;
    symir_set_descriptor(descriptor, NULL);
    return 0;
}

/* Reading and writing. */

/* Standard input is asked for when it is first read. */
static struct symir_contents *contents_of(struct symir_open *open) {
    if (open->contents == NULL)
        open->contents = look_up("/dev/stdin");
    return open->contents;
}

/* Standard input may be a file, a pipe or a terminal: known once it is used. */
static void settle(struct symir_open *open) {
    static const char name[] = "/dev/stdin";

    if (open->kind == IN_MEMORY && open->contents == NULL && symir_read_stream(name, NULL, 0) == 0) {
        open->kind = STREAM;
        open->stream = name;
    }
}

static size_t size_of(struct symir_open *open) {
    switch (open->kind) {
    case IN_MEMORY: {
        struct symir_contents *contents = contents_of(open);

        return contents == NULL ? 0 : contents->size;
    }
    case FIXED:
        return open->size;
    default:
        return 0;
    }
}

long symir_read(struct symir_open *open, void *to, size_t n) {
    settle(open);
    if (!open->can_read)
        return fail(BAD_DESCRIPTOR);
    if (open->kind == STREAM)
        return n == 0 ? 0 : symir_read_stream(open->stream, to, n);
    size_t size = size_of(open);
    if (open->position >= size)
        return 0;
    if (n > size - open->position)
        n = size - open->position;
    const unsigned char *data = open->kind == FIXED ? open->memory : open->contents->data;
    memcpy(to, data + open->position, n);
    open->position += n;
    return (long)n;
}

static long write_contents(struct symir_open *open, const void *from, size_t n) {
    struct symir_contents *contents = contents_of(open);

    if (open->appends)
        open->position = contents->size;
    size_t end = open->position + n;
    if (!make_room(contents, end))
        return fail(NO_SPACE);
    if (open->position > contents->size)
        set_size(contents, open->position);
    memcpy(contents->data + open->position, from, n);
    if (end > contents->size)
        contents->size = end;
    contents->is_changed = true;
    open->position = end;
    return (long)n;
}

/* What fmemopen opened ends with a terminator wherever there is room for it. */
static long write_fixed(struct symir_open *open, const void *from, size_t n) {
    if (open->appends)
        open->position = open->size;
    size_t room = open->position < open->room ? open->room - open->position : 0;
    if (room == 0)
        return fail(NO_SPACE);
    if (n > room)
        n = room;
    memcpy(open->memory + open->position, from, n);
    open->position += n;
    if (open->position > open->size) {
        open->size = open->position;
        if (open->size < open->room)
            open->memory[open->size] = '\0';
    }
    return (long)n;
}

long symir_write(struct symir_open *open, const void *from, size_t n) {
    if (!open->can_write)
        return fail(BAD_DESCRIPTOR);
    if (n == 0)
        return 0;
    switch (open->kind) {
    case IN_MEMORY:
        return write_contents(open, from, n);
    case FIXED:
        return write_fixed(open, from, n);
    case CONSOLE:
        symir_output(open->console, from, n);
        return (long)n;
    default:
        return (long)n;
    }
}

long symir_seek(struct symir_open *open, long offset, int whence) {
    long base = 0;

    settle(open);
    if (open->kind == CONSOLE || open->kind == STREAM)
        return fail(NO_SEEKING);
    if (whence < FROM_START || whence > FROM_END)
        return fail(INVALID);
    if (whence == FROM_HERE)
        base = (long)open->position;
    if (whence == FROM_END)
        base = (long)size_of(open);
    if (offset > 0 ? base > INT64_MAX - offset : base + offset < 0)
        return fail(INVALID);
    if (open->kind == FIXED && (size_t)(base + offset) > open->room)
        return fail(INVALID);
    open->position = open->kind == NOTHING ? 0 : (size_t)(base + offset);
    return (long)open->position;
}

int symir_truncate(struct symir_open *open, size_t size) {
    if (!open->can_write || open->kind != IN_MEMORY)
        return fail(INVALID);
    struct symir_contents *contents = contents_of(open);
    if (!make_room(contents, size))
        return fail(NO_SPACE);
    set_size(contents, size);
    return 0;
}
