/*
 * Models of stdlib.h: the functions registered for the end of the program. The
 * machine calls symir_run_exit_handlers when main returns and in exit.
 */
#include "machine.h"

_Noreturn void _Exit(int status);

struct handler {
    enum { PLAIN, WITH_ARGUMENT, WITH_STATUS } kind;
    void *function;
    void *argument;
};

enum { FEW = 32 };

struct handlers {
    struct handler first[FEW];
    struct handler *more; /* behind those */
    size_t n, room;
};

struct symir_ending symir_ending = {symir_run_exit_handlers, NULL};

static struct handlers for_exit, for_quick_exit;

static int add(struct handlers *handlers, struct handler handler) {
    if (handlers->n < FEW) {
        handlers->first[handlers->n++] = handler;
        return 0;
    }
    size_t n = handlers->n - FEW;
    if (n == handlers->room) {
        size_t room = n == 0 ? FEW : 2 * n;
        struct handler *more = realloc(handlers->more, room * sizeof *more);

        if (more == NULL)
            return -1;
        handlers->more = more;
        handlers->room = room;
    }
    handlers->more[n] = handler;
    handlers->n++;
    return 0;
}

/* A handler may register another, which then is the next. */
static void run(struct handlers *handlers, int status) {
    while (handlers->n > 0) {
        size_t i = --handlers->n;
        struct handler handler = i < FEW ? handlers->first[i] : handlers->more[i - FEW];

        switch (handler.kind) {
        case PLAIN:
            ((void (*)(void))handler.function)();
            break;
        case WITH_ARGUMENT:
            ((void (*)(void *))handler.function)(handler.argument);
            break;
        case WITH_STATUS:
            ((void (*)(int, void *))handler.function)(status, handler.argument);
            break;
        }
    }
}

void symir_run_exit_handlers(void) {
    run(&for_exit, 0);
    if (symir_ending.close_files != NULL)
        symir_ending.close_files();
}

/* Has an effect for the linker: see struct symir_ending. */
static int register_at_exit(struct handler handler) {
    symir_ending.run = symir_run_exit_handlers;
    return add(&for_exit, handler);
}

int atexit(void (*function)(void)) {
    return register_at_exit((struct handler){PLAIN, function, NULL});
}

int on_exit(void (*function)(int, void *), void *argument) {
    return register_at_exit((struct handler){WITH_STATUS, function, argument});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
    (void)module;
    return register_at_exit((struct handler){WITH_ARGUMENT, function, argument});
}

int at_quick_exit(void (*function)(void)) {
    return add(&for_quick_exit, (struct handler){PLAIN, function, NULL});
}

_Noreturn void quick_exit(int status) {
    run(&for_quick_exit, status);
    _Exit(status);
}
