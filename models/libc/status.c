/*
 * Models of sys/stat.h, dirent.h, and of what unistd.h and stdlib.h say of
 * folders and names. Files are in files.c.
 */
#include "files.h"

enum { NO_FOLDER = 20 /* ENOTDIR */, TOO_MANY_LINKS = 40 /* ELOOP */, NOT_POSSIBLE = 1 /* EPERM */ };
enum { HERE = -100 /* AT_FDCWD */, NOT_FOLLOWED = 0x100, IS_FOR_FOLDER = 0x200, EMPTY_PATH = 0x1000 };

char *strcpy(char *to, const char *from);
int strverscmp(const char *a, const char *b);
void qsort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *));

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

/* struct stat of x86-64. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long special;
    long size, block_size, blocks;
    long times[6];
    long reserved[3];
};

static int fill(int result, const struct symir_status *status, struct stat *to) {
    if (result < 0 || !is_place(to))
        return -1;
    *to = (struct stat){
        .device = status->device,
        .number = status->number,
        .links = status->links,
        .mode = (unsigned)status->mode,
        .user = (unsigned)status->user,
        .group = (unsigned)status->group,
        .special = status->special,
        .size = (long)status->size,
        .block_size = (long)status->block_size,
        .blocks = (long)status->blocks,
    };
    for (int i = 0; i < 6; i++)
        to->times[i] = status->times[i];
    return 0;
}

static int by_name(const char *name, bool follows, struct stat *to) {
    struct symir_status status = {0};
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full"};

    if (!is_place(name))
        return -1;
    for (int i = 0; i < 5; i++) {
        int at = 0;

        while (name[at] == devices[i][at] && name[at] != '\0')
            at++;
        if (name[at] == devices[i][at]) {
            long answer = symir_system(STATUS, name, 0, &status, sizeof status);

            if (answer < 0)
                status = (struct symir_status){.device = 1, .number = 5, .mode = 0020666, .links = 1, .block_size = 4096};
            return fill(0, &status, to);
        }
    }
    return fill(name[0] == '\0' ? fail(NO_ENTRY) : symir_status_of(symir_key(name), follows, &status), &status, to);
}

static int by_descriptor(int descriptor, struct stat *to) {
    struct symir_open *open = symir_opened(descriptor);
    struct symir_status status = {0};

    return open == NULL ? -1 : fill(symir_status_of_open(open, &status), &status, to);
}

#define STAT(suffix) \
    int stat##suffix(const char *name, struct stat *to) { \
        return by_name(name, true, to); \
    } \
    int lstat##suffix(const char *name, struct stat *to) { \
        return by_name(name, false, to); \
    } \
    int fstat##suffix(int descriptor, struct stat *to) { \
        return by_descriptor(descriptor, to); \
    } \
    int __xstat##suffix(int version, const char *name, struct stat *to) { \
        (void)version; \
        return by_name(name, true, to); \
    } \
    int __lxstat##suffix(int version, const char *name, struct stat *to) { \
        (void)version; \
        return by_name(name, false, to); \
    } \
    int __fxstat##suffix(int version, int descriptor, struct stat *to) { \
        (void)version; \
        return by_descriptor(descriptor, to); \
    } \
    int fstatat##suffix(int folder, const char *name, struct stat *to, int flags) { \
        if ((flags & EMPTY_PATH) != 0 && name != NULL && name[0] == '\0') \
            return by_descriptor(folder, to); \
        if (folder != HERE && name != NULL && name[0] != '/') \
            symir_unsupported("a name relative to an open folder"); \
        return by_name(name, (flags & NOT_FOLLOWED) == 0, to); \
    }

STAT()
STAT(64)

/* Changing. */

static const char *from_folder(int folder, const char *name) {
    if (folder != HERE && name != NULL && name[0] != '/')
        symir_unsupported("a name relative to an open folder");
    return name;
}

unsigned umask(unsigned mask) {
    unsigned old = symir_mask;

    symir_mask = mask & 0777;
    return old;
}

/* Slashes at the end of a folder's name do not count. */
static char *key_of_folder(const char *name) {
    size_t n = length_of(name);
    char *copy = symir_memory(n + 1);

    memcpy(copy, name, n + 1);
    while (n > 1 && copy[n - 1] == '/')
        copy[--n] = '\0';
    return n == 0 ? copy : symir_key(copy);
}

/* A name that is a text, and not an empty one. */
static bool is_name(const char *name) {
    return is_place(name) && (name[0] != '\0' || fail(NO_ENTRY) == 0);
}

int mkdir(const char *name, unsigned mode) {
    return is_name(name) ? symir_make_folder(key_of_folder(name), mode) : -1;
}

int mkdirat(int folder, const char *name, unsigned mode) {
    return mkdir(from_folder(folder, name), mode);
}

int rmdir(const char *name) {
    return is_name(name) ? symir_remove_folder(key_of_folder(name)) : -1;
}

int chmod(const char *name, unsigned mode) {
    return is_name(name) ? symir_change_mode(symir_key(name), mode) : -1;
}

int fchmodat(int folder, const char *name, unsigned mode, int flags) {
    (void)flags;
    return chmod(from_folder(folder, name), mode);
}

int unlinkat(int folder, const char *name, int flags) {
    name = from_folder(folder, name);
    if (!is_place(name))
        return -1;
    return (flags & IS_FOR_FOLDER) != 0 ? rmdir(name) : symir_remove(name);
}

/* Nobody else can own what the program makes. */

int chown(const char *name, unsigned user, unsigned group) {
    struct stat status;

    (void)user;
    (void)group;
    return by_name(name, true, &status);
}

int lchown(const char *name, unsigned user, unsigned group) {
    struct stat status;

    (void)user;
    (void)group;
    return by_name(name, false, &status);
}

int fchown(int descriptor, unsigned user, unsigned group) {
    (void)user;
    (void)group;
    return symir_opened(descriptor) == NULL ? -1 : 0;
}

int truncate(const char *name, long size) {
    struct symir_manner manner = {.can_write = true};

    if (size < 0)
        return fail(INVALID);
    struct symir_open *open = is_place(name) ? symir_open(name, manner) : NULL;
    if (open == NULL)
        return -1;
    int result = symir_truncate(open, (size_t)size);
    symir_release(open);
    return result;
}

int truncate64(const char *name, long size) {
    return truncate(name, size);
}

/* Links. */

long readlink(const char *name, char *to, size_t size) {
    struct stat status;

    if ((long)size <= 0)
        return fail(INVALID);
    if (by_name(name, false, &status) < 0)
        return -1;
    if ((status.mode & KIND_OF_MODE) != LINK_MODE)
        return fail(INVALID);
    if (!is_place(to))
        return -1;
    long answer = symir_system(LINK_TEXT, symir_key(name), 0, to, size);
    if (answer == SEALED)
        return fail(INVALID);
    if (answer < 0)
        return fail((int)-answer);
    return answer < (long)size ? answer : (long)size;
}

long readlinkat(int folder, const char *name, char *to, size_t size) {
    return readlink(from_folder(folder, name), to, size);
}

int symlink(const char *target, const char *name) {
    struct stat status;

    if (!is_place(target) || !is_place(name))
        return -1;
    if (by_name(name, false, &status) == 0)
        return fail(EXISTS);
    long answer = symir_system(MAKE_LINK, symir_key(name), 0, (char *)target, 0);
    if (answer == SEALED)
        symir_unsupported("symlink");
    return answer < 0 ? fail((int)-answer) : 0;
}

int link(const char *from, const char *to) {
    if (!is_place(from) || !is_place(to))
        return -1;
    symir_unsupported("link");
}

/* Where the program is. */

static char *join(const char *a, const char *b) {
    size_t n = length_of(a), size = length_of(b) + 1;
    char *joined = symir_memory(n + 1 + size);

    memcpy(joined, a, n);
    joined[n] = '/';
    bool has_slash = n > 0 && a[n - 1] == '/';
    memcpy(joined + n + !has_slash, b, size);
    return joined;
}

/* The absolute name without dots and double slashes. */
static char *tidy(char *name) {
    char *out = name;

    for (char *at = name; *at != '\0';) {
        while (*at == '/')
            at++;
        char *begin = at;
        while (*at != '\0' && *at != '/')
            at++;
        size_t n = (size_t)(at - begin);
        if (n == 0 || (n == 1 && begin[0] == '.'))
            continue;
        if (n == 2 && begin[0] == '.' && begin[1] == '.') {
            while (out > name && *--out != '/')
                ;
            continue;
        }
        *out++ = '/';
        memmove(out, begin, n);
        out += n;
    }
    if (out == name)
        *out++ = '/';
    *out = '\0';
    return name;
}

enum { NAME_ROOM = 4096 };

/* Where the program began. */
static char *beginning(void) {
    char *text = symir_memory(NAME_ROOM);
    long answer = symir_system(WORKING_FOLDER, NULL, 0, text, NAME_ROOM - 1);
    text[0] = answer < 0 ? '/' : text[0];
    text[answer < 0 ? 1 : answer] = '\0';
    return text;
}

static char *where(void) {
    return tidy(join(symir_folder[0] == '/' ? "" : beginning(), symir_folder));
}

char *getcwd(char *to, size_t size) {
    char *here = where();
    size_t needed = length_of(here) + 1;

    if (to != NULL && size == 0) {
        fail(INVALID);
        return NULL;
    }
    if (size != 0 && size < needed) {
        fail(OUT_OF_RANGE);
        return NULL;
    }
    if (to == NULL)
        to = malloc(size > needed ? size : needed);
    if (to != NULL)
        memcpy(to, here, needed);
    return to;
}

char *get_current_dir_name(void) {
    return getcwd(NULL, 0);
}

char *getwd(char *to) {
    return getcwd(to, NAME_ROOM);
}

char *realpath(const char *name, char *to);

int chdir(const char *name) {
    struct stat status;

    if (by_name(name, true, &status) < 0)
        return -1;
    if ((status.mode & KIND_OF_MODE) != FOLDER_MODE)
        return fail(NO_FOLDER);
    /* The way there may be gone when the program looks for it again. */
    bool is_sealed = symir_system(STATUS, "/", 0, NULL, 0) == SEALED;
    char *real = is_sealed ? NULL : realpath(name, NULL), *key = key_of_folder(real != NULL ? real : name);
    symir_folder = key[0] == '.' && key[1] == '\0' ? "" : key;
    free(real);
    return 0;
}

/* Every link is followed, and every part must be there. */
char *realpath(const char *name, char *to) {
    enum { MOST_LINKS = 40 };
    int n_links = 0;

    if (name == NULL) {
        fail(INVALID);
        return NULL;
    }
    if (name[0] == '\0') {
        fail(NO_ENTRY);
        return NULL;
    }
    char *rest = name[0] == '/' ? join("", name) : join(where(), name);
    char *done = malloc(NAME_ROOM);
    if (done == NULL)
        return NULL;
    size_t n = 0;
    while (*rest != '\0') {
        struct symir_status status = {0};
        char target[NAME_ROOM];

        while (*rest == '/')
            rest++;
        size_t part = 0;
        while (rest[part] != '\0' && rest[part] != '/')
            part++;
        if (part == 0)
            break;
        if (part == 1 && rest[0] == '.') {
            rest += part;
            continue;
        }
        if (part == 2 && rest[0] == '.' && rest[1] == '.') {
            while (n > 0 && done[--n] != '/')
                ;
            rest += part;
            continue;
        }
        size_t begin = n;
        if (n + part + 2 > NAME_ROOM) {
            free(done);
            fail(36 /* ENAMETOOLONG */);
            return NULL;
        }
        done[n++] = '/';
        memcpy(done + n, rest, part);
        n += part;
        done[n] = '\0';
        /* Files are known by names relative to where the program began. */
        char *begin_text = beginning();
        size_t skipped = length_of(begin_text);
        bool is_within = skipped == 1 || (n > skipped && done[skipped] == '/');
        for (size_t i = 0; is_within && i < skipped; i++)
            is_within = done[i] == begin_text[i];
        const char *key = !is_within ? done : done + skipped + (skipped > 1);
        if (symir_status_of(key, false, &status) < 0) {
            free(done);
            return NULL;
        }
        rest += part;
        if ((status.mode & KIND_OF_MODE) == 0120000) {
            long size = readlink(done, target, sizeof target - 1);

            if (size < 0 || ++n_links > MOST_LINKS) {
                if (size >= 0)
                    fail(TOO_MANY_LINKS);
                free(done);
                return NULL;
            }
            target[size] = '\0';
            rest = join(target, rest);
            n = target[0] == '/' ? 0 : begin;
        } else if (*rest != '\0' && (status.mode & KIND_OF_MODE) != FOLDER_MODE) {
            free(done);
            fail(NO_FOLDER);
            return NULL;
        }
    }
    if (n == 0)
        done[n++] = '/';
    done[n] = '\0';
    if (to == NULL)
        return done;
    strcpy(to, done);
    free(done);
    return to;
}

char *__realpath_chk(const char *name, char *to, size_t size) {
    if (size < NAME_ROOM)
        abort();
    return realpath(name, to);
}

char *canonicalize_file_name(const char *name) {
    return realpath(name, NULL);
}

/* Folders. */

struct entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};

struct folder {
    unsigned char *entries;
    size_t size, at;
    int descriptor;
    struct entry entry;
};

static struct folder *open_folder(const char *key, int descriptor) {
    size_t size;
    unsigned char *entries = symir_list(key, &size);

    if (entries == NULL)
        return NULL;
    struct folder *folder = malloc(sizeof *folder);
    if (folder == NULL)
        return NULL;
    *folder = (struct folder){.entries = entries, .size = size, .descriptor = descriptor};
    return folder;
}

struct folder *opendir(const char *name) {
    if (name[0] == '\0') {
        fail(NO_ENTRY);
        return NULL;
    }
    struct folder *folder = open_folder(key_of_folder(name), -1);
    if (folder == NULL)
        return NULL;
    struct symir_open *open = symir_open(name, (struct symir_manner){.can_read = true});
    folder->descriptor = open == NULL ? -1 : symir_new_descriptor(open, 0);
    return folder;
}

int closedir(struct folder *folder) {
    int result = folder->descriptor < 0 ? 0 : symir_close_descriptor(folder->descriptor);

    free(folder->entries);
    free(folder);
    return result;
}

struct entry *readdir(struct folder *folder) {
    if (folder->at >= folder->size)
        return NULL;
    const unsigned char *from = folder->entries + folder->at;
    struct entry *entry = &folder->entry;
    size_t n = 0;

    memcpy(&entry->number, from, sizeof entry->number);
    entry->kind = from[sizeof entry->number];
    from += sizeof entry->number + 1;
    for (; from[n] != '\0' && n < sizeof entry->name - 1; n++)
        entry->name[n] = (char)from[n];
    entry->name[n] = '\0';
    entry->length = (unsigned short)((19 + n + 8) / 8 * 8);
    folder->at += sizeof entry->number + 1 + n + 1;
    entry->offset = (long)folder->at;
    return entry;
}

struct entry *readdir64(struct folder *folder) {
    return readdir(folder);
}

int readdir_r(struct folder *folder, struct entry *to, struct entry **result) {
    struct entry *entry = readdir(folder);

    *result = entry == NULL ? NULL : to;
    if (entry != NULL)
        memcpy(to, entry, 19 + length_of(entry->name) + 1);
    return 0;
}

void rewinddir(struct folder *folder) {
    folder->at = 0;
}

long telldir(struct folder *folder) {
    return (long)folder->at;
}

void seekdir(struct folder *folder, long at) {
    folder->at = (size_t)at;
}

int dirfd(struct folder *folder) {
    return folder->descriptor >= 0 ? folder->descriptor : fail(INVALID);
}

int alphasort(const struct entry **a, const struct entry **b) {
    const char *x = (*a)->name, *y = (*b)->name;

    while (*x == *y && *x != '\0')
        x++, y++;
    return (unsigned char)*x - (unsigned char)*y;
}

int versionsort(const struct entry **a, const struct entry **b) {
    return strverscmp((*a)->name, (*b)->name);
}

static int (*order)(const struct entry **, const struct entry **);

static int in_order(const void *a, const void *b) {
    return order((const struct entry **)a, (const struct entry **)b);
}

int scandir(const char *name, struct entry ***to, int (*chooses)(const struct entry *),
            int (*compare)(const struct entry **, const struct entry **)) {
    struct folder *folder = opendir(name);
    struct entry **list = NULL, *entry;
    size_t n = 0, room = 0;

    if (folder == NULL)
        return -1;
    while ((entry = readdir(folder)) != NULL) {
        if (chooses != NULL && chooses(entry) == 0)
            continue;
        if (n == room) {
            room = room == 0 ? 16 : 2 * room;
            struct entry **longer = realloc(list, room * sizeof *list);

            if (longer == NULL)
                return fail(NO_MEMORY);
            list = longer;
        }
        size_t size = 19 + length_of(entry->name) + 1;
        list[n] = malloc(size);
        if (list[n] == NULL)
            return fail(NO_MEMORY);
        memcpy(list[n++], entry, size);
    }
    closedir(folder);
    if (compare != NULL && n > 0) {
        order = compare;
        qsort(list, n, sizeof *list, in_order);
    }
    *to = list;
    return (int)n;
}

int alphasort64(const struct entry **a, const struct entry **b) {
    return alphasort(a, b);
}

int scandir64(const char *name, struct entry ***to, int (*chooses)(const struct entry *),
              int (*compare)(const struct entry **, const struct entry **)) {
    return scandir(name, to, chooses, compare);
}
