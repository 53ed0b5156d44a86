/*
 * Models of stdio.h: the functions of formatted output by their public names,
 * those of _FORTIFY_SOURCE among them. The conversions are in print.c.
 */
#include "print.h"

/* The body of a function whose arguments come after `last`. */
#define VARIADIC(last, call) \
    va_list arguments; \
    va_start(arguments, last); \
    int length = call; \
    va_end(arguments); \
    return length

int vsnprintf(char *to, size_t size, const char *text, va_list arguments) {
    return symir_print_to_memory(to, size, text, arguments);
}

int snprintf(char *to, size_t size, const char *text, ...) {
    VARIADIC(text, symir_print_to_memory(to, size, text, arguments));
}

int vsprintf(char *to, const char *text, va_list arguments) {
    return symir_print_to_memory(to, SIZE_MAX, text, arguments);
}

int sprintf(char *to, const char *text, ...) {
    VARIADIC(text, symir_print_to_memory(to, SIZE_MAX, text, arguments));
}

int vprintf(const char *text, va_list arguments) {
    return symir_print(stdout, text, arguments, symir_is_result_used());
}

int printf(const char *text, ...) {
    VARIADIC(text, symir_print(stdout, text, arguments, symir_is_result_used()));
}

int vfprintf(FILE *file, const char *text, va_list arguments) {
    return symir_print(file, text, arguments, symir_is_result_used());
}

int fprintf(FILE *file, const char *text, ...) {
    VARIADIC(text, symir_print(file, text, arguments, symir_is_result_used()));
}

/* What glibc's headers call under _FORTIFY_SOURCE. `size` is that of the
 * destination, or the largest number where it is not known. */

static int checked(char *to, size_t room, size_t size, const char *text, va_list arguments) {
    if (room > size)
        abort();
    return symir_print_to_memory(to, room, text, arguments);
}

/* sprintf knows only afterwards whether there was room. */
static int checked_after(char *to, size_t size, const char *text, va_list arguments) {
    int length = symir_print_to_memory(to, size, text, arguments);

    if (length >= 0 && (size_t)length >= size)
        abort();
    return length;
}

int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *text,
                    va_list arguments) {
    (void)flag;
    return checked(to, room, size, text, arguments);
}

int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *text, ...) {
    (void)flag;
    VARIADIC(text, checked(to, room, size, text, arguments));
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *text, va_list arguments) {
    (void)flag;
    return checked_after(to, size, text, arguments);
}

int __sprintf_chk(char *to, int flag, size_t size, const char *text, ...) {
    (void)flag;
    VARIADIC(text, checked_after(to, size, text, arguments));
}

int __vprintf_chk(int flag, const char *text, va_list arguments) {
    (void)flag;
    return symir_print(stdout, text, arguments, symir_is_result_used());
}

int __printf_chk(int flag, const char *text, ...) {
    (void)flag;
    VARIADIC(text, symir_print(stdout, text, arguments, symir_is_result_used()));
}

int __vfprintf_chk(FILE *file, int flag, const char *text, va_list arguments) {
    (void)flag;
    return symir_print(file, text, arguments, symir_is_result_used());
}

int __fprintf_chk(FILE *file, int flag, const char *text, ...) {
    (void)flag;
    VARIADIC(text, symir_print(file, text, arguments, symir_is_result_used()));
}

/* Into memory that is allocated for it. */

static int allocated(char **to, const char *text, va_list arguments) {
    int length = symir_print_to_memory(NULL, 0, text, arguments);

    if (length < 0)
        return -1;
    char *made = malloc((size_t)length + 1);
    if (made == NULL)
        return fail(NO_MEMORY);
    *to = made;
    return symir_print_to_memory(made, (size_t)length + 1, text, arguments);
}

int vasprintf(char **to, const char *text, va_list arguments) {
    return allocated(to, text, arguments);
}

int asprintf(char **to, const char *text, ...) {
    VARIADIC(text, allocated(to, text, arguments));
}

int __asprintf(char **to, const char *text, ...) {
    VARIADIC(text, allocated(to, text, arguments));
}

int __vasprintf_chk(char **to, int flag, const char *text, va_list arguments) {
    (void)flag;
    return allocated(to, text, arguments);
}

int __asprintf_chk(char **to, int flag, const char *text, ...) {
    (void)flag;
    VARIADIC(text, allocated(to, text, arguments));
}

/* To a descriptor. */

static int to_descriptor(int descriptor, const char *text, va_list arguments, bool counts) {
    FILE file = {.open = symir_opened(descriptor), .descriptor = descriptor};

    return file.open == NULL ? -1 : symir_print(&file, text, arguments, counts);
}

int vdprintf(int descriptor, const char *text, va_list arguments) {
    return to_descriptor(descriptor, text, arguments, symir_is_result_used());
}

int dprintf(int descriptor, const char *text, ...) {
    VARIADIC(text, to_descriptor(descriptor, text, arguments, symir_is_result_used()));
}

int __vdprintf_chk(int descriptor, int flag, const char *text, va_list arguments) {
    (void)flag;
    return to_descriptor(descriptor, text, arguments, symir_is_result_used());
}

int __dprintf_chk(int descriptor, int flag, const char *text, ...) {
    (void)flag;
    VARIADIC(text, to_descriptor(descriptor, text, arguments, symir_is_result_used()));
}
