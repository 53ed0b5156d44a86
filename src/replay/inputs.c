/* The functions of symir.h, of KLEE and of SV-COMP, natively: inputs come from the request, and effects of a
   call under test go to the log. src/exec/shims has what they mean. */

#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "declared.h"

/* Where inputs were written, in the order of the request; NULL for an input that is no buffer. */
static void **places;
static uint64_t n_read;

static void *next_input(const char *name, uint64_t size, void *place) {
    if (!places)
        places = calloc(request.n_inputs + 1, sizeof *places);
    if (n_read >= request.n_inputs)
        give_up("the driver asks for an input `%s` more than the test has", name);
    struct named *input = &request.inputs[n_read];
    if (input->name.length != strlen(name) || memcmp(input->name.bytes, name, input->name.length) != 0 ||
        input->contents.length != size)
        give_up("the driver asks for `%s` (%lu bytes) where the test has `%.*s` (%lu bytes)", name, size,
                (int)input->name.length, (const char *)input->name.bytes, input->contents.length);
    places[n_read++] = place;
    return (void *)input->contents.bytes;
}

#if SYMIR_SANITIZED
/* If the program could not access these bytes, that is its error: the library's functions look for it. */
static void *(*volatile library_memset)(void *, int, size_t) = memset;
static int (*volatile library_memcmp)(const void *, const void *, size_t) = memcmp;

static void check_writable(void *to, uint64_t size) {
    library_memset(to, 0, size);
}

static void check_readable(const void *from, uint64_t size) {
    library_memcmp(from, from, size);
}

/* The program must not access any byte of an empty object, though AddressSanitizer gives it one. */
void __asan_poison_memory_region(const volatile void *start, size_t size) __attribute__((weak));

static void *without_bytes(void *object, size_t size) {
    if (size == 0 && object && __asan_poison_memory_region)
        __asan_poison_memory_region(object, 1);
    return object;
}

void *symir_native_malloc(size_t size) {
    return without_bytes(malloc(size), size);
}

void *symir_native_calloc(size_t n, size_t size) {
    return without_bytes(calloc(n, size), n == 0 ? 0 : size);
}

void *symir_native_realloc(void *old, size_t size) {
    return without_bytes(realloc(old, size), size);
}

void *symir_native_aligned_alloc(size_t align, size_t size) {
    return without_bytes(aligned_alloc(align, size), size);
}

void *symir_native_memalign(size_t align, size_t size) {
    return without_bytes(memalign(align, size), size);
}

int symir_native_posix_memalign(void **to, size_t align, size_t size) {
    int status = posix_memalign(to, align, size);
    if (status == 0)
        without_bytes(*to, size);
    return status;
}
/* Memory that the program maps becomes an object, so that sanitizers know its end. */
int __sanitizer_get_ownership(const volatile void *start) __attribute__((weak));
void __msan_unpoison(const volatile void *start, size_t size) __attribute__((weak));

void *symir_native_mmap(void *wish, size_t size, int protection, int flags, int descriptor, off_t offset) {
    enum { UNIT = 4096, LARGE = 64 << 20 };
    size_t all = (size + UNIT - 1) / UNIT * UNIT;

    if (!(flags & MAP_ANONYMOUS) || (flags & MAP_FIXED) || size == 0 || all < size)
        return mmap(wish, size, protection, flags, descriptor, offset);
    void *object = memalign(UNIT, all);
    if (!object)
        return MAP_FAILED;
    /* Large ones are zero already, except for the filling at their beginning. */
    memset(object, 0, all < LARGE ? all : UNIT);
    if (__msan_unpoison)
        __msan_unpoison(object, all);
    return object;
}

int symir_native_munmap(void *start, size_t size) {
    if (!__sanitizer_get_ownership || !__sanitizer_get_ownership(start))
        return munmap(start, size);
    free(start);
    return 0;
}
#else
/* --- Large objects --- */

/* More than glibc ever takes from its own heap. */
enum { LARGE = 64 << 20, UNIT = 4096 };

/* The most that is given at once, as in exec/shims/heap.rs. */
static const size_t most_at_once = 1UL << 40;

static bool is_large(size_t size) {
    return size >= LARGE;
}

/* Memory that is not backed by pages until it is written. Before it stand the words that glibc puts before
   mapped objects: how far away the mapping begins and how large the rest is, with a bit that marks it as
   mapped. The library's own free and realloc use them to give it back. */
static void *large_object(size_t align, size_t size) {
    if (size > most_at_once) {
        errno = ENOMEM;
        return NULL;
    }
    size_t before = align > UNIT ? align : UNIT, total = (before + size + UNIT - 1) / UNIT * UNIT;
    char *start = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        give_up("it asks for %zu bytes of memory at once, which this machine does not give", size);
    char *object = (char *)(((uintptr_t)start + before) & ~(before - 1));
    size_t *head = (size_t *)object - 2;
    head[0] = (size_t)((char *)head - start);
    head[1] = (total - head[0]) | 2;
    return object;
}

/* An object may have room behind the bytes that were asked for, and what realloc adds to it without moving it keeps
   what was there before, often zeros. Both get the bytes of new objects here, which are others in each run (runtime.c),
   so that runs differ if the program reads them. */
static void *with_new_bytes(unsigned char *object, size_t kept) {
    size_t now = object ? malloc_usable_size(object) : 0;
    if (now > kept && !is_large(now))
        memset(object + kept, request.run == 0 ? 0 : (int)(request.run * 0x3b) ^ 0xff, now - kept);
    return object;
}

void *symir_native_malloc(size_t size) {
    return is_large(size) ? large_object(16, size) : with_new_bytes(malloc(size), size);
}

void *symir_native_calloc(size_t n, size_t size) {
    size_t all;
    bool is_too_much = __builtin_mul_overflow(n, size, &all);
    if (is_too_much)
        return calloc(n, size);
    return is_large(all) ? large_object(16, all) : with_new_bytes(calloc(n, size), all);
}

/* The library itself resizes an object that is large already. */
void *symir_native_realloc(void *old, size_t size) {
    size_t kept = old ? malloc_usable_size(old) : 0;
    if (!old)
        return symir_native_malloc(size);
    if (!is_large(size) || (is_large(kept) && size <= most_at_once))
        return with_new_bytes(realloc(old, size), kept);
    void *new = large_object(16, size);
    if (new && old) {
        memcpy(new, old, kept);
        free(old);
    }
    return new;
}

void *symir_native_memalign(size_t align, size_t size) {
    return is_large(size) && (align & (align - 1)) == 0 ? large_object(align, size) : memalign(align, size);
}

void *symir_native_aligned_alloc(size_t align, size_t size) {
    return symir_native_memalign(align, size);
}

int symir_native_posix_memalign(void **to, size_t align, size_t size) {
    if (!is_large(size) || align < sizeof(void *) || (align & (align - 1)) != 0)
        return posix_memalign(to, align, size);
    void *object = large_object(align, size);
    if (object)
        *to = object;
    return object ? 0 : ENOMEM;
}

void *symir_native_mmap(void *wish, size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (!(flags & MAP_ANONYMOUS))
        return mmap(wish, size, protection, flags, descriptor, offset);
    if (size > most_at_once) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void *start = mmap(wish, size, protection, flags | MAP_NORESERVE, descriptor, offset);
    if (start == MAP_FAILED && errno == ENOMEM)
        give_up("it asks for %zu bytes of memory at once, which this machine does not give", size);
    return start;
}

int symir_native_munmap(void *start, size_t size) {
    return munmap(start, size);
}

static void check_writable(void *to, uint64_t size) {
    (void)to, (void)size;
}

static void check_readable(const void *from, uint64_t size) {
    (void)from, (void)size;
}
#endif

void *symir_native_mmap64(void *wish, size_t size, int protection, int flags, int descriptor, off_t offset) {
    return symir_native_mmap(wish, size, protection, flags, descriptor, offset);
}

/* The objects that pointers among the inputs point to; NULL before one is needed. */
static unsigned char **made;
/* Which of them have their contents. */
static bool *is_filled;

static void *made_object(uint64_t number);

/* Sets the pointers of an input, or of an object, whose numbers follow those of inputs. */
static void link_pointers(uint64_t from, unsigned char *place) {
    for (uint64_t i = 0; i < request.n_links; i++) {
        if (request.links[i].from == from) {
            unsigned char *object = (unsigned char *)made_object(request.links[i].object) + request.links[i].offset;
            memcpy(place + request.links[i].at, &object, sizeof object);
        }
    }
}

static void *made_object(uint64_t number) {
    const struct text *contents = &request.made[number];

    if (!made) {
        made = calloc(request.n_made + 1, sizeof *made);
        is_filled = calloc(request.n_made + 1, sizeof *is_filled);
        /* In the third run the last one is made first, so that results that depend on their order show. */
        for (uint64_t i = request.run == 2 ? request.n_made : 0; i > 0; i--)
            made[i - 1] = symir_native_malloc(request.made[i - 1].length);
    }
    if (!made[number])
        made[number] = symir_native_malloc(contents->length);
    if (!is_filled[number]) {
        is_filled[number] = true;
        memcpy(made[number], contents->bytes, contents->length);
        link_pointers(request.n_inputs + number, made[number]);
    }
    return made[number];
}

/* A number may be the address of an object. */
static void read_into(void *to, uint64_t size, const char *name) {
    memcpy(to, next_input(name, size, NULL), size);
    if (size == sizeof(void *))
        link_pointers(n_read - 1, to);
}

void symir_bytes(void *to, size_t size, const char *name) {
    check_writable(to, size);
    memcpy(to, next_input(name, size, to), size);
    link_pointers(n_read - 1, to);
}

void symir_typed(void *pointer, size_t size, const char *name) {
    symir_bytes(*(void **)pointer, size, name);
}

void symir_elements(void *pointer, size_t size, size_t most, const char *name) {
    (void)size, (void)most;
    symir_bytes(pointer, sizeof(void *), name);
}

void symir_characters(void *pointer, size_t most, const char *name) {
    (void)most;
    symir_bytes(pointer, sizeof(void *), name);
}

size_t symir_length(const void *array, size_t size) {
    for (uint64_t i = 0; made && i < request.n_made; i++)
        if (made[i] == array)
            return request.made[i].length / size;
    /* From a place in an array on. */
    for (uint64_t i = 0; made && i < request.n_made; i++) {
        uintptr_t skipped = (uintptr_t)array - (uintptr_t)made[i];
        if (made[i] && skipped <= request.made[i].length)
            return (request.made[i].length - skipped) / size;
    }
    return 0;
}

void symir_members(const void *pointer, size_t array, size_t element, size_t count, size_t width, size_t most) {
    (void)pointer, (void)array, (void)element, (void)count, (void)width, (void)most;
}

void symir_letters(size_t most) {
    (void)most;
}

void symir_string(char *to, size_t size, const char *name) {
    symir_bytes(to, size, name);
}

#define NUMBER(type, function) \
    type function(const char *name) { \
        type value; \
        read_into(&value, sizeof value, name); \
        return value; \
    }

SYMIR_NUMBERS(NUMBER)

int klee_int(const char *name) {
    return symir_int(name);
}

unsigned long klee_choose(unsigned long n) {
    (void)n;
    return symir_ulong("choose");
}

/* Not every byte is a valid _Bool. */
bool symir_bool(const char *name) {
    return symir_uchar(name) & 1;
}

#define NONDET(type, function, of) \
    type function(void) { \
        return of("nondet"); \
    }

SYMIR_NONDET(NONDET)

/* Two inputs, the lower word first. */
unsigned __int128 __VERIFIER_nondet_uint128(void) {
    unsigned long low = __VERIFIER_nondet_ulong();
    return (unsigned __int128)__VERIFIER_nondet_ulong() << 64 | low;
}

__int128 __VERIFIER_nondet_int128(void) {
    return (__int128)__VERIFIER_nondet_uint128();
}

void symir_assume(int condition) {
    if (!condition)
        give_up("an assumption of the driver is false");
}

int symir_range(int low, int high, const char *name) {
    int value = symir_int(name);
    symir_assume(low <= value && value <= high);
    return value;
}

int klee_range(int low, int end, const char *name) {
    return symir_range(low, end - 1, name);
}

void klee_make_symbolic(void *to, size_t size, const char *name) {
    symir_bytes(to, size, name ? name : "unnamed");
}

void klee_assume(uintptr_t condition) {
    symir_assume(condition != 0);
}

void __VERIFIER_assume(int condition) {
    symir_assume(condition);
}

void assume_abort_if_not(int condition) {
    symir_assume(condition);
}

void __VERIFIER_nondet_memory(void *to, size_t size) {
    symir_bytes(to, size, "nondet");
}

void __VERIFIER_atomic_begin(void) {
}

void __VERIFIER_atomic_end(void) {
}

void symir_native_processor(void) {
    give_up("it asks the processor, whose answer is not that of the test");
}

int klee_is_replay(void) {
    return 0;
}

_Noreturn void klee_silent_exit(int status) {
    _exit(status);
}

_Noreturn void klee_abort(void) {
    abort();
}

#define NOTHING(function) \
    void function(void) { \
    }

NOTHING(klee_prefer_cex)
NOTHING(klee_posix_prefer_cex)
NOTHING(klee_mark_global)
NOTHING(klee_set_forking)
NOTHING(klee_open_merge)
NOTHING(klee_close_merge)
NOTHING(klee_warning)
NOTHING(klee_warning_once)
NOTHING(klee_print_expr)
NOTHING(klee_print_range)
NOTHING(klee_stack_trace)

void klee_check_memory_access(const void *address, size_t size) {
    check_readable(address, size);
}

/* Functions that only symir can answer. replayer.rs looks for these words. */
#define NO_COUNTERPART(type, function) \
    type function(void) { \
        give_up("it calls `%s`, which has no native counterpart", #function); \
    }

NO_COUNTERPART(unsigned, klee_is_symbolic)
NO_COUNTERPART(size_t, klee_get_obj_size)
NO_COUNTERPART(float, klee_get_valuef)
NO_COUNTERPART(double, klee_get_valued)
NO_COUNTERPART(long, klee_get_valuel)
NO_COUNTERPART(long long, klee_get_valuell)
NO_COUNTERPART(int32_t, klee_get_value_i32)
NO_COUNTERPART(int64_t, klee_get_value_i64)

static _Noreturn void assertion_fails(void) {
    shared->phase = shared->phase; /* what was told until now is told */
    abort();
}

_Noreturn void symir_assert_fail(const char *expression, const char *file, unsigned line) {
    /* In glibc's words. */
    dprintf(2, "%s:%u: Assertion `%s' failed.\n", file, line, expression);
    assertion_fails();
}

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)line, (void)message, (void)suffix;
    assertion_fails();
}

_Noreturn void reach_error(void) {
    assertion_fails();
}

_Noreturn void __VERIFIER_error(void) {
    assertion_fails();
}

/* --- Clocks: those of the test in the first run, ours and others in the next ones --- */

/* Sources differ between runs, unless they give recorded results. */
static uint64_t run_of_sources(void) {
    return request.plays ? 0 : request.run;
}

static bool recorded_clock(const char *name, long *value) {
    if (run_of_sources() != 0 || n_read >= request.n_inputs)
        return false;
    struct named *input = &request.inputs[n_read];
    if (input->contents.length != 8 || input->name.length != strlen(name) ||
        memcmp(input->name.bytes, name, input->name.length) != 0)
        return false;
    memcpy(value, next_input(name, 8, NULL), 8);
    return true;
}

static void skip_clock(const char *name) {
    struct named *input = &request.inputs[n_read];
    if (run_of_sources() != 0 && n_read < request.n_inputs && input->name.length == strlen(name) &&
        memcmp(input->name.bytes, name, input->name.length) == 0)
        next_input(name, input->contents.length, NULL);
}

/* A later time than now, by a number of seconds that is not round in any unit. */
static long shifted(long seconds) {
    return seconds + (long)run_of_sources() * 90061;
}

time_t symir_native_time(time_t *to) {
    long now;
    if (!recorded_clock("time", &now)) {
        skip_clock("time");
        now = shifted(time(NULL));
    }
    if (to)
        *to = now;
    return now;
}

clock_t symir_native_clock(void) {
    long now;
    if (!recorded_clock("clock", &now)) {
        skip_clock("clock");
        now = clock() + (long)run_of_sources() * 1237;
    }
    return now;
}

int symir_native_clock_gettime(clockid_t clock, struct timespec *to) {
    int status = clock_gettime(clock, to);
    long part;
    if (recorded_clock("time", &part)) {
        to->tv_sec = part;
        if (recorded_clock("nanoseconds", &part))
            to->tv_nsec = part;
        return status;
    }
    skip_clock("time");
    skip_clock("nanoseconds");
    to->tv_sec = shifted(to->tv_sec);
    return status;
}

int symir_native_gettimeofday(struct timeval *to, void *zone) {
    struct timespec now;
    (void)zone;
    symir_native_clock_gettime(CLOCK_REALTIME, &now);
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* --- Numbers of the process and its user, each asked for once: the same --- */

#define IDENTITY(type, name, input) \
    type symir_native_##name(void) { \
        static bool is_known; \
        static long number; \
        if (!is_known) { \
            is_known = true; \
            if (!recorded_clock(input, &number)) { \
                skip_clock(input); \
                number = (long)name(); \
            } \
        } \
        return (type)number; \
    }

IDENTITY(pid_t, getpid, "pid")
IDENTITY(pid_t, getppid, "ppid")
IDENTITY(uid_t, getuid, "uid")
IDENTITY(uid_t, geteuid, "euid")
IDENTITY(gid_t, getgid, "gid")
IDENTITY(gid_t, getegid, "egid")

/* --- Random bytes --- */

static bool recorded_bytes(void *to, size_t size) {
    if (n_read >= request.n_inputs)
        return false;
    struct named *input = &request.inputs[n_read];
    if (input->contents.length != size || input->name.length != 6 || memcmp(input->name.bytes, "random", 6) != 0)
        return false;
    const void *bytes = next_input("random", size, NULL);
    if (run_of_sources() != 0)
        return false;
    memcpy(to, bytes, size);
    return true;
}

ssize_t symir_native_getrandom(void *to, size_t size, unsigned flags) {
    return recorded_bytes(to, size) ? (ssize_t)size : getrandom(to, size, flags);
}

int symir_native_getentropy(void *to, size_t size) {
    return recorded_bytes(to, size) ? 0 : getentropy(to, size);
}

/* Whether a descriptor is one of /dev/urandom or /dev/random. */
static bool is_random(int descriptor) {
    enum { RANDOM = 8, URANDOM = 9 };
    struct stat status;

    return fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == 1 &&
           (minor(status.st_rdev) == RANDOM || minor(status.st_rdev) == URANDOM);
}

static bool gives_recorded(int descriptor, void *to, size_t size) {
    return size > 0 && to && is_random(descriptor) && recorded_bytes(to, size);
}

ssize_t symir_native_read(int descriptor, void *to, size_t size) {
    return gives_recorded(descriptor, to, size) ? (ssize_t)size : read(descriptor, to, size);
}

ssize_t symir_native_pread(int descriptor, void *to, size_t size, off_t place) {
    return gives_recorded(descriptor, to, size) ? (ssize_t)size : pread(descriptor, to, size, place);
}

ssize_t symir_native_readv(int descriptor, const struct iovec *parts, int n) {
    ssize_t sum = 0;

    if (!is_random(descriptor))
        return readv(descriptor, parts, n);
    for (int i = 0; i < n; i++) {
        ssize_t done = symir_native_read(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (done < 0)
            return sum > 0 ? sum : -1;
        sum += done;
    }
    return sum;
}

size_t symir_native_fread(void *to, size_t size, size_t n, FILE *file) {
    return file && gives_recorded(fileno(file), to, size * n) ? n : fread(to, size, n, file);
}

int symir_native_fgetc(FILE *file) {
    unsigned char byte;
    return file && gives_recorded(fileno(file), &byte, 1) ? byte : fgetc(file);
}

int symir_native_getc(FILE *file) {
    return symir_native_fgetc(file);
}

/* --- The call under test --- */

static const char *pending;
static const void *open_callee;
/* Calls under test that have returned, and calls of mocks in the one that is under way. */
static uint64_t n_calls, n_mocked;

void symir_test_begin(const char *function) {
    pending = function;
}

void symir_test_end(void) {
    pending = NULL;
}

static bool log_bytes(const void *bytes, uint64_t size) {
    if (shared->log_room - shared->used < size)
        return false;
    memcpy(shared->log + shared->used, bytes, size);
    shared->used += size;
    return true;
}

static void log_word(uint64_t word) {
    log_bytes(&word, 8);
}

static const char *name_of(const void *function) {
    for (uint64_t i = 0; i < symir_functions_count; i++)
        if ((const void *)symir_functions[i].function == function)
            return symir_functions[i].name;
    return "";
}

static void log_slots(uint64_t event, const unsigned char *slots, uint64_t n) {
    log_word(event);
    log_word(n);
    if (n > 0)
        log_bytes(slots, n * 16);
}

/* Records the result of a source, or replaces it by the recorded one. */
void symir_source(uint64_t source, unsigned char *slot) {
    enum { MOST = 4096 };
    static uint64_t n_asked;
    unsigned char slots[32] = {0};

    if (n_asked >= MOST)
        return;
    uint64_t at = n_asked++;
    if (request.plays) {
        if (at < request.n_results && request.results[at].source == source)
            memcpy(slot, &request.results[at].bits, sizeof request.results[at].bits);
        return;
    }
    memcpy(slots, slot, 8);
    memcpy(slots + 16, &source, sizeof source);
    log_slots(SOURCE, slots, 2);
}

/* Reads memory that may not exist; returns whether that worked. */
static bool read_memory(uint64_t address, void *to, uint64_t size) {
    struct iovec ours = {to, size}, theirs = {(void *)address, size};
    return size == 0 || process_vm_readv(getpid(), &ours, 1, &theirs, 1, 0) == (ssize_t)size;
}

/* Finds each object through pointers to it. Returns their addresses, or 0; the caller frees the list. */
static uint64_t *find_objects(const struct call *call, const uint64_t *arguments, const unsigned char *results,
                              uint64_t n_results) {
    uint64_t *bases = calloc(call->n_objects + 1, sizeof *bases);
    bool *found = calloc(call->n_objects + 1, sizeof *found), *done = calloc(call->n_objects + 1, sizeof *done);
    bool changes = true;

    for (uint64_t r = 0; r < call->n_roots; r++) {
        struct root *root = &call->roots[r];
        uint64_t value = 0;
        if (root->kind == ARGUMENT && root->index < arguments[0])
            value = arguments[1 + 2 * root->index];
        else if (root->kind == RESULT && root->index < n_results)
            memcpy(&value, results + 16 * root->index, 8);
        else if (root->kind == INPUT && root->index < n_read)
            value = (uint64_t)(uintptr_t)places[root->index];
        else if (root->kind == GLOBAL && &symir_globals_count && root->index < symir_globals_count)
            value = (uint64_t)(uintptr_t)symir_globals[root->index].start;
        if (value != 0 && !found[root->object]) {
            found[root->object] = true;
            bases[root->object] = value - root->offset;
        }
    }
    while (changes) {
        changes = false;
        for (uint64_t o = 0; o < call->n_objects; o++) {
            if (!found[o] || done[o])
                continue;
            done[o] = changes = true;
            for (uint64_t p = 0; p < call->objects[o].n_pointers; p++) {
                struct pointer *pointer = &call->objects[o].pointers[p];
                uint64_t value = 0;
                if (found[pointer->object] || !read_memory(bases[o] + pointer->at, &value, 8) || value == 0)
                    continue;
                found[pointer->object] = true;
                bases[pointer->object] = value - pointer->offset;
            }
        }
    }
    free(done);
    free(found);
    return bases;
}

/* The position of a stream and, behind it, the contents of its file; NULL if the file cannot be read. The
   caller frees them. */
static unsigned char *read_stream(FILE *stream, uint64_t *size) {
    enum { MOST = 1 << 16 };
    struct stat status;
    unsigned char *bytes = NULL;
    int before = errno;

    if (__fpending(stream) > 0)
        fflush(stream);
    int64_t position = ftell(stream);
    int descriptor = fileno(stream);
    if (position >= 0 && descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= MOST && (bytes = calloc(8 + (size_t)status.st_size, 1))) {
        memcpy(bytes, &position, 8);
        ssize_t n = pread(descriptor, bytes + 8, (size_t)status.st_size, 0);
        *size = 8 + (uint64_t)(n > 0 ? n : 0);
    }
    errno = before;
    return bytes;
}

/* Logs where objects lie and what they contain. */
static void log_objects(const struct call *call, const uint64_t *bases) {
    log_word(call->n_objects);
    for (uint64_t o = 0; o < call->n_objects; o++) {
        uint64_t size = call->objects[o].size;
        bool is_stream = call->objects[o].is_stream;
        unsigned char *bytes = is_stream ? NULL : calloc(size + 1, 1);
        if (is_stream && bases[o] != 0)
            bytes = read_stream((FILE *)bases[o], &size);
        bool readable = bases[o] != 0 && bytes && (is_stream || read_memory(bases[o], bytes, size));
        log_word(bases[o]);
        log_word(readable ? size : 0);
        if (readable)
            log_bytes(bytes, size);
        free(bytes);
    }
}

/* Whether a test of `name` means the function `own`: in C++, namespaces may be left out. */
static bool is_called(const char *own, const char *name) {
    size_t own_length = strlen(own), length = strlen(name);

    if (own_length < length || strcmp(own + own_length - length, name) != 0)
        return false;
    size_t before = own_length - length;
    return before == 0 || (before >= 2 && memcmp(own + before - 2, "::", 2) == 0);
}

/* Where the call under test begins to print, in the file that standard output goes to; negative if that is no
   file. */
static off_t prints_from = -1;

static void begin_prints(void) {
    struct stat status;

    fflush(stdout);
    prints_from = fstat(1, &status) == 0 && S_ISREG(status.st_mode) ? lseek(1, 0, SEEK_CUR) : -1;
}

/* Reports what the call has printed, if that is not too much for a test. */
static void log_prints(void) {
    unsigned char text[1024];

    if (prints_from < 0)
        return;
    fflush(stdout);
    off_t size = lseek(1, 0, SEEK_CUR) - prints_from;
    if (size <= 0 || size > (off_t)sizeof text || pread(1, text, (size_t)size, prints_from) != size)
        return;
    log_slots(PRINTED, NULL, 0);
    log_word((uint64_t)size);
    log_bytes(text, (uint64_t)size);
}

static uint64_t argument_words[1 + 2 * 64];
/* Where the objects of the call under way lie, if they are looked for before it. */
static uint64_t *early_bases;

void symir_call_begins(const void *callee, const unsigned char *slots, uint64_t n) {
    if (!pending || !is_called(name_of(callee), pending))
        return;
    pending = NULL;
    open_callee = callee;
    n_mocked = 0;
    argument_words[0] = n;
    memcpy(argument_words + 1, slots, n * 16);
    log_slots(CALL_BEGINS, slots, n);
    if (n_calls < request.n_calls && request.calls[n_calls].is_early) {
        shared->phase = READ_BACK;
        early_bases = find_objects(&request.calls[n_calls], argument_words, NULL, 0);
        log_slots(OBJECTS_BEFORE, NULL, 0);
        log_objects(&request.calls[n_calls], early_bases);
        shared->phase = CALL;
    }
    begin_prints();
}

/* Does nothing natively: `symir_mock_begins` is called before it. */
void symir_mocked(void) {
}

/* Whether a call fails, and in which way: exec/faults.rs says how they are numbered. */
int symir_fault(const char *function, const char *ways, int most, int is_checked) {
    static uint32_t failing_call, n_numbered;
    static bool is_read;
    static int n_failed;
    uint32_t n_ways = 1;

    (void)function;
    (void)is_checked;
    if (!open_callee || n_failed >= most)
        return 0;
    if (!is_read) {
        memcpy(&failing_call, next_input("failing_call", sizeof failing_call, NULL), sizeof failing_call);
        is_read = true;
    }
    for (const char *letter = ways; *letter; letter++)
        n_ways += *letter == ',';
    uint32_t first = n_numbered + 1;
    n_numbered += n_ways;
    if (failing_call < first || failing_call > n_numbered)
        return 0;
    n_failed++;
    n_numbered = 0;
    is_read = false;
    return (int)(failing_call - first + 1);
}

/* Reports a mock that is called while the call under test is under way. */
void symir_mock_begins(const void *callee, const unsigned char *slots, uint64_t n) {
    static const struct call none;
    uint64_t words[1 + 2 * 64] = {n};

    if (!open_callee)
        return;
    uint64_t start = nanoseconds(), number = n_mocked++;
    const struct call *call = n_calls < request.n_calls ? &request.calls[n_calls] : &none;
    memcpy(words + 1, slots, n * 16);
    log_slots(MOCK_BEGINS, slots, n);
    log_word((uint64_t)(uintptr_t)callee);
    const struct call *mocked = number < call->n_mocked ? &call->mocked[number] : &none;
    uint64_t *bases = find_objects(mocked, words, NULL, 0);
    log_objects(mocked, bases);
    free(bases);
    shared->reading += nanoseconds() - start;
}

void symir_call_ends(const void *callee, const unsigned char *slots, uint64_t n) {
    if (!open_callee || open_callee != callee)
        return;
    uint64_t start = nanoseconds(), number = n_calls++;
    static const struct call none;
    shared->phase = READ_BACK;
    open_callee = NULL;
    log_prints();
    log_slots(CALL_ENDS, slots, n);
    const struct call *call = number < request.n_calls ? &request.calls[number] : &none;
    uint64_t *bases = early_bases ? early_bases : find_objects(call, argument_words, slots, n);
    log_objects(call, bases);
    free(bases);
    early_bases = NULL;
    shared->reading += nanoseconds() - start;
    shared->phase = CALL;
}
