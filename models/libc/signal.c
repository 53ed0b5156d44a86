/*
 * Models of signal.h and assert.h: no signal is ever delivered but by raise,
 * which ends the program as the default action of most signals does.
 */
#include "machine.h"

struct symir_file;

int fprintf(struct symir_file *file, const char *format, ...);
char *strerror(int number);
_Noreturn void _exit(int status);

extern struct symir_file *stderr;

typedef void handler(int);

enum {
    N_SIGNALS = 64,
    SIGNAL_ABORT = 6,
    SIGNAL_CHILD = 17,
    SIGNAL_CONTINUE = 18,
    SIGNAL_URGENT = 23,
    SIGNAL_WINDOW = 28,
};

static handler *handlers[N_SIGNALS + 1];

#define DEFAULT ((handler *)0)
#define IGNORE ((handler *)1)
#define ERROR ((handler *)-1)

static handler *set(int number, handler *new) {
    if (number < 1 || number > N_SIGNALS) {
        fail(INVALID);
        return ERROR;
    }
    handler *old = handlers[number];
    handlers[number] = new;
    return old;
}

handler *signal(int number, handler *new) {
    return set(number, new);
}

handler *__sysv_signal(int number, handler *new) {
    return set(number, new);
}

handler *bsd_signal(int number, handler *new) {
    return set(number, new);
}

int raise(int number) {
    if (number < 1 || number > N_SIGNALS)
        return fail(INVALID);
    handler *action = handlers[number];
    if (action == IGNORE)
        return 0;
    if (action != DEFAULT) {
        action(number);
        return 0;
    }
    if (number == SIGNAL_CHILD || number == SIGNAL_CONTINUE || number == SIGNAL_URGENT
        || number == SIGNAL_WINDOW)
        return 0;
    if (number == SIGNAL_ABORT)
        abort();
    _exit(128 + number);
}

/* Sets of signals, as glibc has them; and what begins with a handler. */

struct set {
    unsigned long bits[16];
};

struct action {
    handler *handler;
    struct set mask;
    int flags;
    void (*restorer)(void);
};

int sigaction(int number, const struct action *new, struct action *old) {
    if (number < 1 || number > N_SIGNALS)
        return fail(INVALID);
    handler *handler = handlers[number];
    if (new != NULL)
        handlers[number] = new->handler;
    if (old != NULL)
        *old = (struct action){.handler = handler};
    return 0;
}

int sigemptyset(struct set *set) {
    *set = (struct set){{0}};
    return 0;
}

int sigfillset(struct set *set) {
    memset(set, 0xff, sizeof *set);
    return 0;
}

static bool is_signal(int number) {
    return number >= 1 && number <= N_SIGNALS;
}

int sigaddset(struct set *set, int number) {
    if (!is_signal(number))
        return fail(INVALID);
    set->bits[0] |= 1ul << (number - 1);
    return 0;
}

int sigdelset(struct set *set, int number) {
    if (!is_signal(number))
        return fail(INVALID);
    set->bits[0] &= ~(1ul << (number - 1));
    return 0;
}

int sigismember(const struct set *set, int number) {
    if (!is_signal(number))
        return fail(INVALID);
    return (int)(set->bits[0] >> (number - 1) & 1);
}

/* Nothing is delivered, so that nothing need be held back. */
int sigprocmask(int how, const struct set *new, struct set *old) {
    (void)how;
    (void)new;
    if (old != NULL)
        *old = (struct set){{0}};
    return 0;
}

unsigned alarm(unsigned seconds) {
    (void)seconds;
    return 0;
}

/* What the headers call for a failed assert; __assert_fail is the machine's. */

_Noreturn void __assert(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: Assertion `%s' failed.\n", file, line, what);
    abort();
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: Unexpected error: %s.\n", file, line, function, strerror(number));
    abort();
}

/* What a stack protector calls. */
_Noreturn void __stack_chk_fail(void) {
    abort();
}
