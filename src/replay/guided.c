/* The process in which a search runs the program again and again, without a new process or loading for a run.
   The launcher has contained it (launcher.c), and it gives up its other rights before the program's first
   line. replay/guided.rs has the other end; numbers are little-endian.

   After each run its changes are undone: the program's variables, which lie in one section, are copied back;
   the arena that its memory comes from is emptied; guided_outside.c closes what it has opened. Exits, failed
   assertions, signals and runs beyond their limit jump back here. Other effects of a run, in the C library or
   in the kernel, stay: a caller that keeps a run has it done again in a fresh process.

   A request: its length; the number of runs (32 bits), whether the path is reported (32), the most branches
   of a run (64); for each run the length of its inputs (32) and the bytes, for the driver's inputs in the
   order in which it asks for them. Inputs beyond them are zero.

   An answer: its length; for each run how it ended (32) and with what (32), the number of its layout (32),
   how many assumptions held (32), how far the next one was from holding (a double), how many sides follow
   (32) and how many steps of the path (32); each side: its number (32), the kind of its operands (32), the
   least distance from taking it, 0 if it was taken (a double), and the operands at that distance (64 each);
   each step: the side taken (32), zero (32), how far the other side was (a double). Then the layouts that are
   new, with their number before them (32), each a list of inputs: kind (32), bytes (32), least and greatest
   value (64 each), its place as in guided.h (6 times 32), the length of the name (32) and the name. At last
   the new texts that were compared, with their number before them, each with its length (32). */

#define _GNU_SOURCE
#include "confine.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "declared.h"
#include "guided.h"

/* The same values stand in replay/guided.rs. */
enum operands { NOTHING, INTEGERS, FLOATS, TEXTS };
enum comparison { MEMORY_BYTES, STRINGS, PREFIXES, ANY_CASE, PREFIXES_ANY_CASE };

struct entry {
    const char *name;
    void (*function)(void);
};

/* Defined by the program. */
extern const uint64_t symir_side_count, symir_constructors_count;
extern const struct entry symir_constructors[];
int symir_driver_main(int argc, char **argv, char **envp);
extern unsigned char __start_symir_state[] __attribute__((weak)), __stop_symir_state[] __attribute__((weak));

/* --- Messages --- */

static unsigned char *request, *answer;
static uint64_t request_length, request_at, answer_length, answer_room;

static _Noreturn void leave(int status) {
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

static void *fresh(uint64_t size) {
    void *bytes = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        leave(3);
    return bytes;
}

static bool read_fully(void *to, uint64_t length) {
    unsigned char *at = to;
    while (length > 0) {
        ssize_t n = read(REQUESTS, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        length -= (uint64_t)n;
    }
    return true;
}

static void write_fully(const void *from, uint64_t length) {
    const unsigned char *at = from;
    while (length > 0) {
        ssize_t n = write(ANSWERS, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            leave(0);
        at += n;
        length -= (uint64_t)n;
    }
}

static uint64_t get(uint64_t size) {
    uint64_t word = 0;
    if (request_length - request_at < size)
        leave(3);
    memcpy(&word, request + request_at, size);
    request_at += size;
    return word;
}

static void put_bytes(const void *from, uint64_t size) {
    if (answer_length + size > answer_room) {
        uint64_t room = 2 * (answer_length + size);
        unsigned char *larger = fresh(room);
        memcpy(larger, answer, answer_length);
        munmap(answer, answer_room);
        answer = larger;
        answer_room = room;
    }
    memcpy(answer + answer_length, from, size);
    answer_length += size;
}

static void put32(uint64_t number) {
    uint32_t word = (uint32_t)number;
    put_bytes(&word, sizeof word);
}

static void put64(uint64_t word) {
    put_bytes(&word, sizeof word);
}

static void put_double(double number) {
    put_bytes(&number, sizeof number);
}

/* --- What a run tells --- */

/* A side that a run came to; `run` is the number of the last run that did. */
struct side {
    uint64_t run;
    double distance;
    uint64_t a, b;
    uint32_t kind;
};

struct step {
    uint32_t side, zero;
    double distance;
};

enum { MOST_STEPS = 1 << 14 };

static struct side *sides;
static uint32_t *seen, n_seen;
static uint64_t run, n_told, most_told;
static struct step *steps;
static uint32_t n_steps;
static bool tells_way;
/* The operands of the condition that was evaluated last. */
static uint64_t operand_a, operand_b;
static uint32_t operand_kind;
static bool has_matched;
static double matched_distance;

static sigjmp_buf back;
static enum end end;
static uint32_t end_number;
static volatile bool is_running;

_Noreturn void come_back(enum end how, uint32_t number) {
    if (!is_running)
        leave(5);
    is_running = false;
    end = how;
    end_number = number;
    siglongjmp(back, 1);
}

static inline void tell(uint64_t number, double distance) {
    struct side *side = &sides[number];

    if (side->run != run) {
        seen[n_seen++] = (uint32_t)number;
        side->run = run;
    } else if (distance >= side->distance) {
        return;
    }
    side->distance = distance;
    side->a = operand_a;
    side->b = operand_b;
    side->kind = operand_kind;
}

static inline void step(uint64_t side, double distance) {
    if (++n_told > most_told)
        come_back(LIMIT, 0);
    if (tells_way && n_steps < MOST_STEPS)
        steps[n_steps++] = (struct step){(uint32_t)side, 0, distance};
}

void symir_branch(uint64_t first, double slack) {
    bool holds = slack > 0;
    double distance = holds ? slack : slack < 0 ? -slack : 1;

    tell(first + (holds ? 0 : 1), 0);
    tell(first + (holds ? 1 : 0), distance);
    step(first + (holds ? 0 : 1), distance);
    operand_kind = NOTHING;
}

/* How far a run is from an error at this place; it errs if the slack is negative. */
void symir_check(uint64_t side, double slack) {
    tell(side, slack > 0 ? slack : 0);
    operand_kind = NOTHING;
}

double symir_pointers(uint64_t address) {
    return address != 0 ? 1 : -1;
}

double symir_integers(uint64_t predicate, uint64_t a, uint64_t b) {
    /* LLVM's numbers of predicates. */
    enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };
    bool is_signed = predicate >= SGT || predicate <= NE;
    bool is_less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    double difference = (double)(is_less ? b - a : a - b);

    operand_a = a;
    operand_b = b;
    operand_kind = INTEGERS;
    switch (predicate) {
    case EQ:
        return a == b ? 1 : -difference;
    case NE:
        return a == b ? -1 : difference;
    case UGT:
    case SGT:
        return is_less || a == b ? -difference - 1 : difference;
    case UGE:
    case SGE:
        return is_less ? -difference : difference + 1;
    case ULT:
    case SLT:
        return is_less ? difference : -difference - 1;
    default:
        return is_less || a == b ? difference + 1 : -difference;
    }
}

/* The slack of the condition that an operation overflows: by how much its result is beyond the numbers that a
   width has room for. The result of two numbers of 64 bits fits into 128 bits. */
double symir_overflows(uint64_t operation, uint64_t is_signed, uint64_t a, uint64_t b, uint64_t width) {
    enum arithmetic { SUM = 1, DIFFERENCE, PRODUCT };
    __int128 end = (__int128)1 << (is_signed ? width - 1 : width), least = is_signed ? -end : 0;
    __int128 x = is_signed ? (int64_t)a : (__int128)a, y = is_signed ? (int64_t)b : (__int128)b;
    __int128 result = operation == SUM ? x + y : x - y;

    operand_kind = NOTHING;
    if (operation == PRODUCT && !is_signed) {
        unsigned __int128 product = (unsigned __int128)a * b, limit = (unsigned __int128)end;

        return product < limit ? -(double)(limit - product - 1) : (double)(product - limit + 1);
    }
    if (operation == PRODUCT)
        result = x * y;
    return (double)(result - end + 1 > least - result ? result - end + 1 : least - result);
}

double symir_floats(uint64_t predicate, double a, double b) {
    /* The bits of LLVM's predicates: equal, greater, less, unordered. */
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
    bool is_unordered = isnan(a) || isnan(b);
    unsigned is = is_unordered ? UNORDERED : a == b ? EQUAL : a > b ? GREATER : LESS;
    bool holds = predicate & is;
    double difference = is_unordered ? 1e300 : fabs(a - b);

    memcpy(&operand_a, &a, sizeof a);
    memcpy(&operand_b, &b, sizeof b);
    operand_kind = FLOATS;
    if (isnan(difference) || difference > 1e300)
        difference = 1e300;
    /* No distance is 0: equal values are one step from others, and others have a distance. */
    if (difference <= 0)
        difference = 5e-324;
    return holds ? difference : -difference;
}

double symir_flag(uint64_t bit) {
    operand_kind = NOTHING;
    return bit & 1 ? 1 : -1;
}

double symir_both(double a, double b) {
    if (a > 0 && b > 0)
        return a < b ? a : b;
    return (a < 0 ? a : 0) + (b < 0 ? b : 0);
}

double symir_either(double a, double b) {
    return -symir_both(-a, -b);
}

/* The slack of a condition that one operand has decided early. */
double symir_decided(uint64_t holds, double operand) {
    double distance = fabs(operand) + 1;
    return holds ? distance : -distance;
}

double symir_differ(double distance) {
    operand_kind = TEXTS;
    return distance > 0 ? distance : -1;
}

void symir_case(uint64_t side, uint64_t value, uint64_t constant) {
    double distance = fabs((double)(int64_t)(value - constant));

    operand_a = value;
    operand_b = constant;
    operand_kind = INTEGERS;
    tell(side, distance);
    if (value == constant) {
        has_matched = true;
        step(side, 1);
    } else if (matched_distance <= 0 || distance < matched_distance) {
        matched_distance = distance;
    }
}

void symir_no_case(uint64_t side) {
    operand_kind = NOTHING;
    tell(side, has_matched ? 1 : 0);
    if (!has_matched)
        step(side, matched_distance);
    has_matched = false;
    matched_distance = 0;
}

/* --- Texts that are compared --- */

enum { MOST_TEXTS = 4096, LONGEST_TEXT = 256 };

struct text {
    uint64_t hash;
    uint32_t length;
    unsigned char bytes[LONGEST_TEXT];
};

static struct text *texts;
static uint32_t n_texts, n_texts_told;

static void note_text(const unsigned char *bytes, uint64_t length) {
    uint64_t hash = 0xcbf29ce484222325;

    if (length == 0 || length > LONGEST_TEXT || n_texts == MOST_TEXTS)
        return;
    for (uint64_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    hash ^= length;
    for (uint32_t i = 0; i < n_texts; i++)
        if (texts[i].hash == hash)
            return;
    texts[n_texts].hash = hash;
    texts[n_texts].length = (uint32_t)length;
    memcpy(texts[n_texts++].bytes, bytes, length);
}

static int lower(int letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter;
}

/* How far two texts are from being equal: the first position that differs counts by the difference of its
   bytes, and each position behind it counts 256. */
double symir_compared(uint64_t kind, const unsigned char *a, const unsigned char *b, uint64_t most) {
    bool is_text = kind != MEMORY_BYTES, ignores_case = kind == ANY_CASE || kind == PREFIXES_ANY_CASE;
    uint64_t length_a = is_text ? strnlen((const char *)a, most) : most;
    uint64_t length_b = is_text ? strnlen((const char *)b, most) : most;
    uint64_t longer = length_a > length_b ? length_a : length_b, shorter = length_a + length_b - longer, i = 0;

    note_text(a, length_a);
    note_text(b, length_b);
    while (i < shorter && (ignores_case ? lower(a[i]) == lower(b[i]) : a[i] == b[i]))
        i++;
    if (i == longer)
        return 0;
    int difference = i < shorter ? abs(a[i] - b[i]) : i < length_a ? a[i] : b[i];
    return (double)(longer - i - 1) * 256 + (difference ? difference : 1);
}

/* --- Inputs --- */

struct input {
    uint32_t kind, size;
    int64_t low, high;
    struct place place;
    char name[64];
};

enum { MOST_INPUTS = 4096, MOST_LAYOUTS = 4096 };

struct layout {
    uint64_t hash;
    uint32_t n;
    struct input *inputs;
};

static struct input asked[MOST_INPUTS];
static uint32_t n_asked, n_items;
static uint64_t asked_hash;
static struct layout layouts[MOST_LAYOUTS];
static uint32_t n_layouts, n_layouts_told;
static const unsigned char *given;
static uint64_t given_length, given_at;
static uint32_t n_assumed;
static double assumption;

static void note_asked(const uint64_t *words, int n) {
    for (int i = 0; i < n; i++)
        asked_hash = (asked_hash ^ words[i]) * 0x100000001b3;
}

void next_input(void *to, uint64_t size, uint32_t kind, int64_t low, int64_t high, const char *name) {
    uint64_t left = given_length - given_at, taken = left < size ? left : size;

    if (n_asked == MOST_INPUTS || size > (1 << 20))
        come_back(NO_INPUT, 1);
    struct input *input = &asked[n_asked++];
    input->kind = kind;
    input->size = (uint32_t)size;
    input->low = low;
    input->high = high;
    input->place = (struct place){0};
    strncpy(input->name, name ? name : "", sizeof input->name - 1);
    note_asked((const uint64_t[]){kind, size, (uint64_t)low, (uint64_t)high}, 4);
    memcpy(to, given + given_at, taken);
    memset((unsigned char *)to + taken, 0, size - taken);
    given_at += taken;
}

void place_input(struct place place) {
    asked[n_asked - 1].place = place;
    note_asked((const uint64_t[]){place.item, place.is_made, place.role, place.at, place.width, place.target}, 6);
}

uint32_t new_item(void) {
    return ++n_items;
}

static uint32_t layout_of_run(void) {
    for (uint32_t at = 0; at < n_layouts; at++)
        if (layouts[at].hash == asked_hash && layouts[at].n == n_asked)
            return at;
    if (n_layouts == MOST_LAYOUTS)
        return UINT32_MAX;
    struct layout *layout = &layouts[n_layouts];
    layout->hash = asked_hash;
    layout->n = n_asked;
    layout->inputs = fresh(n_asked * sizeof *asked);
    memcpy(layout->inputs, asked, n_asked * sizeof *asked);
    return n_layouts++;
}

void symir_bytes(void *to, size_t size, const char *name) {
    next_input(to, size, BYTES, 0, 255, name);
}

void symir_string(char *to, size_t size, const char *name) {
    if (size == 0)
        come_back(NO_INPUT, 2);
    next_input(to, size, STRING, 0, 255, name);
    to[size - 1] = 0;
}

void symir_mocked(void) {
}

#define IS_FLOAT(type) ((type)0.5 != 0)
#define IS_SIGNED(type) ((type)-1 < (type)0)
#define LEAST(type) (IS_SIGNED(type) && sizeof(type) < 8 ? -((int64_t)1 << (sizeof(type) * 8 - 1)) : IS_SIGNED(type) ? INT64_MIN : 0)
#define GREATEST(type) \
    (sizeof(type) < 8 ? ((int64_t)1 << (sizeof(type) * 8 - IS_SIGNED(type) * 1)) - 1 : IS_SIGNED(type) ? INT64_MAX : -1)

#define NUMBER(type, function) \
    type function(const char *name) { \
        type value; \
        if (IS_FLOAT(type)) \
            next_input(&value, sizeof value, FLOAT, 0, 0, name); \
        else \
            next_input(&value, sizeof value, IS_SIGNED(type) ? SIGNED : UNSIGNED, LEAST(type), GREATEST(type), name); \
        return value; \
    }

SYMIR_NUMBERS(NUMBER)

bool symir_bool(const char *name) {
    unsigned char byte;
    next_input(&byte, 1, BOOL, 0, 1, name);
    return byte & 1;
}

#define NONDET(type, function, of) \
    type function(void) { \
        return of("nondet"); \
    }

SYMIR_NONDET(NONDET)

int klee_int(const char *name) {
    return symir_int(name);
}

void klee_make_symbolic(void *to, size_t size, const char *name) {
    symir_bytes(to, size, name);
}

void __VERIFIER_nondet_memory(void *to, size_t size) {
    symir_bytes(to, size, "nondet");
}

/* Reports before an assumption how far it is from holding. */
void symir_assumes(double slack) {
    assumption = slack > 0 ? 0 : slack < 0 ? -slack : 1;
}

static void assume(bool holds) {
    if (!holds) {
        if (assumption <= 0)
            assumption = 1;
        come_back(ASSUMPTION, 0);
    }
    n_assumed++;
    assumption = 0;
}

void symir_assume(int condition) {
    assume(condition);
}

void klee_assume(uintptr_t condition) {
    assume(condition);
}

void __VERIFIER_assume(int condition) {
    assume(condition);
}

void assume_abort_if_not(int condition) {
    assume(condition);
}

int symir_range(int low, int high, const char *name) {
    int value;
    next_input(&value, sizeof value, SIGNED, low, high, name);
    if (value < low || value > high) {
        assumption = value < low ? (double)low - value : (double)value - high;
        assume(false);
    }
    n_assumed++;
    return value;
}

int klee_range(int low, int high, const char *name) {
    return symir_range(low, high - 1, name);
}

void symir_test_begin(const char *function) {
    (void)function;
}

void symir_test_end(void) {
}

time_t symir_native_time(time_t *to) {
    int64_t now;
    next_input(&now, sizeof now, SIGNED, INT64_MIN, INT64_MAX, "time");
    if (to)
        *to = now;
    return now;
}

/* --- Ends --- */

void give_up(const char *format, ...);
_Noreturn void give_up(const char *format, ...) {
    (void)format;
    come_back(NO_INPUT, 5);
}

_Noreturn void symir_native_exit(int status) {
    come_back(EXITED, (uint32_t)status);
}

_Noreturn void symir_native__exit(int status) {
    come_back(EXITED, (uint32_t)status);
}

_Noreturn void symir_native__Exit(int status) {
    come_back(EXITED, (uint32_t)status);
}

_Noreturn void symir_native_quick_exit(int status) {
    come_back(EXITED, (uint32_t)status);
}

_Noreturn void klee_silent_exit(int status) {
    come_back(EXITED, (uint32_t)status);
}

_Noreturn void symir_native_abort(void) {
    come_back(SIGNAL, SIGABRT);
}

_Noreturn void klee_abort(void) {
    come_back(SIGNAL, SIGABRT);
}

_Noreturn void symir_assert_fail(const char *expression, const char *file, unsigned line) {
    (void)expression, (void)file;
    come_back(ASSERTION, line);
}

_Noreturn void symir_native___assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)expression, (void)file, (void)function;
    come_back(ASSERTION, line);
}

_Noreturn void reach_error(void) {
    come_back(ASSERTION, 0);
}

_Noreturn void __VERIFIER_error(void) {
    come_back(ASSERTION, 0);
}

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)message, (void)suffix;
    come_back(ASSERTION, (uint32_t)line);
}

/* Exit handlers of the program do not run, because this process goes on when the program ends. */
int symir_native_atexit(void (*function)(void)) {
    (void)function;
    return 0;
}

/* --- Memory that the program asks for --- */

#define ARENA_SIZE (1UL << 30)
enum { UNIT = 16 };

static unsigned char *arena;
static uint64_t arena_used, arena_start;

/* Before each object stands its size. Memory that is given again after a run is zero, as it was at first. */
void *give(uint64_t align, uint64_t size) {
    uint64_t at = (arena_used + UNIT + align - 1) & ~(align - 1);

    if (size > ARENA_SIZE || at + size + UNIT > ARENA_SIZE) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(arena + at - UNIT, &size, sizeof size);
    memset(arena + at, 0, size);
    arena_used = (at + size + UNIT - 1) & ~(uint64_t)(UNIT - 1);
    return arena + at;
}

static bool is_ours(const void *object) {
    return (const unsigned char *)object >= arena && (const unsigned char *)object < arena + ARENA_SIZE;
}

void *symir_native_malloc(size_t size) {
    return give(UNIT, size);
}

void *symir_native_calloc(size_t n, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(n, size, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return give(UNIT, all);
}

void symir_native_free(void *object) {
    if (object && !is_ours(object))
        free(object);
}

void *symir_native_realloc(void *old, size_t size) {
    uint64_t kept;

    if (!old)
        return give(UNIT, size);
    if (!is_ours(old))
        return realloc(old, size);
    memcpy(&kept, (unsigned char *)old - UNIT, sizeof kept);
    void *new = give(UNIT, size);
    if (new)
        memcpy(new, old, kept < size ? kept : size);
    return new;
}

void *symir_native_memalign(size_t align, size_t size) {
    return align && (align & (align - 1)) == 0 ? give(align < UNIT ? UNIT : align, size) : NULL;
}

void *symir_native_aligned_alloc(size_t align, size_t size) {
    return symir_native_memalign(align, size);
}

int symir_native_posix_memalign(void **to, size_t align, size_t size) {
    void *object = symir_native_memalign(align, size);
    if (object)
        *to = object;
    return object ? 0 : ENOMEM;
}

/* --- Runs --- */

enum { TICK_SECONDS = 1, STACK_CLEARED = 4096 };

static unsigned char *kept_state;
static uint64_t run_at_tick;

static void crashed(int signal, siginfo_t *info, void *context) {
    (void)info, (void)context;
    come_back(SIGNAL, (uint32_t)signal);
}

/* Ends a run that has taken a whole second of the processor, without a branch or in the C library. */
static void ticked(int signal) {
    (void)signal;
    if (is_running && run_at_tick == run)
        come_back(LIMIT, 1);
    run_at_tick = run;
}

static void refuse(int signal, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    int number = info->si_syscall;
    bool forks = number == SYS_fork || number == SYS_vfork || number == SYS_clone || number == SYS_clone3;

    (void)signal;
    registers[REG_RAX] = forks ? -EAGAIN : -EPERM;
}

static void watch_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPIPE};
    static unsigned char own_stack[1 << 16];
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof own_stack};
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    struct sigaction tick = {.sa_handler = ticked, .sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART};
    struct sigaction refused = {.sa_sigaction = refuse, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};

    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    sigaction(SIGPROF, &tick, NULL);
    sigaction(SIGSYS, &refused, NULL);
}

/* Clears the stack where the run begins, so that nothing of the last run lies there. */
__attribute__((noinline)) static void clear_stack(void) {
    volatile unsigned char room[STACK_CLEARED];
    memset((void *)room, 0, sizeof room);
}

static void keep_state(void) {
    if (__start_symir_state) {
        uint64_t size = (uint64_t)(__stop_symir_state - __start_symir_state);
        kept_state = fresh(size);
        memcpy(kept_state, __start_symir_state, size);
    }
    arena_start = arena_used;
}

static void restore_state(void) {
    if (kept_state)
        memcpy(__start_symir_state, kept_state, (uint64_t)(__stop_symir_state - __start_symir_state));
    arena_used = arena_start;
}

static void do_run(const unsigned char *inputs, uint64_t length) {
    static char *environment[] = {NULL};

    run++;
    n_seen = n_steps = n_asked = n_items = n_assumed = 0;
    forget_objects();
    n_told = 0;
    assumption = 0;
    asked_hash = 0xcbf29ce484222325;
    operand_kind = NOTHING;
    has_matched = false;
    matched_distance = 0;
    given = inputs;
    given_length = length;
    given_at = 0;
    errno = 0;
    restore_state();
    clear_stack();
    if (sigsetjmp(back, 0) == 0) {
        is_running = true;
        int n_arguments;
        char **arguments = begin_outside(&n_arguments);
        int result = symir_driver_main(n_arguments, arguments, environment);
        is_running = false;
        end = RETURNED;
        end_number = (uint32_t)result;
    }
    end_outside();
}

static void tell_run(void) {
    put32(end);
    put32(end_number);
    put32(layout_of_run());
    put32(n_assumed);
    put_double(assumption);
    put32(n_seen);
    put32(n_steps);
    for (uint32_t i = 0; i < n_seen; i++) {
        const struct side *side = &sides[seen[i]];
        put32(seen[i]);
        put32(side->kind);
        put_double(side->distance);
        put64(side->a);
        put64(side->b);
    }
    put_bytes(steps, n_steps * sizeof *steps);
}

static void tell_layouts(void) {
    put32(n_layouts - n_layouts_told);
    for (; n_layouts_told < n_layouts; n_layouts_told++) {
        const struct layout *layout = &layouts[n_layouts_told];
        put32(layout->n);
        for (uint32_t i = 0; i < layout->n; i++) {
            const struct input *input = &layout->inputs[i];
            uint32_t length = (uint32_t)strnlen(input->name, sizeof input->name);
            put32(input->kind);
            put32(input->size);
            put64((uint64_t)input->low);
            put64((uint64_t)input->high);
            const struct place *place = &input->place;
            const uint32_t words[] = {place->item, place->is_made, place->role, place->at, place->width, place->target};
            put_bytes(words, sizeof words);
            put32(length);
            put_bytes(input->name, length);
        }
    }
}

static void tell_texts(void) {
    put32(n_texts - n_texts_told);
    for (; n_texts_told < n_texts; n_texts_told++) {
        put32(texts[n_texts_told].length);
        put_bytes(texts[n_texts_told].bytes, texts[n_texts_told].length);
    }
}

static bool serve(void) {
    if (!read_fully(&request_length, 8))
        return false;
    request = fresh(request_length);
    if (!read_fully(request, request_length))
        return false;
    request_at = 0;
    answer_length = 0;
    put64(0);
    uint64_t n_runs = get(4);
    tells_way = get(4) != 0;
    most_told = get(8);
    for (uint64_t i = 0; i < n_runs; i++) {
        uint64_t length = get(4);
        if (request_length - request_at < length)
            leave(3);
        do_run(request + request_at, length);
        request_at += length;
        tell_run();
    }
    tell_layouts();
    tell_texts();
    uint64_t length = answer_length - 8;
    memcpy(answer, &length, 8);
    write_fully(answer, answer_length);
    munmap(request, request_length ? request_length : 1);
    return true;
}

int main(int n_arguments, char **arguments) {
    unsigned containment = n_arguments > 1 ? (unsigned)atoi(arguments[1]) : 0;
    struct itimerval ticks = {{TICK_SECONDS, 0}, {TICK_SECONDS, 0}};
    struct rlimit none = {0, 0}, file = {16 << 20, 16 << 20};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    answer_room = 1 << 20;
    answer = fresh(answer_room);
    arena = fresh(ARENA_SIZE);
    sides = fresh((symir_side_count + 1) * sizeof *sides);
    seen = fresh((symir_side_count + 1) * sizeof *seen);
    steps = fresh(MOST_STEPS * sizeof *steps);
    texts = fresh(MOST_TEXTS * sizeof *texts);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &file);
    watch_signals();
    if (containment & SYSTEM_CALLS) {
        prepare_filter(TEST, containment);
        if (enter_filter())
            leave(4);
    }
    clearenv();
    watch_outside();
    setitimer(ITIMER_PROF, &ticks, NULL);
    /* If a constructor ends the program, there is nothing to search. */
    most_told = UINT64_MAX;
    run = 1;
    for (uint64_t i = 0; i < symir_constructors_count; i++)
        symir_constructors[i].function();
    keep_state();
    const uint64_t ready = 0;
    write_fully(&ready, sizeof ready);
    while (serve()) {
    }
    leave(0);
}
