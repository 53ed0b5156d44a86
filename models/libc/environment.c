/*
 * Models of stdlib.h: the environment, which is empty unless the machine fills
 * `environ` before the program begins.
 */
#include "machine.h"

char **environ;

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

/* The name's length, or 0 if it is none. */
static size_t name_length(const char *name) {
    size_t n = 0;

    while (name[n] != '\0' && name[n] != '=')
        n++;
    return name[n] == '=' ? 0 : n;
}

/* Where the variable stands, or the end of the list. */
static size_t find(const char *name, size_t length) {
    size_t at = 0;

    for (; environ != NULL && environ[at] != NULL; at++) {
        const char *entry = environ[at];
        size_t i = 0;

        while (i < length && entry[i] == name[i])
            i++;
        if (i == length && entry[i] == '=')
            return at;
    }
    return at;
}

static bool is_end(size_t at) {
    return environ == NULL || environ[at] == NULL;
}

/* Sets or adds an entry. The list may not be ours: it is copied to grow. */
static int set(size_t at, char *entry) {
    if (!is_end(at)) {
        environ[at] = entry;
        return 0;
    }
    char **list = symir_memory((at + 2) * sizeof *list);
    for (size_t i = 0; i < at; i++)
        list[i] = environ[i];
    list[at] = entry;
    list[at + 1] = NULL;
    environ = list;
    return 0;
}

static char *get(const char *name) {
    size_t length = length_of(name), at = find(name, length);

    return is_end(at) ? NULL : environ[at] + length + 1;
}

char *getenv(const char *name) {
    return get(name);
}

char *secure_getenv(const char *name) {
    return get(name);
}

char *__secure_getenv(const char *name) {
    return get(name);
}

static int unset(const char *name, size_t length) {
    size_t at = find(name, length);

    for (; !is_end(at); at++)
        environ[at] = environ[at + 1];
    return 0;
}

int setenv(const char *name, const char *value, int overwrites) {
    size_t length = name == NULL ? 0 : name_length(name);

    if (length == 0)
        return fail(INVALID);
    size_t at = find(name, length), size = length_of(value) + 1;
    if (!is_end(at) && !overwrites)
        return 0;
    char *entry = symir_memory(length + 1 + size);
    memcpy(entry, name, length);
    entry[length] = '=';
    memcpy(entry + length + 1, value, size);
    return set(at, entry);
}

int unsetenv(const char *name) {
    size_t length = name == NULL ? 0 : name_length(name);

    return length == 0 ? fail(INVALID) : unset(name, length);
}

int putenv(char *entry) {
    size_t length = 0;

    while (entry[length] != '\0' && entry[length] != '=')
        length++;
    return entry[length] == '=' ? set(find(entry, length), entry) : unset(entry, length);
}

int clearenv(void) {
    environ = NULL;
    return 0;
}
