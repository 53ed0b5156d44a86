/*
 * Models of err.h and error.h: messages on standard error.
 */
#include "print.h"

char *strerror(int number);
_Noreturn void exit(int status);

extern char *program_invocation_short_name;

char *program_invocation_short_name = "program";
char *program_invocation_name = "program";

static void put(const char *text) {
    symir_put_many(stderr, text, symir_length_for(stderr, text));
}

/* `number` is an error number, negative for none. */
static void say(const char *format, va_list arguments, int number) {
    put(program_invocation_short_name);
    put(": ");
    if (format != NULL)
        symir_print(stderr, format, arguments, false);
    if (format != NULL && number >= 0 && !symir_is_dropped(stderr))
        put(": ");
    if (number >= 0 && !symir_is_dropped(stderr))
        put(strerror(number));
    put("\n");
}

void vwarn(const char *format, va_list arguments) {
    say(format, arguments, *__errno_location());
}

void vwarnx(const char *format, va_list arguments) {
    say(format, arguments, -1);
}

_Noreturn void verr(int status, const char *format, va_list arguments) {
    say(format, arguments, *__errno_location());
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments) {
    say(format, arguments, -1);
    exit(status);
}

#define SAY(number) \
    va_list arguments; \
    va_start(arguments, format); \
    say(format, arguments, number); \
    va_end(arguments)

void warn(const char *format, ...) {
    SAY(*__errno_location());
}

void warnx(const char *format, ...) {
    SAY(-1);
}

_Noreturn void err(int status, const char *format, ...) {
    SAY(*__errno_location());
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    SAY(-1);
    exit(status);
}

unsigned error_message_count;

void error(int status, int number, const char *format, ...) {
    SAY(number == 0 ? -1 : number);
    error_message_count++;
    if (status != 0)
        exit(status);
}
