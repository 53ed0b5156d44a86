/* Uses as much of C as one file can, so that whatever cannot be decoded shows. */
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char u8;
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));

enum color { RED, GREEN = 5, BLUE = -1 };
struct bits { unsigned a : 3; signed b : 7; unsigned long long c : 40; };
struct list { int key; struct list *next; };
union any { int i; double d; char bytes[16]; void *p; };
struct big { long words[9]; char tail[3]; };
struct small { int x, y; };
struct mixed { double d; int i; };
struct flex { int n; char data[]; };
struct outer { struct { int inner; }; union any u; struct bits bits[2]; enum color c; };

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
extern int external(int) __attribute__((weak));
extern int declared_only;

static const struct { const char *name; operation run; int weight; } table[] = {
    {"add", add, 1}, {"sub", sub, 2}, {"mul", mul, 3}, {NULL, NULL, 0},
};
static int matrix[3][4] = {{1, 2, 3}, {4}, [2] = {[3] = 9}};
static const char *const words[] = {"zero", "one", "two"};
static const char *middle = "hello" + 2;
static long difference = (char *)&matrix[2][1] - (char *)&matrix[0][0];
static struct list second = {2, NULL}, first = {1, &second};
static struct outer outer = {.inner = 3, .u = {.d = 1.5}, .bits = {{1, -2, 3}}, .c = BLUE};
static struct big big_one = {{1, 2, 3}, "ab"};
static _Thread_local int per_thread = 7;
static volatile int noisy;
static _Atomic int counter;
static uintptr_t as_number = (uintptr_t)&matrix[1];
static const double constants[] = {0.0, -0.0, 1e308, INFINITY, NAN, 0.1};
static const float floats[] = {1.5f, 0.1f, -3e38f};
static const long double wide_float = 3.14159265358979323846L;
static __int128 huge = ((__int128)1 << 100) + 5;
static int (*const pointer_to_matrix)[4] = &matrix[1];
static wchar_t wide_string[] = L"wide";
static const _Float16 half = (_Float16)1.5;
int alias_target(int x) { return x + 1; }
int alias_name(int x) __attribute__((alias("alias_target")));

__attribute__((constructor)) static void before(void) { noisy = 1; }
__attribute__((constructor(200))) static void earlier(void) { noisy = 2; }
__attribute__((destructor)) static void after(void) { noisy = 3; }

static int sum_of(int n, ...) {
    va_list args, copy;
    int total = 0;
    va_start(args, n);
    va_copy(copy, args);
    for (int i = 0; i < n; i++)
        total += va_arg(args, int);
    total += (int)va_arg(copy, int);
    va_end(copy);
    va_end(args);
    return total;
}

static double mixed_args(int n, ...) {
    va_list args;
    va_start(args, n);
    double d = va_arg(args, double);
    struct big b = va_arg(args, struct big);
    struct small s = va_arg(args, struct small);
    long double ld = va_arg(args, long double);
    va_end(args);
    return d + b.words[1] + s.y + (double)ld;
}

static struct big by_value(struct big b, struct small s, struct mixed m) {
    b.words[0] += s.x + m.i;
    return b;
}

static struct small make_small(int x) { return (struct small){x, -x}; }
static struct mixed make_mixed(double d) { struct mixed m = {d, (int)d}; return m; }
static union any make_any(int i) { union any u; u.i = i; return u; }

int switches(int x, enum color c, unsigned char ch, long long ll) {
    switch (x) {
    case 0: case 1: case 2: return 10;
    case 100 ... 200: return 20;
    case -5: x++; /* fallthrough */
    default: break;
    }
    switch (c) { case RED: return 1; case GREEN: return 2; case BLUE: return 3; }
    switch (ch) { case 'a': return 'A'; case 0xff: return 4; }
    switch (ll) { case LLONG_MIN: return 5; case 1LL << 40: return 6; }
    return x;
}

int computed_goto(int n) {
    static void *labels[] = {&&zero, &&one, &&done};
    int total = 0;
    goto *labels[n % 3];
zero: total += 1;
one: total += 2; if (total < 5) goto *labels[total % 3];
done: return total;
}

unsigned bit_tricks(unsigned x, unsigned long y, unsigned short z) {
    unsigned r = __builtin_popcount(x) + __builtin_clzl(y | 1) + __builtin_ctz(x | 1);
    r ^= __builtin_bswap32(x) ^ __builtin_bswap16(z) ^ (unsigned)__builtin_bswap64(y);
    r += __builtin_rotateleft32(x, 7) + __builtin_bitreverse32(x) + __builtin_parity(x) + __builtin_ffs((int)x);
    r += (x << 5 | x >> 27) + (unsigned)abs((int)x) + (x > 7 ? x : 7);
    return r;
}

bool overflows(int a, int b, unsigned long c, unsigned long d) {
    int r; unsigned long s; long long t;
    return __builtin_add_overflow(a, b, &r) || __builtin_mul_overflow(c, d, &s)
        || __builtin_sub_overflow((long long)a, (long long)b, &t) || __builtin_umull_overflow(c, d, &s);
}

__int128 wide(__int128 a, unsigned __int128 b, long c) {
    __int128 r = a * c + (__int128)b;
    r = r / (c | 1) % 1000003;
    r = (r << 3) ^ (__int128)(b >> 5);
    return a < r ? -r : r;
}

double floating(double x, float y, long double z, int i, unsigned long u, _Float16 h) {
    double r = x * y + (double)z / (i + 0.5) - fmod(x, 3.0);
    r += sqrt(x) + fabs(x) + floor(x) + ceil(y) + trunc(x) + round(x) + pow(x, 2) + exp(y) + log(x) + sin(x);
    r += fmax(x, y) + fmin(x, y) + copysign(x, y) + fma(x, y, r) + rint(x) + (double)lrint(x);
    if (x < y || x != x || isnan(x) || isinf(y) || signbit(x)) r = -r;
    r += (int)x + (unsigned)y + (long)z + (unsigned long)x + (float)u + (double)h + (char)x;
    h = h * (_Float16)2 + (_Float16)y;
    z = z * z - (long double)i;
    return (i ? r : -r) + (double)z + (double)h + (r >= 1.0 && r <= 5.0);
}

double complex complexes(double complex a, double b) { return a * b + conj(a) - I; }

int vectors(v4si a, v4si b, v4sf f, int i) {
    v4si c = a + b * 3 - (a & b) + (a > b) + (a << 2);
    c[i & 3] = 7;
    c = __builtin_shufflevector(c, a, 0, 5, 2, 7);
    v4si conv = __builtin_convertvector(f, v4si);
    v16qi bytes = (v16qi)c;
    v4sf g = f * f + (v4sf){1, 2, 3, 4};
    return c[0] + c[i & 3] + conv[1] + bytes[3] + (int)g[2] + __builtin_reduce_add(c) + __builtin_reduce_max(a);
}

int memory(char *p, const char *q, size_t n, int m) {
    char local[32] = "prefix", vla[n + 1];
    int grid[m + 1][3];
    memcpy(local, q, 8); memmove(p, p + 1, n); memset(vla, 0, n + 1);
    __builtin_memcpy_inline(p, q, 4);
    for (int i = 0; i <= m; i++) { int inner[i + 1]; inner[i] = i; grid[i][i % 3] = inner[i]; }
    char *dynamic = __builtin_alloca(n);
    dynamic[0] = local[1];
    struct flex *flex = malloc(sizeof *flex + n);
    flex->data[n - 1] = *dynamic;
    size_t known = __builtin_object_size(local, 0) + __builtin_dynamic_object_size(vla, 1);
    int r = flex->data[0] + grid[m][0] + (int)known + (int)strlen(p) + strcmp(p, q) + isdigit(*p);
    free(flex);
    return r;
}

int atomics(_Atomic long *l, int *plain) {
    int expected = 3;
    atomic_fetch_add(&counter, 2); atomic_fetch_sub(&counter, 1); atomic_exchange(&counter, 4);
    atomic_fetch_or(l, 8); atomic_fetch_and(l, 12); atomic_fetch_xor(l, 3);
    atomic_compare_exchange_strong(&counter, &expected, 9);
    atomic_thread_fence(memory_order_seq_cst);
    __sync_fetch_and_nand(plain, 3); __atomic_fetch_max(plain, 5, __ATOMIC_RELAXED);
    return atomic_load(&counter) + __atomic_load_n(plain, __ATOMIC_ACQUIRE) + expected;
}

int hints(int x, void *p) {
    if (__builtin_expect(x == 3, 0)) return 1;
    __builtin_prefetch(p);
    __builtin_assume(x > 0);
    int *aligned = __builtin_assume_aligned(p, 16);
    asm volatile("" ::: "memory");
    asm("" : "+r"(x));
    if (__builtin_constant_p(x)) return 2;
    if (x == 99) __builtin_trap();
    if (x == 98) __builtin_unreachable();
    return *aligned + x;
}

int pointers(struct list *l, operation op, int **pp, const struct outer *o) {
    int total = 0;
    for (struct list *it = l; it; it = it->next) total += it->key;
    total += op(total, 3) + (*pp)[2] + o->inner + o->bits[1].b + (int)o->bits[0].c;
    total += (int)(intptr_t)l + (l < &first) + (int)((char *)l - (char *)&second) + (int)(pp - (int **)0);
    outer.bits[1].a = total; outer.bits[1].c = (unsigned long long)total;
    return total + (external ? external(1) : 0) + per_thread++ + declared_only + pointer_to_matrix[0][1];
}

_BitInt(37) odd_width(_BitInt(37) a, unsigned _BitInt(5) b) { return a * 3 + b; }

void swaps(unsigned *a, unsigned *b, int n) {
    unsigned x = *a, y = *b, z = 1;
    while (n-- > 0) { unsigned t = x; x = y; y = z; z = t + 1; }
    *a = x + z; *b = y;
}

static jmp_buf target;
int jumps(int x) { if (setjmp(target)) return 1; if (x) longjmp(target, 2); return 0; }

int statement_expressions(int x) { return ({ int y = x * 2; y + (x ?: 4); }) + _Generic(x, int: 1, default: 2); }

int main(int argc, char **argv) {
    struct big b = by_value(big_one, make_small(argc), make_mixed(2.5));
    v4si v = {1, 2, 3, argc};
    v4sf f = {1, 2, 3, 4};
    int number = 5, *pointer = &number;
    unsigned p = 1, q = 2;
    long l = 0;
    swaps(&p, &q, argc);
    printf("%s %d %f %s %c\n", words[argc % 3], sum_of(3, 1, 2, 3), mixed_args(1, 2.0, b, make_small(1), 2.0L), middle, *argv[0]);
    number += switches(argc, (enum color)argc, (u8)argc, argc) + computed_goto(argc) + (int)bit_tricks(p, q, 3);
    number += overflows(argc, 3, p, q) + (int)wide(huge, 3, argc) + (int)floating(1.5, 2, wide_float, argc, 3, half);
    number += (int)creal(complexes(1.0 + 2.0 * I, 3)) + vectors(v, v, f, argc) + atomics((_Atomic long *)&l, &number);
    number += hints(argc, pointer) + pointers(&first, table[argc % 3].run, &pointer, &outer) + alias_name(1);
    number += (int)odd_width(3, 4) + statement_expressions(argc) + jumps(0) + make_any(3).i + (int)difference;
    number += matrix[argc % 3][1] + (int)as_number + (int)constants[argc % 6] + (int)floats[1] + wide_string[1] + noisy;
    return number + memory(argv[0], argv[0], 3, 2) + errno;
}
