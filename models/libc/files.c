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
    bool is_folder;
    unsigned mode; /* permissions; 0: as files are made */
    unsigned long number;
    int n_users;
};

/* Of all names that the program has used. */
struct symir_contents *symir_files;

/* exec/streams.rs looks there. */
#define LIES_AT(type, member, at) _Static_assert(__builtin_offsetof(struct type, member) == (at), #member)
LIES_AT(symir_file, open, 64);
LIES_AT(symir_file, n_pushed, 76);
LIES_AT(symir_open, contents, 8);
LIES_AT(symir_open, position, 16);
LIES_AT(symir_open, memory, 48);
LIES_AT(symir_open, size, 56);
LIES_AT(symir_contents, data, 16);
LIES_AT(symir_contents, size, 24);
LIES_AT(symir_contents, is_missing, 40);
LIES_AT(symir_contents, is_folder, 42);
LIES_AT(symir_contents, n_users, 56);
_Static_assert(IN_MEMORY == 0 && FIXED == 7, "kinds");


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
    for (struct symir_contents *at = symir_files; at != NULL; at = at->next)
        store(at);
}

static struct symir_contents *add(const char *name) {
    struct symir_contents *contents = symir_memory(sizeof *contents);
    static unsigned long n_made = 1000;

    *contents = (struct symir_contents){.next = symir_files, .number = ++n_made};
    if (name != NULL) {
        size_t size = length_of(name) + 1;

        contents->name = symir_memory(size);
        memcpy(contents->name, name, size);
    }
    symir_files = contents;
    symir_ending.close_files = store_all;
    return contents;
}

/* The contents of a name, with `is_missing` if there are none. */
static struct symir_contents *look_up(const char *name) {
    for (struct symir_contents *at = symir_files; at != NULL; at = at->next)
        if (at->name != NULL && are_equal(at->name, name))
            return at;
    struct symir_contents *contents = add(name);
    unsigned long size = 0;

    contents->data = symir_file_contents(name, &size);
    contents->is_missing = contents->data == NULL;
    contents->size = contents->room = contents->is_missing ? 0 : size;
    return contents;
}

/* Names. */

unsigned symir_mask = 022;
char *symir_folder = "";

static bool is_folder(const char *key);

/* Cuts single and double dots out, as far as the text says what they mean. What
 * stands before them has to be a folder: the name of nothing has no way out. */
static char *tidy(char *name) {
    size_t n = 0, first = 0;

    for (size_t at = 0; name[at] != '\0';) {
        size_t begin = at;

        while (name[at] != '\0' && name[at] != '/')
            at++;
        size_t length = at - begin;
        while (name[at] == '/')
            at++;
        bool is_above = length == 2 && name[begin] == '.' && name[begin + 1] == '.';
        bool is_here = length == 1 && name[begin] == '.';
        if ((is_here || is_above) && n > first) {
            name[n] = '\0';
            if (!is_folder(name)) {
                memcpy(name + n, is_here ? "/." : "/..", length + 1);
                n += length + 1;
                first = n;
                continue;
            }
        }
        if (is_here)
            continue;
        if (is_above) {
            if (n > first) {
                while (n > first && name[--n] != '/')
                    ;
                continue;
            }
            first = n + length + (n > 0);
        }
        if (n > 0)
            name[n++] = '/';
        memmove(name + n, name + begin, length);
        n += length;
    }
    if (n == 0)
        name[n++] = '.';
    name[n] = '\0';
    return name;
}

char *symir_key(const char *name) {
    size_t n = length_of(symir_folder);

    if (name[0] == '/' || (n == 0 && name[0] != '.'))
        return (char *)name;
    size_t size = length_of(name) + 1;
    char *key = symir_memory(n + 1 + size);
    memcpy(key, symir_folder, n);
    key[n] = '/';
    memcpy(key + n + 1, name, size);
    if (symir_folder[0] == '/')
        return key;
    return tidy(n == 0 ? key + 1 : key);
}

/* Folders that are there without having been made. */
static bool is_given(const char *key) {
    static const char *const given[] = {"", ".", "..", "/", "/tmp", "/dev", "/proc", "/home"};

    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (are_equal(given[i], key))
            return true;
    return false;
}

static int status_of_contents(const struct symir_contents *contents, struct symir_status *status) {
    unsigned permissions = contents->mode != 0 ? contents->mode & 07777 : contents->is_folder ? 0755 : 0644;

    *status = (struct symir_status){
        .device = 1,
        .number = contents->number,
        .mode = (contents->is_folder ? FOLDER_MODE : FILE_MODE) | permissions,
        .links = contents->is_folder ? 2 : contents->name != NULL,
        .size = contents->is_folder ? 4096 : contents->size,
        .block_size = 4096,
        .blocks = contents->is_folder ? 8 : (contents->size + 4095) / 4096 * 8,
    };
    return 0;
}

static struct symir_contents *known(const char *key) {
    for (struct symir_contents *at = symir_files; at != NULL; at = at->next)
        if (at->name != NULL && are_equal(at->name, key))
            return at;
    return NULL;
}

int symir_status_of(const char *key, bool follows, struct symir_status *status) {
    if (key[0] == '\0')
        return fail(NO_ENTRY);
    struct symir_contents *contents = known(key);
    if (contents != NULL)
        store(contents);
    long answer = symir_system(follows ? STATUS : STATUS_OF_LINK, key, 0, status, sizeof *status);
    if (answer != SEALED)
        return answer < 0 ? fail((int)-answer) : 0;
    if (is_given(key)) {
        struct symir_contents given = {.is_folder = true, .number = 2, .name = "", .mode = key[0] == '/' ? 01777 : 0};

        return status_of_contents(&given, status);
    }
    contents = look_up(key);
    if (contents == NULL || contents->is_missing)
        return fail(NO_ENTRY);
    return status_of_contents(contents, status);
}

enum { IS_FOLDER = 21, NO_FOLDER = 20, NOT_EMPTY = 39 };

static bool is_folder(const char *key) {
    int old = *__errno_location();
    struct symir_status status = {0};
    bool is_one = symir_status_of(key, true, &status) == 0 && (status.mode & KIND_OF_MODE) == FOLDER_MODE;

    *__errno_location() = old;
    return is_one;
}

int symir_check_parent(const char *key) {
    size_t end = length_of(key);

    while (end > 0 && key[end - 1] != '/')
        end--;
    while (end > 1 && key[end - 1] == '/')
        end--;
    if (end <= 1)
        return 0;
    char *parent = malloc(end + 1);
    if (parent == NULL)
        return fail(NO_MEMORY);
    memcpy(parent, key, end);
    parent[end] = '\0';
    struct symir_status status = {0};
    int old = *__errno_location(), result = symir_status_of(parent, true, &status);
    /* A sealed program may be told of files in folders that nobody made. */
    if (result < 0 && symir_system(STATUS, "/", 0, NULL, 0) == SEALED && parent[0] == '/') {
        *__errno_location() = old;
        result = 0;
    }
    if (result == 0 && status.mode != 0 && (status.mode & KIND_OF_MODE) != FOLDER_MODE)
        result = fail(NO_FOLDER);
    free(parent);
    return result;
}

int symir_make_folder(const char *key, unsigned mode) {
    int old = *__errno_location();
    struct symir_status status = {0};

    if (symir_status_of(key, false, &status) == 0)
        return fail(EXISTS);
    if (key[0] == '\0' || symir_check_parent(key) < 0)
        return -1;
    long answer = symir_system(MAKE_FOLDER, key, mode & 0777 & ~symir_mask, NULL, 0);
    *__errno_location() = old;
    if (answer != SEALED)
        return answer < 0 ? fail((int)-answer) : 0;
    struct symir_contents *contents = look_up(key);
    contents->is_missing = false;
    contents->is_folder = true;
    contents->mode = FOLDER_MODE | (mode & 07777 & ~symir_mask);
    return 0;
}

/* Whether `name` lies in the folder: gives what follows the slash, or NULL. */
static const char *within(const char *name, const char *folder) {
    if (are_equal(folder, "."))
        return name[0] == '/' ? NULL : name;
    while (*folder != '\0')
        if (*name++ != *folder++)
            return NULL;
    return *name == '/' && name[1] != '\0' ? name + 1 : NULL;
}

int symir_remove_folder(const char *key) {
    struct symir_status status = {0};

    if (symir_status_of(key, false, &status) < 0)
        return -1;
    if ((status.mode & KIND_OF_MODE) != FOLDER_MODE)
        return fail(NO_FOLDER);
    size_t n = length_of(key);
    if (key[n - 1] == '.' && (n == 1 || key[n - 2] == '/'))
        return fail(INVALID);
    long answer = symir_system(REMOVE_FOLDER, key, 0, NULL, 0);
    if (answer != SEALED)
        return answer < 0 ? fail((int)-answer) : 0;
    for (struct symir_contents *at = symir_files; at != NULL; at = at->next)
        if (at->name != NULL && !at->is_missing && within(at->name, key) != NULL)
            return fail(NOT_EMPTY);
    struct symir_contents *contents = known(key);
    if (contents == NULL)
        return fail(NOT_EMPTY);
    contents->is_missing = true;
    contents->is_folder = false;
    return 0;
}

int symir_change_mode(const char *key, unsigned mode) {
    struct symir_status status = {0};

    if (symir_status_of(key, true, &status) < 0)
        return -1;
    long answer = symir_system(CHANGE_MODE, key, mode & 07777, NULL, 0);
    if (answer != SEALED)
        return answer < 0 ? fail((int)-answer) : 0;
    struct symir_contents *contents = known(key);
    if (contents != NULL)
        contents->mode = (contents->is_folder ? FOLDER_MODE : FILE_MODE) | (mode & 07777);
    return 0;
}

static size_t add_entry(unsigned char *to, unsigned long number, unsigned char kind, const char *name) {
    size_t size = length_of(name) + 1;

    if (to != NULL) {
        memcpy(to, &number, sizeof number);
        to[sizeof number] = kind;
        memcpy(to + sizeof number + 1, name, size);
    }
    return sizeof number + 1 + size;
}

/* What the program knows of a folder, of which the machine knows nothing. */
static size_t list(const char *key, unsigned char *to) {
    enum { OF_FOLDER = 4, OF_FILE = 8 };
    size_t n = add_entry(to, 2, OF_FOLDER, ".");

    n += add_entry(to == NULL ? NULL : to + n, 2, OF_FOLDER, "..");
    for (struct symir_contents *at = symir_files; at != NULL; at = at->next) {
        const char *name = at->name == NULL || at->is_missing ? NULL : within(at->name, key);
        bool is_direct = name != NULL;

        for (size_t i = 0; is_direct && name[i] != '\0'; i++)
            is_direct = name[i] != '/';
        if (is_direct)
            n += add_entry(to == NULL ? NULL : to + n, at->number, at->is_folder ? OF_FOLDER : OF_FILE, name);
    }
    return n;
}

unsigned char *symir_list(const char *key, size_t *size) {
    struct symir_status status = {0};

    if (symir_status_of(key, true, &status) < 0)
        return NULL;
    if ((status.mode & KIND_OF_MODE) != FOLDER_MODE) {
        fail(NO_FOLDER);
        return NULL;
    }
    /* What is open is there for others, too. */
    store_all();
    long answer = symir_system(LISTING, key, 0, NULL, 0);
    if (answer < 0 && answer != SEALED) {
        fail((int)-answer);
        return NULL;
    }
    *size = answer == SEALED ? list(key, NULL) : (size_t)answer;
    unsigned char *entries = malloc(*size + 1);
    if (entries == NULL) {
        fail(NO_MEMORY);
        return NULL;
    }
    if (answer == SEALED) {
        list(key, entries);
    } else {
        long again = symir_system(LISTING, key, 0, entries, *size);
        if (again < (long)*size)
            *size = again < 0 ? 0 : (size_t)again;
    }
    return entries;
}

const char *symir_name_of(const struct symir_open *open) {
    return open->contents == NULL ? NULL : open->contents->name;
}

int symir_status_of_open(struct symir_open *open, struct symir_status *status) {
    enum { PIPE_MODE = 0010600, DEVICE_MODE = 0020666 };
    struct symir_contents *contents = open->contents;

    *status = (struct symir_status){.device = 1, .number = 1, .links = 1, .block_size = 4096};
    if (contents != NULL && contents->name != NULL && !are_equal(contents->name, "/dev/stdin"))
        return symir_status_of(contents->name, true, status);
    if (contents != NULL && open != &symir_input)
        return status_of_contents(contents, status);
    if (open->kind == CONSOLE || open == &symir_input) {
        long answer = symir_system(STATUS_OF_STANDARD, NULL, open->console, status, sizeof *status);

        if (answer < 0)
            status->mode = PIPE_MODE;
        return 0;
    }
    status->mode = DEVICE_MODE;
    return 0;
}

/* The most that a file holds, as much as there is of any memory. */
#define MOST_ROOM (1UL << 40)

static bool make_room(struct symir_contents *contents, size_t size) {
    enum { LEAST_ROOM = 64 };
    size_t room = contents->room < LEAST_ROOM ? LEAST_ROOM : contents->room;

    if (size <= contents->room)
        return true;
    if (size > MOST_ROOM)
        return false;
    while (room < size)
        room *= 2;
    unsigned char *data = symir_memory(room);
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
    int old = *__errno_location();

    name = symir_key(name);
    struct symir_contents *contents = look_up(name);
    bool exists = !contents->is_missing || is_folder(name);
    *__errno_location() = old;
    return exists;
}

/* Whoever has the file open keeps it; a file of the name begins anew. */
static struct symir_contents *detach(struct symir_contents *contents) {
    char *name = contents->name;

    contents->name = NULL;
    struct symir_contents *missing = add(NULL);
    missing->name = name;
    missing->is_missing = true;
    return missing;
}

int symir_remove(const char *name) {
    name = symir_key(name);
    struct symir_contents *contents = look_up(name);

    if (contents->is_folder || (contents->is_missing && is_folder(name)))
        return fail(IS_FOLDER);
    if (contents->is_missing)
        return fail(NO_ENTRY);
    detach(contents);
    symir_store_file(name, NULL, REMOVED);
    return 0;
}

int symir_rename(const char *from, const char *to) {
    from = symir_key(from);
    to = symir_key(to);
    struct symir_contents *contents = look_up(from), *old = look_up(to);

    if (contents->is_missing)
        return fail(NO_ENTRY);
    if (contents == old)
        return 0;
    if (contents->is_folder)
        symir_unsupported("rename of a folder");
    if (old->is_folder)
        return fail(IS_FOLDER);
    if (old->is_missing && symir_check_parent(to) < 0)
        return -1;
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

/* One of the names in /dev; IN_MEMORY for what is none. */
static enum symir_kind kind_of(const char *name) {
    static const struct {
        const char *name;
        enum symir_kind kind;
    } devices[] = {
        {"null", NOTHING},         {"stdout", CONSOLE},        {"stderr", CONSOLE}, {"zero", ZEROS},
        {"urandom", RANDOM_BYTES}, {"random", RANDOM_BYTES}, {"full", FULL},
    };
    static const char head[] = "/dev/";

    for (size_t i = 0; i < sizeof head - 1; i++)
        if (name[i] != head[i])
            return IN_MEMORY;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (are_equal(devices[i].name, name + sizeof head - 1))
            return devices[i].kind;
    return IN_MEMORY;
}

static struct symir_open *device(const char *name, struct symir_manner manner, enum symir_kind kind) {
    struct symir_open *open = new_open(NULL, manner);

    if (open == NULL)
        return NULL;
    open->kind = kind;
    if (kind == CONSOLE)
        open->console = are_equal(name, "/dev/stdout") ? 1 : 2;
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
    enum symir_kind kind = kind_of(name);

    if (kind != IN_MEMORY)
        return device(name, manner, kind);
    if (is_stream(name, manner))
        return stream(name, manner);
    if (name[0] != '\0')
        name = symir_key(name);
    struct symir_contents *contents = name[0] == '\0' ? NULL : look_up(name);
    if (contents != NULL && (contents->is_folder || (contents->is_missing && is_folder(name)))) {
        if (manner.can_write || manner.creates) {
            fail(manner.is_exclusive ? EXISTS : IS_FOLDER);
            return NULL;
        }
        struct symir_open *open = new_open(contents, manner);
        if (open != NULL)
            open->kind = FOLDER;
        return open;
    }
    if (contents == NULL || (contents->is_missing && !manner.creates)) {
        fail(NO_ENTRY);
        return NULL;
    }
    if (contents->is_missing && symir_check_parent(name) < 0)
        return NULL;
    if (manner.is_exclusive && !contents->is_missing) {
        fail(EXISTS);
        return NULL;
    }
    if (contents->is_missing || manner.truncates) {
        contents->is_missing = false;
        set_size(contents, 0);
        store(contents);
    }
    return new_open(contents, manner);
}

struct symir_open *symir_open_anonymous(void) {
    return new_open(add(NULL), (struct symir_manner){.can_read = true, .can_write = true});
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

unsigned char symir_descriptor_flags[MOST_DESCRIPTORS];

void symir_set_descriptor(int descriptor, struct symir_open *open) {
    symir_descriptor_flags[descriptor] = 0;
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
    if (open->kind == FOLDER)
        return fail(IS_FOLDER);
    if (open->kind == ZEROS || open->kind == FULL) {
        memset(to, 0, n);
        return (long)n;
    }
    if (open->kind == RANDOM_BYTES)
        return symir_system(RANDOM, NULL, (long)n, to, n);
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
    if (open->kind == CONSOLE) {
        symir_output(open->console, from, n);
        return (long)n;
    }
    if (n == 0)
        return 0;
    switch (open->kind) {
    case IN_MEMORY:
        return write_contents(open, from, n);
    case FIXED:
        return write_fixed(open, from, n);
    case FULL:
        return fail(NO_SPACE);
    default:
        return (long)n;
    }
}

long symir_seek(struct symir_open *open, long offset, int whence) {
    settle(open);
    if (open->kind == CONSOLE || open->kind == STREAM)
        return fail(NO_SEEKING);
    if (whence < FROM_START || whence > TO_HOLE)
        return fail(INVALID);
    if (whence >= TO_DATA && (offset < 0 || (size_t)offset >= size_of(open)))
        return fail(NO_DATA);
    if (whence == TO_HOLE)
        offset = (long)size_of(open);
    long base = whence == FROM_HERE ? (long)open->position : whence == FROM_END ? (long)size_of(open) : 0;
    if (offset > 0 ? base > INT64_MAX - offset : base + offset < 0)
        return fail(INVALID);
    if (open->kind == FIXED && (size_t)(base + offset) > open->room)
        return fail(INVALID);
    if ((base + offset) >> FARTHEST_BITS != 0)
        symir_unsupported("a place in a file beyond 8 TiB, which not all file systems have");
    open->position = open->kind != IN_MEMORY && open->kind != FIXED ? 0 : (size_t)(base + offset);
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
