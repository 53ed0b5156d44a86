/* Inputs of drivers, drawn by chance: a driver whose inputs choose calls makes a random sequence of them. A value is small or of
 * one digit as often as it is any. Compiled with the driver, which declares these functions for symir. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __gcov_dump(void);

static unsigned long long state;
static int is_tested, is_known[4];

/* What happened goes into a file beside the counts of the compiler. */
static void ends(const char *how) {
    FILE *file = fopen("ends.txt", "a");
    if (file != NULL) {
        fprintf(file, "%s%s\n", how, is_tested == 1 ? "" : " outside");
        fclose(file);
    }
}
static void dies(int number) {
    (void)number;
    ends("error");
    __gcov_dump();
    _Exit(1);
}
__attribute__((constructor)) static void begins(void) {
    const char *seed = getenv("SEED");
    state = 88172645463325252ull ^ (seed ? strtoull(seed, NULL, 10) * 0x9e3779b97f4a7c15ull : 0);
    int numbers[] = {SIGSEGV, SIGFPE, SIGABRT, SIGBUS};
    for (unsigned i = 0; i < 4; i++) signal(numbers[i], dies);
    (void)is_known;
}
static unsigned long long any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static unsigned long long value(void) { return any() % 2 ? any() % 10 : any() % 4 ? any() % 256 : any(); }

_Bool symir_bool(const char *name) { (void)name; return any() % 2; }
#define DEFINE(type, function) type function(const char *name) { (void)name; return (type)value(); }
DEFINE(char, symir_char)
DEFINE(signed char, symir_schar)
DEFINE(unsigned char, symir_uchar)
DEFINE(short, symir_short)
DEFINE(unsigned short, symir_ushort)
DEFINE(int, symir_int)
DEFINE(unsigned int, symir_uint)
DEFINE(long, symir_long)
DEFINE(unsigned long, symir_ulong)
DEFINE(long long, symir_longlong)
DEFINE(unsigned long long, symir_ulonglong)
DEFINE(float, symir_float)
DEFINE(double, symir_double)
int symir_range(int low, int high, const char *name) {
    (void)name;
    return low + (int)(any() % ((unsigned long long)((long long)high - low) + 1));
}
void symir_bytes(void *ptr, size_t size, const char *name) {
    (void)name;
    for (size_t i = 0; i < size; i++) ((unsigned char *)ptr)[i] = (unsigned char)value();
}
void symir_string(char *ptr, size_t size, const char *name) {
    symir_bytes(ptr, size, name);
    ptr[size - 1] = '\0';
}
struct known { const void *start; size_t n; };
static struct known arrays[64];
static unsigned n_arrays;
void symir_elements(void *pointer, size_t size, size_t most, const char *name) {
    size_t n = any() % (most + 1);
    void *start = malloc(n * size + 1);
    symir_bytes(start, n * size, name);
    arrays[n_arrays++ % 64] = (struct known){start, n};
    memcpy(pointer, &start, sizeof start);
}
size_t symir_length(const void *array, size_t size) {
    (void)size;
    for (unsigned i = 0; i < 64; i++)
        if (arrays[i].start == array) return arrays[i].n;
    return 0;
}
void symir_characters(void *pointer, size_t most, const char *name) {
    size_t n = any() % (most + 1);
    char *start = malloc(n + 1);
    for (size_t i = 0; i < n; i++) start[i] = (char)(any() % 4 ? 'a' + any() % 26 : 1 + any() % 127);
    start[n] = '\0';
    (void)name;
    memcpy(pointer, &start, sizeof start);
}
/* Of what is behind the pointer only its bytes are known here. */
void symir_typed(void *pointer, size_t size, const char *name) {
    void *start;
    memcpy(&start, pointer, sizeof start);
    if (size == sizeof start) memset(start, 0, size);
    else symir_bytes(start, size, name);
}
/* Half of its words are zero, the others are numbers. */
void *random_object(size_t size) {
    if (any() % 4 == 0) return NULL;
    unsigned char *object = calloc(1, size);
    for (size_t at = 0; at < size; at += 4) {
        unsigned word = any() % 2 ? 0 : (unsigned)value();
        memcpy(object + at, &word, size - at < sizeof word ? size - at : sizeof word);
    }
    return object;
}
void symir_mocked(void) {}
void symir_assume(int condition) {
    if (condition) return;
    ends("assumption");
    exit(0);
}
_Noreturn void symir_assert_fail(const char *expression, const char *file, unsigned line) {
    (void)expression;
    (void)file;
    (void)line;
    abort();
}
void symir_test_begin(const char *function) { (void)function; is_tested = 1; }
void symir_test_end(void) { is_tested = 2; ends("returned"); }
