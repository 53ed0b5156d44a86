/* Parts of the language that interpreters get wrong. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void duff(char *to, const char *from, int n) {
    int rounds = (n + 3) / 4;

    switch (n % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

static double mixed_sum(int n, ...) {
    double sum = 0;
    va_list list;

    va_start(list, n);
    for (int i = 0; i < n; i++) {
        switch (i % 3) {
        case 0:
            sum += va_arg(list, int);
            break;
        case 1:
            sum += va_arg(list, double);
            break;
        default:
            sum += (double)va_arg(list, long double);
        }
    }
    va_end(list);
    return sum;
}

struct fields {
    unsigned a : 3;
    int b : 5;
    unsigned long c : 40;
};

union overlay {
    float number;
    uint32_t bits;
    struct {
        uint16_t low, high;
    } half;
};

static int interpret(const unsigned char *code) {
    static void *const operations[] = {&&add, &&subtract, &&push, &&halt};
    int stack[8], top = 0;

    goto *operations[*code++];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *operations[*code++];
subtract:
    top--;
    stack[top - 1] -= stack[top];
    goto *operations[*code++];
push:
    stack[top++] = *code++;
    goto *operations[*code++];
halt:
    return stack[0];
}

static int trace_of_square(int n) {
    int square[n][n], sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            square[i][j] = i * j;
    for (int i = 0; i < n; i++)
        sum += square[i][i];
    return sum;
}

struct large {
    int values[20];
    double third;
};

static struct large make(int n) {
    struct large result = {{0}, n / 3.0};

    for (int i = 0; i < 20; i++)
        result.values[i] = i * n;
    return result;
}

static int first_of(struct large by_value) {
    by_value.values[1] = 0;
    return by_value.values[1] + by_value.values[2];
}

static jmp_buf escape;

static void climb(int n) {
    if (n == 0)
        longjmp(escape, 42);
    climb(n - 1);
}

static _Thread_local int of_this_thread = 5;
static int order;

__attribute__((constructor)) static void prepare(void) {
    order = 10;
}

__attribute__((destructor)) static void finish(void) {
    printf("destructor %d\n", order);
}

int main(int argc, char **argv) {
    char text[32];
    struct fields fields = {5, -7, 123456789012UL};
    union overlay overlay = {.number = 3.14f};
    const unsigned char code[] = {2, 7, 2, 5, 1, 2, 10, 0, 3};
    struct large large = make(3);
    __int128 wide = 1;
    volatile int counter = 0;

    duff(text, "hello from duff's device", 25);
    puts(text);
    printf("%g\n", mixed_sum(6, 1, 2.5, 3.25L, 4, 5.5, 6.125L));
    fields.b += 2;
    printf("%u %d %lu %zu\n", fields.a, fields.b, (unsigned long)fields.c, sizeof fields);
    printf("%08" PRIx32 " %04x\n", overlay.bits, overlay.half.high);
    printf("%d %d\n", interpret(code), trace_of_square(7));
    printf("%d %.17g %d\n", large.values[19], large.third, first_of(large));
    for (int i = 0; i < 30; i++)
        wide *= 13;
    printf("%" PRIx64 "%016" PRIx64 "\n", (uint64_t)(wide >> 64), (uint64_t)wide);
    if (setjmp(escape) == 0) {
        counter++;
        climb(5);
    } else {
        counter += 10;
    }
    of_this_thread++;
    printf("%d %d %d\n", counter, of_this_thread, order);
    printf("%d %s\n", argc, argc > 1 ? argv[argc - 1] : "none");
    order++;
    return 7;
}
