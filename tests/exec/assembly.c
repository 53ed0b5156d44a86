/* Inline assembly as kernels, C libraries and cryptography have it. */
#include <stdint.h>
#include <stdio.h>

#define SHOW(x) printf(#x " %llx\n", (unsigned long long)(x))

static uint16_t swap16(uint16_t x) {
    __asm__("rorw $8, %w0" : "+r"(x) : : "cc");
    return x;
}

static uint32_t swap32(uint32_t x) {
    __asm__("bswap %0" : "+r"(x));
    return x;
}

static uint64_t swap64(uint64_t x) {
    __asm__("bswapq %0" : "=r"(x) : "0"(x));
    return x;
}

static unsigned rotate(unsigned x, unsigned char n) {
    __asm__("roll %%cl, %0" : "+r"(x) : "c"(n) : "cc");
    return x;
}

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t low;
    __asm__("mulq %3" : "=a"(low), "=d"(*high) : "a"(a), "rm"(b) : "cc");
    return low;
}

static uint32_t divide(uint64_t a, uint32_t b, uint32_t *rest) {
    uint32_t quotient;
    __asm__("divl %4" : "=a"(quotient), "=d"(*rest) : "0"((uint32_t)a), "1"((uint32_t)(a >> 32)), "rm"(b));
    return quotient;
}

static void add128(uint64_t *high, uint64_t *low, uint64_t h, uint64_t l) {
    __asm__("addq %3, %1\n\tadcq %2, %0" : "+r"(*high), "+r"(*low) : "r"(h), "r"(l) : "cc");
}

static void sub128(uint64_t *high, uint64_t *low, uint64_t h, uint64_t l) {
    __asm__("subq %3, %1\n\tsbbq %2, %0" : "+&r"(*high), "+&r"(*low) : "rme"(h), "rme"(l) : "cc");
}

static long first_bit(unsigned long x) {
    long at;
    __asm__("bsfq %1, %0\n\tcmovzq %2, %0" : "=&r"(at) : "rm"(x), "r"(-1L) : "cc");
    return at;
}

static int last_bit(unsigned x) {
    int at = -1;
    __asm__("bsrl %1, %0" : "+r"(at) : "rm"(x) : "cc");
    return at;
}

static int has_bit(const unsigned long *bits, long n) {
    unsigned char is_set;
    __asm__ volatile("btq %2, %1\n\tsetc %0" : "=q"(is_set) : "m"(*bits), "r"(n) : "cc");
    return is_set;
}

static int set_bit(unsigned long *bits, long n) {
    int was;
    __asm__ volatile("lock; btsq %2, %1\n\tsbbl %0, %0" : "=r"(was), "+m"(*bits) : "Ir"(n) : "memory", "cc");
    return was;
}

static int add_to(int *counter, int by) {
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*counter) : : "memory", "cc");
    return by;
}

static int exchange(int *place, int value) {
    __asm__ volatile("xchgl %0, %1" : "=r"(value), "+m"(*place) : "0"(value) : "memory");
    return value;
}

static int compare_exchange(int *place, int old, int value) {
    int before;
    __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(before), "+m"(*place) : "r"(value), "0"(old) : "memory");
    return before;
}

static int decrement(int *count) {
    unsigned char is_zero;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(*count), "=qm"(is_zero) : : "memory");
    return is_zero;
}

static int overflows(int a, int b) {
    int result;
    __asm__("addl %2, %1" : "=@cco"(result), "+r"(a) : "r"(b));
    return result;
}

static double root(double x) {
    __asm__("fsqrt" : "+t"(x));
    return x;
}

static double vector_root(double x) {
    double y;
    __asm__("sqrtsd %1, %0" : "=x"(y) : "x"(x));
    return y;
}

static void copy(void *to, const void *from, unsigned long n) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static void fill(void *to, int byte, unsigned long n) {
    __asm__ volatile("cld; rep; stosb" : "+D"(to), "+c"(n) : "a"(byte) : "memory");
}

static long sum_of(const long *values, long index) {
    long result;
    __asm__("movq 8(%1,%2,8), %0\n\tleaq -1(%0,%0), %0" : "=&r"(result) : "r"(values), "r"(index) : "memory");
    return result;
}

static int high_byte(int x) {
    int y;
    __asm__("movzbl %h1, %0" : "=r"(y) : "Q"(x));
    return y;
}

static int smaller(int a, int b) {
    __asm__("cmpl %1, %0; cmovgl %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}

static void quiet(void) {
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("mfence; lfence\n\tsfence" ::: "memory");
    __asm__ volatile("nop # nothing");
}

static int hidden(int x) {
    __asm__("" : "+r"(x));
    return x;
}

static unsigned flags_of_inc(unsigned x) {
    unsigned char is_zero;
    __asm__("incl %0\n\tsetz %1" : "+r"(x), "=q"(is_zero) : : "cc");
    return x << 1 | is_zero;
}

static long negate(long x) {
    __asm__("negq %0" : "+r"(x) : : "cc");
    return x;
}

static unsigned short invert(unsigned short x) {
    __asm__("notw %0" : "+r"(x));
    return x;
}

static int multiply_signed(int a, int b) {
    __asm__("imull %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}

static int divide_signed(int a, int b, int *rest) {
    int quotient;
    __asm__("cltd\n\tidivl %3" : "=&a"(quotient), "=&d"(*rest) : "0"(a), "r"(b) : "cc");
    return quotient;
}

static int divide_intel_names(int a, int b) {
    __asm__("cdq\n\tidivl %1" : "+a"(a) : "r"(b) : "cc", "rdx");
    return a;
}

static long divide_long(long a, long b) {
    __asm__("cqto\n\tidivq %1" : "+a"(a) : "r"(b) : "cc", "rdx");
    return a;
}

static long divide_long_intel_names(long a, long b) {
    __asm__("cqo\n\tidivq %1" : "+a"(a) : "r"(b) : "cc", "rdx");
    return a;
}

static long widened(short x) {
    long wide = (unsigned short)x;
    __asm__("cwtl\n\tcltq" : "+a"(wide));
    return wide;
}

static long widened_in_a_move(int x) {
    long wide;
    __asm__("movslq %1, %0" : "=r"(wide) : "r"(x));
    return wide;
}

static unsigned mixed(unsigned a, unsigned b) {
    unsigned char is_zero;
    __asm__("orl %2, %0\n\txorl $0x55, %0\n\ttestl %2, %0\n\tsetz %1"
            : "+r"(a), "=&q"(is_zero)
            : "r"(b)
            : "cc");
    return a ^ is_zero;
}

static uint64_t shifted(uint64_t x, unsigned char n) {
    uint64_t left = x, right = x, sign = x, old = x;
    __asm__("shlq %%cl, %0\n\tshrq %%cl, %1\n\tsarq %%cl, %2\n\tsalq $3, %3"
            : "+r"(left), "+r"(right), "+r"(sign), "+r"(old)
            : "c"(n)
            : "cc");
    return left ^ right * 3 ^ sign * 5 ^ old * 7;
}

static unsigned counted(unsigned x) {
    unsigned ones, high, low;
    __asm__("popcntl %3, %0\n\tlzcntl %3, %1\n\ttzcntl %3, %2" : "=&r"(ones), "=&r"(high), "=&r"(low) : "r"(x) : "cc");
    return ones | high << 8 | low << 16;
}

static unsigned long with_bits(unsigned long x, unsigned long clear, unsigned long change) {
    unsigned char was_set;
    __asm__("btrq %2, %0\n\tbtcq %3, %0\n\tsetc %1" : "+r"(x), "=&q"(was_set) : "r"(clear), "r"(change) : "cc");
    return x ^ (unsigned long)was_set << 63;
}

static int carries(void) {
    unsigned char set, clear;
    __asm__("stc\n\tsetc %0\n\tclc\n\tsetc %1" : "=&q"(set), "=&q"(clear) : : "cc");
    return set * 2 + clear;
}

static unsigned long large_constant(void) {
    unsigned long x;
    __asm__("movabsq $0x123456789abcdef0, %0" : "=r"(x));
    return x;
}

static unsigned long copied_words(void) {
    unsigned long from[3] = {1, 20, 300}, to[3] = {0}, count = 3;
    void *source = from, *target = to;
    __asm__ volatile("rep movsq" : "+S"(source), "+D"(target), "+c"(count) : : "memory");
    return to[0] + to[1] + to[2] + count;
}

static int on_the_float_stack(double x) {
    double magnitude = x, other = x;
    __asm__("fabs" : "+t"(magnitude));
    __asm__("fchs" : "+t"(other));
    return (int)(magnitude * 16 + other);
}

static float single_root(float x) {
    __asm__("sqrtss %0, %0" : "+x"(x));
    return x;
}

/* What only hints at something, or concerns caches. */
static int hinted(const void *at) {
    __asm__ volatile("endbr64\n\tprefetchnta %0\n\tprefetcht0 %0\n\tprefetcht1 %0\n\tprefetcht2 %0\n\tprefetchw %0\n\t"
                     "clflush %0\n\temms"
                     :
                     : "m"(*(const char *)at));
    return *(const char *)at;
}

static void all_others(void) {
    int rest;
    SHOW(flags_of_inc(6));
    SHOW(flags_of_inc(-1u));
    SHOW(negate(5));
    SHOW(invert(0x1234));
    SHOW(multiply_signed(-7, 6));
    SHOW(divide_signed(-45, 7, &rest));
    SHOW(rest);
    SHOW(divide_intel_names(-45, 7));
    SHOW(divide_long(-45, 7));
    SHOW(divide_long_intel_names(-45, -7));
    SHOW(widened(-3));
    SHOW(widened_in_a_move(-3));
    SHOW(mixed(0x50, 5));
    SHOW(mixed(0xf0, 3));
    SHOW(shifted(0x8123456789abcdefu, 5));
    SHOW(counted(0x00f0a000));
    SHOW(with_bits(0xff, 3, 9));
    SHOW(with_bits(0xff, 9, 3));
    SHOW(carries());
    SHOW(large_constant());
    SHOW(copied_words());
    SHOW(on_the_float_stack(-2.5));
    SHOW(single_root(6.25f) * 4);
    SHOW(hinted("x"));
}

int main(void) {
    uint64_t high = 0, low;
    uint32_t rest;
    unsigned long bits[3] = {0x10, 0, 1};
    long values[3] = {5, 7, 11};
    int place = 40;
    char text[8] = "abcdefg", other[8];

    SHOW(swap16(0x1234));
    SHOW(swap32(0x12345678));
    SHOW(swap64(0x123456789abcdef0));
    SHOW(rotate(0x80000001, 33));
    low = multiply(~0ul, 3, &high);
    SHOW(low);
    SHOW(high);
    SHOW(divide(0x123456789aul, 1000, &rest));
    SHOW(rest);
    high = 1, low = ~0ul;
    add128(&high, &low, 2, 3);
    SHOW(high);
    SHOW(low);
    sub128(&high, &low, 1, 5);
    SHOW(high);
    SHOW(low);
    SHOW(first_bit(0x50));
    SHOW(first_bit(0));
    SHOW(last_bit(0x50));
    SHOW(last_bit(0));
    SHOW(has_bit(bits, 4) + 2 * has_bit(bits, 5) + 4 * has_bit(bits, 128));
    SHOW(set_bit(bits, 4));
    SHOW(set_bit(bits, 70));
    SHOW(bits[1]);
    SHOW(add_to(&place, 2));
    SHOW(exchange(&place, 9));
    SHOW(compare_exchange(&place, 8, 1));
    SHOW(compare_exchange(&place, 9, 1));
    SHOW(decrement(&place));
    SHOW(place);
    SHOW(overflows(0x7fffffff, 1) + 2 * overflows(-1, 1));
    printf("%a %a\n", root(2), vector_root(3));
    copy(other, text, 8);
    fill(text, 'x', 3);
    printf("%s %s\n", other, text);
    SHOW(sum_of(values, 1));
    SHOW(high_byte(0xabcd));
    SHOW(smaller(3, -4) + smaller(-7, 9));
    quiet();
    all_others();
    return hidden(3);
}
