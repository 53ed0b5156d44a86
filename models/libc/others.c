/*
 * Models of functions of unistd.h, stdlib.h, locale.h, poll.h, sys/resource.h and
 * pthread.h that fit nowhere else: temporary names, the "C" locale as an object,
 * descriptors that are always ready, limits that there are none of.
 */
#include "files.h"

int snprintf(char *to, size_t size, const char *format, ...);
int mkstemp(char *name);
int access(const char *name, int mode);
void *aligned_alloc(size_t align, size_t size);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *to, const char *from, size_t size);
int sigprocmask(int how, const void *set, void *old);
char *strsignal(int number);

enum { HERE = -100 /* AT_FDCWD */, NOT_PERMITTED = 1, PAGE_SIZE = 4096 };

/* Temporary names. */

static char *suffix_of(char *name) {
    size_t n = 0;

    while (name[n] != '\0')
        n++;
    for (size_t i = 1; i <= 6; i++)
        if (n < 6 || name[n - i] != 'X') {
            fail(INVALID);
            return NULL;
        }
    return name + n - 6;
}

char *mkdtemp(char *name) {
    char *suffix = suffix_of(name);
    static unsigned n;

    if (suffix == NULL)
        return NULL;
    do
        snprintf(suffix, 7, "%06u", n++);
    while (symir_exists(name));
    return symir_make_folder(symir_key(name), 0700) < 0 ? NULL : name;
}

char *mktemp(char *name) {
    char *suffix = suffix_of(name);
    static unsigned n;

    if (suffix == NULL) {
        *name = '\0';
        return name;
    }
    do
        snprintf(suffix, 7, "%06u", n++);
    while (symir_exists(name));
    return name;
}

int mkostemp(char *name, int flags) {
    (void)flags;
    return mkstemp(name);
}

int mkstemp64(char *name) {
    return mkstemp(name);
}

/* Access. */

int faccessat(int folder, const char *name, int mode, int flags) {
    (void)flags;
    if (folder != HERE && name != NULL && name[0] != '/')
        symir_unsupported("a name relative to an open folder");
    return access(name, mode);
}

int eaccess(const char *name, int mode) {
    return access(name, mode);
}

int euidaccess(const char *name, int mode) {
    return access(name, mode);
}

/* Memory. */

void *valloc(size_t size) {
    return aligned_alloc(PAGE_SIZE, size);
}

void *pvalloc(size_t size) {
    return aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE);
}

/* The "C" locale as an object. */

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);

/* As glibc has it: the macros of ctype.h look at the tables. */
static struct {
    void *parts[13];
    const unsigned short *classes;
    const int *lower, *upper;
    const char *names[13];
} the_locale;

static bool is_known(const char *name) {
    return name[0] == '\0' || (name[0] == 'C' && name[1] == '\0')
        || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && name[5] == '\0');
}

void *newlocale(int mask, const char *name, void *base) {
    (void)mask;
    (void)base;
    if (name == NULL || !is_known(name)) {
        fail(name == NULL ? INVALID : NO_ENTRY);
        return NULL;
    }
    the_locale.classes = *__ctype_b_loc();
    the_locale.lower = *__ctype_tolower_loc();
    the_locale.upper = *__ctype_toupper_loc();
    for (int i = 0; i < 13; i++)
        the_locale.names[i] = "C";
    return &the_locale;
}

void *duplocale(void *locale) {
    return locale;
}

void freelocale(void *locale) {
    (void)locale;
}

void *uselocale(void *locale) {
    static void *current = (void *)-1; /* LC_GLOBAL_LOCALE */
    void *old = current;

    if (locale != NULL)
        current = locale;
    return old;
}

int strcasecmp_l(const char *a, const char *b, void *locale) {
    (void)locale;
    return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t n, void *locale) {
    (void)locale;
    return strncasecmp(a, b, n);
}

int strcoll_l(const char *a, const char *b, void *locale) {
    (void)locale;
    return strcoll(a, b);
}

size_t strxfrm_l(char *to, const char *from, size_t size, void *locale) {
    (void)locale;
    return strxfrm(to, from, size);
}

#define OF_LOCALE(name) \
    int name(int c); \
    int name##_l(int c, void *locale) { \
        (void)locale; \
        return name(c); \
    }

OF_LOCALE(isalnum)
OF_LOCALE(isalpha)
OF_LOCALE(isblank)
OF_LOCALE(iscntrl)
OF_LOCALE(isdigit)
OF_LOCALE(isgraph)
OF_LOCALE(islower)
OF_LOCALE(isprint)
OF_LOCALE(ispunct)
OF_LOCALE(isspace)
OF_LOCALE(isupper)
OF_LOCALE(isxdigit)
OF_LOCALE(tolower)
OF_LOCALE(toupper)

/* Descriptors that are files are always ready. */

struct awaited {
    int descriptor;
    short events, found;
};

int poll(struct awaited *list, unsigned long n, int timeout) {
    enum { IN = 1, OUT = 4, NOT_OPEN = 32, NORMAL = 0x40 | 0x100 };
    int old = *__errno_location(), n_found = 0;

    (void)timeout;
    if (n > 0 && !is_place(list))
        return -1;
    for (unsigned long i = 0; i < n; i++) {
        list[i].found = 0;
        if (list[i].descriptor < 0)
            continue;
        bool is_open = symir_opened(list[i].descriptor) != NULL;
        list[i].found = (short)(is_open ? list[i].events & (IN | OUT | NORMAL) : NOT_OPEN);
        n_found += list[i].found != 0;
    }
    *__errno_location() = old;
    return n_found;
}

/* Limits and groups. */

struct limit {
    unsigned long soft, hard;
};

int getrlimit(int which, struct limit *to) {
    enum { STACK = 3, FILES = 7, N_LIMITS = 16 };

    if (which < 0 || which >= N_LIMITS)
        return fail(INVALID);
    if (to == NULL)
        return 0;
    *to = (struct limit){~0UL, ~0UL};
    if (which == STACK)
        to->soft = 8 << 20;
    if (which == FILES)
        *to = (struct limit){1024, 1048576};
    return 0;
}

int getrlimit64(int which, struct limit *to) {
    return getrlimit(which, to);
}

int getgroups(int n, unsigned *to) {
    (void)to;
    return n < 0 ? fail(INVALID) : 0;
}

int pthread_sigmask(int how, const void *set, void *old) {
    return sigprocmask(how, set, old) < 0 ? *__errno_location() : 0;
}

void psignal(int number, const char *text) {
    const char *parts[] = {text != NULL && *text != '\0' ? text : "", text != NULL && *text != '\0' ? ": " : "",
                           strsignal(number), "\n"};

    for (int i = 0; i < 4; i++)
        symir_put_many(stderr, parts[i], symir_length_for(stderr, parts[i]));
}

struct timespec;

int nanosleep(const struct timespec *time, struct timespec *rest);

int clock_nanosleep(int clock, int flags, const struct timespec *time, struct timespec *rest) {
    (void)clock;
    int old = *__errno_location();
    int error = nanosleep(time, flags == 0 ? rest : NULL) == 0 ? 0 : *__errno_location();

    *__errno_location() = old;
    return error;
}

/* What stdio_ext.h says of streams. */

size_t __fbufsize(FILE *file) {
    (void)file;
    return 4096;
}

int __freadable(FILE *file) {
    return file->open != NULL && file->open->can_read;
}

int __fwritable(FILE *file) {
    return file->open == NULL || file->open->can_write;
}

void __fpurge(FILE *file) {
    file->n_pushed = 0;
}

int __fsetlocking(FILE *file, int kind) {
    (void)file;
    (void)kind;
    return 1; /* FSETLOCKING_INTERNAL */
}
