#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGER(type) \
    type larger_##type(type a, type b) { \
        return a > b ? a : b; \
    }
LARGER(int)

int old_style(a, c)
    int a;
    char c;
{
    return c == 'x' ? a : 0;
}

#define KIND(x) _Generic((x), int: 1, long: 2, default: 0)

int kind_of(int a, long b) {
    return a > 3 ? KIND(a) : KIND(b);
}

int doubled(int a) {
    return ({ int twice = a * 2 > 10; twice ? 3 : 4; });
}

int ranges(int a) {
    switch (a) {
    case 0 ... 9:
        return 1;
    case 10 ... 99:
        return 2;
    default:
        return 3;
    }
}

int jump(int op, int x) {
    static void *const table[] = {&&up, &&down};

    if (op < 0 || op > 1)
        return 0;
    goto *table[op];
up:
    return x > 5;
down:
    return x < 5;
}

int sum_of(int n, ...) {
    va_list rest;
    int sum = 0;

    va_start(rest, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(rest, int) > 0;
    va_end(rest);
    return sum;
}

int join(int first, ...) {
    va_list rest;
    int n = first > 3;

    va_start(rest, first);
    for (const char *s; (s = va_arg(rest, const char *)) != NULL;)
        n += s[0] == 'a';
    va_end(rest);
    return n;
}

enum option { SIZE, NAME, NONE };

static size_t size_of_all;

int set(enum option what, ...) {
    va_list rest;
    int result = 0;

    va_start(rest, what);
    switch (what) {
    case SIZE:
        size_of_all = va_arg(rest, size_t);
        break;
    case NAME:
        result = va_arg(rest, const char *)[0] == 'x';
        break;
    default:
        result = -1;
    }
    va_end(rest);
    return result;
}

__attribute__((nonnull)) int own_format(const char *format, ...) {
    va_list rest;
    int result = 0;

    va_start(rest, format);
    for (; *format != '\0'; format++) {
        if (*format == '%' && format[1] == 'd')
            result += va_arg(rest, int) > 5;
        else if (*format == '%' && format[1] == 's')
            result += va_arg(rest, char *)[0] == 'q';
    }
    va_end(rest);
    return result;
}

__attribute__((format(printf, 1, 2))) int say(const char *format, ...) {
    char text[32];
    va_list rest;
    int length;

    va_start(rest, format);
    length = vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    return length > 5;
}

__attribute__((format(printf, 1, 0), nonnull(1))) int say_list(const char *format, va_list rest) {
    char text[32];

    return vsnprintf(text, sizeof text, format, rest) > 5;
}

__attribute__((format(scanf, 2, 3), nonnull)) int scan(const char *text, const char *format, ...) {
    va_list rest;
    int n;

    va_start(rest, format);
    n = vsscanf(text, format, rest);
    va_end(rest);
    return n;
}

int lines(FILE *file) {
    int c, n = 0;

    while ((c = fgetc(file)) != EOF)
        n += c == '\n';
    return n;
}

int first(const int *p) __attribute__((nonnull(1)));
int first(const int *p) {
    return *p > 3;
}

int total(const int *values, size_t n) __attribute__((access(read_only, 1, 2)));
int total(const int *values, size_t n) {
    int sum = 0;

    while (n > 0)
        sum += values[--n] > 3;
    return sum;
}

int third(const int a[static 3]) {
    return a[2] > a[0];
}

struct box;
struct box *box_new(int n);

int box_is_gone(struct box *box) {
    free(box);
    return box != NULL;
}
