/* The beginning of the program that arguments.rs writes. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void show(const char *bytes, int n) {
    char line[80];
    int at = 0;

    while (n-- > 0) {
        line[at++] = "0123456789abcdef"[*bytes >> 4 & 15];
        line[at++] = "0123456789abcdef"[*bytes++ & 15];
        if (n == 0 || at == 64) {
            line[at] = 0;
            fputs(line, stdout);
            at = 0;
        }
    }
    putchar(' ');
}

/* Numbers that are no NaN, whatever type they are read as. */
static void fill(char *bytes, int n, int seed) {
    for (int i = 0; i < n; i++)
        bytes[i] = (char)(i % 4 == 3 ? 0x40 : i * 7 + seed * 16 + 1);
    if (n == 10)
        bytes[7] = (char)0x80;
    if (n == 1 || n == 5 || n == 9)
        bytes[n - 1] = (char)(seed + 1);
}

static void start(int kind, int integers, int doubles) {
    printf("\n%d %d %d: ", kind, integers, doubles);
}

#define MAKE(T) __attribute__((noinline)) static T make_##T(int seed)
#define SHOW(T) __attribute__((noinline)) static void show_##T(const T *p)

/* Values are taken by way of a list that is passed on and one that is copied. */
#define TAKE(T)                                                                                        \
    static T make_##T(int seed);                                                                       \
    __attribute__((noinline)) static void second_##T(va_list list) {                                   \
        T x = va_arg(list, T);                                                                         \
        show_##T(&x);                                                                                  \
    }                                                                                                  \
    __attribute__((noinline)) static void take_##T(T named, int integers, int doubles, ...) {          \
        va_list list, copy;                                                                            \
        double sum = 0;                                                                                \
        va_start(list, doubles);                                                                       \
        while (integers-- > 0)                                                                         \
            sum += va_arg(list, int);                                                                  \
        while (doubles-- > 0)                                                                          \
            sum += va_arg(list, double);                                                               \
        show_##T(&named);                                                                              \
        T x = va_arg(list, T);                                                                         \
        show_##T(&x);                                                                                  \
        sum += va_arg(list, int);                                                                      \
        va_copy(copy, list);                                                                           \
        second_##T(list);                                                                              \
        T y = va_arg(copy, T);                                                                         \
        show_##T(&y);                                                                                  \
        sum += va_arg(copy, double);                                                                   \
        T z = va_arg(copy, T);                                                                         \
        show_##T(&z);                                                                                  \
        va_end(copy);                                                                                  \
        va_end(list);                                                                                  \
        show((char *)&sum, sizeof sum);                                                                \
    }
