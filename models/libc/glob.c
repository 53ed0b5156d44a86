/*
 * A model of glob.h: the names in folders that fit a pattern, part by part.
 */
#include "files.h"

int fnmatch(const char *pattern, const char *name, int flags);
void qsort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *));

enum { WITH_ERRORS = 1, MARKS = 2, UNSORTED = 4, WITH_OFFSET = 8, OR_PATTERN = 16, APPENDS = 32, NO_ESCAPES = 64 };
enum { WITH_PERIODS = 128, ALTERNATIVES = 1 << 10, OR_PLAIN = 1 << 11, TILDE = 1 << 12, ONLY_FOLDERS = 1 << 13 };
enum { OUT_OF_MEMORY = 1, ABORTED = 2, NO_MATCH = 3 };
enum { FITS_PATHS = 1, FITS_WITHOUT_ESCAPES = 2, FITS_PERIODS = 4 };

struct glob {
    size_t n;
    char **names;
    size_t n_reserved;
    int flags;
    void *others[5];
};

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static int compare(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;

    while (*x == *y && *x != '\0')
        x++, y++;
    return (unsigned char)*x - (unsigned char)*y;
}

/* In memory of the library: what `add` gives away is a copy. */
static char *join(const char *folder, const char *name, const char *end) {
    size_t a = length_of(folder), b = length_of(name), c = length_of(end) + 1;
    char *joined = symir_memory(a + b + c);

    memcpy(joined, folder, a);
    memcpy(joined + a, name, b);
    memcpy(joined + a + b, end, c);
    return joined;
}

static void add(struct glob *glob, const char *name) {
    size_t at = glob->n_reserved + glob->n, size = length_of(name) + 1;
    char **names = realloc(glob->names, (at + 2) * sizeof *names), *copy = malloc(size);

    if (names == NULL || copy == NULL)
        symir_unsupported("glob without memory");
    memcpy(copy, name, size);
    names[at] = copy;
    names[at + 1] = NULL;
    glob->names = names;
    glob->n++;
}

static bool has_wildcards(const char *pattern, int flags) {
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '\\' && (flags & NO_ESCAPES) == 0 && pattern[1] != '\0')
            pattern++;
        else if (*pattern == '*' || *pattern == '?' || *pattern == '[')
            return true;
    }
    return false;
}

static char *without_escapes(const char *pattern, int flags) {
    char *plain = join(pattern, "", "");
    size_t n = 0;

    for (size_t i = 0; plain[i] != '\0'; i++) {
        if (plain[i] == '\\' && plain[i + 1] != '\0' && (flags & NO_ESCAPES) == 0)
            i++;
        plain[n++] = plain[i];
    }
    plain[n] = '\0';
    return plain;
}

static bool status_of(const char *name, struct symir_status *status) {
    char *copy = join(name, "", "");
    size_t n = length_of(copy);

    while (n > 1 && copy[n - 1] == '/')
        copy[--n] = '\0';
    return symir_status_of(symir_key(copy), true, status) == 0;
}

static bool is_dots(const char *name) {
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

/* `part` is the last part of the name. */
static void finish(struct glob *glob, const char *name, const char *part, int flags) {
    struct symir_status status = {.mode = FOLDER_MODE};

    if (!is_dots(part) && !status_of(name, &status))
        return;
    bool is_folder = (status.mode & KIND_OF_MODE) == FOLDER_MODE;
    if ((flags & ONLY_FOLDERS) != 0 && !is_folder)
        return;
    add(glob, join(name, "", (flags & MARKS) != 0 && is_folder && name[length_of(name) - 1] != '/' ? "/" : ""));
}

/* Finds what fits the pattern in a folder, whose name ends with a slash or is
 * empty. */
static int search(struct glob *glob, const char *folder, const char *pattern, int flags,
                  int (*fails)(const char *, int)) {
    size_t n = 0;

    while (pattern[n] != '\0' && pattern[n] != '/')
        n++;
    char *part = join(pattern, "", "");
    part[n] = '\0';
    const char *rest = pattern + n;
    size_t n_slashes = 0;
    while (rest[n_slashes] == '/')
        n_slashes++;
    char *slashes = join(rest, "", "");
    slashes[n_slashes] = '\0';
    rest += n_slashes;
    if (!has_wildcards(part, flags)) {
        char *name = join(folder, without_escapes(part, flags), slashes);

        if (*rest != '\0')
            return search(glob, name, rest, flags, fails);
        finish(glob, name, part, flags);
        return 0;
    }
    size_t size;
    char *plain = join(folder[0] == '\0' ? "." : folder, "", "");
    size_t end = length_of(plain);
    while (end > 1 && plain[end - 1] == '/')
        plain[--end] = '\0';
    unsigned char *entries = symir_list(symir_key(plain), &size);
    if (entries == NULL) {
        int error = *__errno_location();

        if (error == 20 /* ENOTDIR */)
            return 0;
        if (fails != NULL && fails(plain, error) != 0)
            return ABORTED;
        return (flags & WITH_ERRORS) != 0 ? ABORTED : 0;
    }
    /* A folder on the way is none that begins with a period. */
    bool has_periods = (flags & WITH_PERIODS) != 0 && n_slashes == 0;
    int result = 0;
    for (size_t at = 0; at < size && result == 0;) {
        const char *name = (const char *)entries + at + 9;
        int how = (has_periods ? 0 : FITS_PERIODS) | ((flags & NO_ESCAPES) != 0 ? FITS_WITHOUT_ESCAPES : 0);

        at += 9 + length_of(name) + 1;
        if (fnmatch(part, name, how) != 0)
            continue;
        char *found = join(folder, name, slashes);
        if (*rest != '\0')
            result = search(glob, found, rest, flags, fails);
        else
            finish(glob, found, name, n_slashes > 0 ? flags | ONLY_FOLDERS : flags);
    }
    free(entries);
    return result;
}

int glob(const char *pattern, int flags, int (*fails)(const char *, int), struct glob *glob) {
    if ((flags & (ALTERNATIVES | TILDE)) != 0)
        symir_unsupported("glob with braces or tildes");
    if ((flags & APPENDS) == 0) {
        glob->n = 0;
        glob->names = NULL;
        if ((flags & WITH_OFFSET) == 0)
            glob->n_reserved = 0;
        if (glob->n_reserved > 0) {
            glob->names = malloc((glob->n_reserved + 1) * sizeof *glob->names);
            if (glob->names == NULL)
                return OUT_OF_MEMORY;
            for (size_t i = 0; i <= glob->n_reserved; i++)
                glob->names[i] = NULL;
        }
    }
    size_t old = glob->n;
    glob->flags = flags;
    int result = *pattern == '\0' ? 0 : search(glob, *pattern == '/' ? "/" : "", pattern + (*pattern == '/'), flags, fails);
    if (result != 0)
        return result;
    if (glob->n == old) {
        bool is_answer = (flags & OR_PATTERN) != 0 || ((flags & OR_PLAIN) != 0 && !has_wildcards(pattern, flags));

        if (!is_answer)
            return NO_MATCH;
        add(glob, join(pattern, "", ""));
        return 0;
    }
    if ((flags & UNSORTED) == 0)
        qsort(glob->names + glob->n_reserved + old, glob->n - old, sizeof *glob->names, compare);
    return 0;
}

void globfree(struct glob *glob) {
    for (size_t i = 0; glob->names != NULL && i < glob->n; i++)
        free(glob->names[glob->n_reserved + i]);
    free(glob->names);
    glob->names = NULL;
    glob->n = 0;
}

int glob64(const char *pattern, int flags, int (*fails)(const char *, int), struct glob *to) {
    return glob(pattern, flags, fails, to);
}

void globfree64(struct glob *to) {
    globfree(to);
}
