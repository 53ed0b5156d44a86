/* The process that calls functions of the C library: reads a request, does the call, answers, until there are
   no more requests. Requests come on standard input and answers go to standard output, or through the
   descriptors of confine.h if the launcher has contained the process. Numbers are those of the machine;
   replay/child.rs has the other end.

   A request: the name of a shared object in the program's folder as a length (8 bytes) and its bytes, the
   number of objects (8), each as a length (8) and its bytes, the number of arguments (8), each as a tag (1)
   and 16 bytes: a number, or the number of an object (8) and an offset (8); at last 1 if the result is an
   address, else 0 (1 byte).

   An answer: its length (8) and a kind (1). A failure has its text, or nothing, behind it. A result has 16
   bytes, which are the number or an object and an offset, then `errno` (8), the bytes of each object, and
   what the function wrote to standard output, as a length (8) and bytes, and to standard error, up to the
   end. */

#define _GNU_SOURCE
#include "confine.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    _Alignas(16) unsigned char bytes[16];
} slot;

typedef void thunk(const slot *arguments, slot *result);

/* The same values stand in replay/child.rs. */
enum kind { NUMBER, WITHIN, UNKNOWN_ADDRESS, MISSING_FUNCTION, ADDRESS_WRITTEN, OVERRUN, FAILURE };

/* The bytes behind each object, which a call must leave unchanged. */
enum { GUARD = 64, GUARD_BYTE = 0xA5 };

typedef struct {
    uint64_t length;
    unsigned char *before;
    unsigned char *bytes;
} object;

static int input, output, captured[2];
static const char *folder;

static void get(void *to, uint64_t length) {
    unsigned char *at = to;
    while (length > 0) {
        ssize_t n = read(input, at, length);
        if (n <= 0)
            _exit(0);
        at += n;
        length -= (uint64_t)n;
    }
}

static uint64_t get_number(void) {
    uint64_t number;
    get(&number, sizeof number);
    return number;
}

static void put(const void *from, uint64_t length) {
    const unsigned char *at = from;
    while (length > 0) {
        ssize_t n = write(output, at, length);
        if (n <= 0)
            _exit(1);
        at += n;
        length -= (uint64_t)n;
    }
}

static void put_number(uint64_t number) {
    put(&number, sizeof number);
}

static void *room(uint64_t length) {
    void *bytes = malloc(length + GUARD);
    if (!bytes)
        _exit(1);
    return bytes;
}

static void fail(enum kind kind, const char *text) {
    unsigned char byte = (unsigned char)kind;
    put_number(1 + strlen(text));
    put(&byte, 1);
    put(text, strlen(text));
}

/* Whether there is memory at an address. */
static int is_mapped(uint64_t address) {
    uint64_t page = address & ~(uint64_t)4095;
    return page != 0 && msync((void *)page, 1, MS_ASYNC) == 0;
}

/* Whether a changed word of the object is an address, which means nothing to the interpreted program. */
static int has_new_address(const object *object) {
    for (uint64_t at = 0; at + 8 <= object->length; at += 8) {
        uint64_t old, new;
        memcpy(&old, object->before + at, 8);
        memcpy(&new, object->bytes + at, 8);
        if (old != new && is_mapped(new))
            return 1;
    }
    return 0;
}

static int is_overrun(const object *object) {
    for (uint64_t at = 0; at < GUARD; at++)
        if (object->bytes[object->length + at] != GUARD_BYTE)
            return 1;
    return 0;
}

static void put_captured(int which, uint64_t length) {
    void *text = mmap(NULL, length ? length : 1, PROT_READ, MAP_PRIVATE, captured[which], 0);
    if (length > 0)
        put(text, length);
    munmap(text, length ? length : 1);
    (void)!ftruncate(captured[which], 0);
    lseek(captured[which], 0, SEEK_SET);
}

static void answer(slot result, int is_address, const object *objects, uint64_t n_objects, int error) {
    unsigned char kind = NUMBER;
    uint64_t length = 1 + 16 + 8 + 8, written[2];
    if (is_address) {
        uint64_t address, at = 0;
        memcpy(&address, result.bytes, 8);
        while (at < n_objects && address - (uintptr_t)objects[at].bytes > objects[at].length)
            at++;
        if (at < n_objects) {
            uint64_t offset = address - (uintptr_t)objects[at].bytes;
            kind = WITHIN;
            memcpy(result.bytes, &at, 8);
            memcpy(result.bytes + 8, &offset, 8);
        } else if (is_mapped(address)) {
            fail(UNKNOWN_ADDRESS, "");
            return;
        }
    }
    for (uint64_t at = 0; at < n_objects; at++) {
        if (is_overrun(&objects[at])) {
            fail(OVERRUN, "");
            return;
        }
        if (has_new_address(&objects[at])) {
            fail(ADDRESS_WRITTEN, "");
            return;
        }
        length += objects[at].length;
    }
    for (int which = 0; which < 2; which++) {
        off_t end = lseek(captured[which], 0, SEEK_END);
        written[which] = end < 0 ? 0 : (uint64_t)end;
        length += written[which];
    }
    put_number(length);
    put(&kind, 1);
    put(result.bytes, 16);
    put_number((uint64_t)error);
    for (uint64_t at = 0; at < n_objects; at++)
        put(objects[at].bytes, objects[at].length);
    put_number(written[0]);
    put_captured(0, written[0]);
    put_captured(1, written[1]);
}

static thunk *load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    thunk *call = library ? (thunk *)dlsym(library, "symir_call") : NULL;
    if (!call) {
        const char *why = dlerror();
        why = why ? why : "dlopen";
        fail(strstr(why, "undefined symbol") ? MISSING_FUNCTION : FAILURE, why);
    }
    return call;
}

static void serve(void) {
    uint64_t length = get_number();
    size_t before = strlen(folder) + 1;
    char *path = room(before + length + 1);
    sprintf(path, "%s/", folder);
    get(path + before, length);
    path[before + length] = 0;
    uint64_t n_objects = get_number();
    object *objects = room(n_objects * sizeof *objects);
    for (uint64_t at = 0; at < n_objects; at++) {
        object *object = &objects[at];
        object->length = get_number();
        object->before = room(object->length);
        object->bytes = room(object->length);
        get(object->before, object->length);
        memcpy(object->bytes, object->before, object->length);
        memset(object->bytes + object->length, GUARD_BYTE, GUARD);
    }
    uint64_t n_arguments = get_number();
    slot *arguments = room(n_arguments * sizeof *arguments), result;
    memset(&result, 0, sizeof result);
    for (uint64_t at = 0; at < n_arguments; at++) {
        unsigned char is_pointer;
        get(&is_pointer, 1);
        get(arguments[at].bytes, 16);
        if (is_pointer) {
            uint64_t which, offset;
            memcpy(&which, arguments[at].bytes, 8);
            memcpy(&offset, arguments[at].bytes + 8, 8);
            uint64_t address = (uintptr_t)objects[which].bytes + offset;
            memset(arguments[at].bytes, 0, 16);
            memcpy(arguments[at].bytes, &address, 8);
        }
    }
    unsigned char is_address;
    get(&is_address, 1);
    thunk *call = load(path);
    if (call) {
        /* No function of the library sets errno to zero: any other value afterwards comes from the call. */
        errno = 0;
        call(arguments, &result);
        int error = errno;
        fflush(NULL);
        answer(result, is_address, objects, n_objects, error);
    }
    for (uint64_t at = 0; at < n_objects; at++) {
        free(objects[at].before);
        free(objects[at].bytes);
    }
    free(arguments);
    free(objects);
    free(path);
}

/* The first process of a namespace does not get signals that it sends to itself, as abort(3) does. So another
   process does the calls. This one ends as the other did: with its status, or with 128 plus the signal that
   ended it. */
static void hand_over(void) {
    int status = 0;
    pid_t worker = fork();

    if (worker == 0)
        return;
    if (worker < 0 || waitpid(worker, &status, 0) != worker)
        _exit(1);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/* Arguments: the folder of the program and, from the launcher, the parts that are in force before it. */
int main(int n_arguments, char **arguments) {
    bool is_contained = n_arguments > 2;
    struct rlimit none = {0, 0};

    folder = arguments[is_contained ? 2 : 1];
    if (is_contained)
        hand_over();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    /* The function that is called may use, and close, the standard streams. */
    input = fcntl(is_contained ? REQUESTS : 0, F_DUPFD_CLOEXEC, 30);
    output = fcntl(is_contained ? ANSWERS : 1, F_DUPFD_CLOEXEC, 30);
    if (is_contained)
        for (int at = REQUESTS; at < PROGRAM; at++)
            close(at);
    captured[0] = memfd_create("stdout", MFD_CLOEXEC);
    captured[1] = memfd_create("stderr", MFD_CLOEXEC);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || output < 0 || captured[0] < 0 || captured[1] < 0 || nothing < 0)
        return 1;
    dup2(nothing, 0);
    dup2(captured[0], 1);
    dup2(captured[1], 2);
    for (;;)
        serve();
}
