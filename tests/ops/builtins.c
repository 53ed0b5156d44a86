// What C and the headers for SSE2 make of LLVM's operations.
#include <emmintrin.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t U64;

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef _BitInt(37) odd;
typedef unsigned _BitInt(101) wide;

U64 bit_counts(U64 a, U64 b) {
    U64 r = __builtin_popcountll(a) + 7 * __builtin_popcount(b) + 3 * __builtin_parityll(a);
    r = r * 67 + (a ? __builtin_clzll(a) : 99);
    r = r * 67 + ((uint32_t)b ? __builtin_ctz(b) : 98);
    r = r * 67 + __builtin_ffsll(a) + __builtin_clrsbll(b);
    return r;
}

U64 swaps(U64 a, U64 b) {
    U64 r = __builtin_bswap64(a) ^ __builtin_bswap32(b) ^ __builtin_bswap16(b >> 7);
    return r + __builtin_bitreverse64(b) + __builtin_bitreverse8(a);
}

U64 rotations(U64 a, U64 b) {
    U64 r = __builtin_rotateleft64(a, b) + __builtin_rotateright32(a, b) + __builtin_rotateleft8(a, b);
    return r ^ (a << (b & 63) | a >> (-b & 63));
}

U64 checked(U64 a, U64 b) {
    int64_t s, t;
    U64 u, v;
    int small;
    __int128 huge;
    U64 flags = __builtin_add_overflow((int64_t)a, (int64_t)b, &s);
    flags = flags * 2 + __builtin_mul_overflow((int64_t)a, (int64_t)b, &t);
    flags = flags * 2 + __builtin_sub_overflow(a, b, &u);
    flags = flags * 2 + __builtin_mul_overflow(a, b, &v);
    flags = flags * 2 + __builtin_add_overflow(a, (int64_t)b, &small);
    flags = flags * 2 + __builtin_mul_overflow((__int128)a << 50, (__int128)(int64_t)b, &huge);
    return flags + (U64)s + (U64)t * 3 + u * 5 + v * 7 + small + (U64)(huge >> 64);
}

U64 saturated(U64 a, U64 b) {
    U64 r = __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat((int)a, (int)b);
    return r + __builtin_elementwise_max((int8_t)a, (int8_t)b) + __builtin_elementwise_abs((int16_t)(b >> 1));
}

U64 bit_ints(U64 a, U64 b) {
    odd x = (odd)a, y = (odd)b;
    wide u = (wide)a << 40 | b, v = (wide)b * b;
    odd *p = &x;
    *p = *p + y;
    struct { char c; odd o; wide w; } s = {1, x, u};
    s.o ^= y;
    wide q = v ? u / (v | 1) : u % 12345;
    return (U64)s.o + (U64)(u * v >> 37) + (U64)q + (U64)(s.w > v);
}

U64 huge(U64 a, U64 b) {
    __int128 x = (__int128)a * (int64_t)b, y = (__int128)b << 64 | a;
    unsigned __int128 d = (unsigned __int128)y / (b | 1), m = (unsigned __int128)y % (a | 3);
    return (U64)(x >> 64) + (U64)(x ^ y) + (U64)d + (U64)(d >> 64) + (U64)m + (x < y) + (U64)(y >> (a & 127));
}

U64 loops(U64 a, U64 b) {
    unsigned char bytes[32];
    uint32_t sums[32];
    for (int i = 0; i < 32; i++) bytes[i] = (unsigned char)(a >> (i % 8) * 8) + i;
    for (int i = 0; i < 32; i++) sums[i] = bytes[i] > (unsigned char)b ? bytes[i] * 3u : bytes[i] ^ (uint32_t)b;
    uint32_t all = 0, most = 0;
    for (int i = 0; i < 32; i++) all += sums[i], most = sums[i] > most ? sums[i] : most;
    return (U64)all << 32 | most;
}

U64 bit_fields(U64 a, U64 b) {
    struct { unsigned x : 3; int y : 13; U64 z : 40; _Bool f : 1; } s = {0};
    s.x = a;
    s.y = b;
    s.z = a ^ b;
    s.f = a & 1;
    s.z += s.y;
    return s.z + (U64)s.y * 3 + s.x * 5 + s.f;
}

U64 vectors(U64 a, U64 b) {
    v4 x = {(int)a, (int)(a >> 32), (int)b, (int)(b >> 32)};
    v4 y = x * 3 + (x >> 2), m = x > y, z;
    y[b & 3] = 7;
    z = (m & y) | (~m & x);
    z = __builtin_shufflevector(z, x, 3, 6, 1, 4);
    v16 w = (v16)z;
    w[a & 15] ^= 0x55;
    typedef unsigned short v8 __attribute__((vector_size(16)));
    v8 h = __builtin_convertvector(__builtin_shufflevector(w, w, 0, 2, 4, 6, 8, 10, 12, 14), v8);
    h <<= 3;
    return ((U64 __attribute__((vector_size(16))))h)[1] + __builtin_reduce_add(z) + w[3] + __builtin_reduce_max(x);
}

static U64 folded(__m128i v) {
    return (U64)_mm_cvtsi128_si64(v) * 3 + (U64)_mm_cvtsi128_si64(_mm_srli_si128(v, 8));
}

U64 sse2(U64 a, U64 b) {
    __m128i x = _mm_set_epi64x((long long)a, (long long)b), y = _mm_set_epi64x((long long)~b, (long long)(a * 5));
    U64 r = folded(_mm_add_epi8(x, y)) + folded(_mm_sub_epi16(x, y)) + folded(_mm_adds_epu8(x, y));
    r = r * 31 + folded(_mm_subs_epi16(x, y)) + folded(_mm_min_epu8(x, y)) + folded(_mm_max_epi16(x, y));
    r = r * 31 + folded(_mm_cmpgt_epi8(x, y)) + folded(_mm_cmpeq_epi32(x, y)) + folded(_mm_avg_epu8(x, y));
    r = r * 31 + folded(_mm_unpacklo_epi8(x, y)) + folded(_mm_shuffle_epi32(x, 0x1b));
    r = r * 31 + folded(_mm_andnot_si128(x, y)) + folded(_mm_mul_epu32(x, y)) + folded(_mm_mullo_epi16(x, y));
    return r + (U64)_mm_extract_epi16(y, 5) + folded(_mm_insert_epi16(x, (int)b, 2));
}

U64 sse2_intrinsics(U64 a, U64 b) {
    __m128i x = _mm_set_epi64x((long long)a, (long long)b), y = _mm_set_epi64x((long long)~b, (long long)(a * 5));
    U64 r = (U64)_mm_movemask_epi8(x) + 3 * (U64)_mm_movemask_pd(_mm_castsi128_pd(y));
    r = r * 31 + (U64)_mm_movemask_ps(_mm_castsi128_ps(x));
    r = r * 31 + folded(_mm_packs_epi16(x, y)) + folded(_mm_packus_epi16(x, y)) + folded(_mm_packs_epi32(x, y));
    r = r * 31 + folded(_mm_mulhi_epi16(x, y)) + folded(_mm_mulhi_epu16(x, y)) + folded(_mm_madd_epi16(x, y));
    r = r * 31 + folded(_mm_sad_epu8(x, y));
    r = r * 31 + folded(_mm_slli_epi16(x, 3)) + folded(_mm_srli_epi32(x, 40)) + folded(_mm_srai_epi32(y, 50));
    r = r * 31 + folded(_mm_slli_epi64(x, (int)(b & 127))) + folded(_mm_srai_epi16(y, (int)(a & 31)));
    r = r * 31 + folded(_mm_srl_epi32(x, _mm_cvtsi64_si128((long long)(b & 63))));
    _mm_lfence();
    _mm_mfence();
    _mm_pause();
    unsigned long long carried;
    r += __builtin_ia32_addcarryx_u64((unsigned char)(a & 1), a, b, &carried);
    r += carried;
    r += 2 * __builtin_ia32_subborrow_u64((unsigned char)(b & 1), a, b, &carried);
    return r + carried;
}

U64 atomics(U64 a, U64 b) {
    _Atomic U64 x = a;
    _Atomic unsigned char c = (unsigned char)b;
    _Atomic(U64 *) p = &(U64){b};
    U64 r = atomic_fetch_add(&x, b) + atomic_fetch_sub(&c, 3) + atomic_exchange(&x, 5);
    U64 expected = 5;
    r += atomic_compare_exchange_strong(&x, &expected, b);
    r += atomic_compare_exchange_weak(&x, &expected, 9) * 2 + expected;
    r += __atomic_fetch_nand(&r, a, __ATOMIC_SEQ_CST) + __atomic_fetch_max((U64 *)&x, a, __ATOMIC_RELAXED);
    r += __atomic_fetch_min((int64_t *)&x, (int64_t)b, __ATOMIC_RELAXED) + __sync_fetch_and_or(&r, 4);
    c ^= 7;
    x *= 3;
    atomic_thread_fence(memory_order_seq_cst);
    return r + x + c + *atomic_load(&p);
}

struct mixed { char c; U64 n; short s[3]; };
struct big { U64 w[5]; };

static struct mixed make(U64 n, struct big by_value) {
    by_value.w[1] += n;
    return (struct mixed){(char)n, by_value.w[1] ^ by_value.w[4], {1, (short)n, 3}};
}

static U64 variadic(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    U64 sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 3 + va_arg(list, U64);
    va_copy(copy, list);
    struct mixed m = va_arg(list, struct mixed);
    sum += m.n + (U64)m.s[1] + va_arg(list, int);
    sum += va_arg(copy, struct mixed).c;
    va_end(copy);
    va_end(list);
    return sum;
}

U64 structures(U64 a, U64 b) {
    struct big big = {{a, b, a + b, a - b, a ^ b}}, other = big;
    struct mixed m = make(b, big), copies[2];
    if (a & 1) copies[1] = m; else copies[0] = m;
    *(a & 1 ? copies : copies + 1) = (struct mixed){.n = other.w[b % 5]};
    memcpy(&big, copies, sizeof copies[0]);
    return variadic(2, a, b, m, -5) + big.w[1] + copies[1].n * 3;
}

U64 variable_arrays(U64 a, U64 b) {
    U64 sum = 0;
    for (int round = 0; round < 3; round++) {
        int n = 4 + round;
        U64 array[n], *p = __builtin_alloca(16);
        for (int i = 0; i < n; i++) array[i] = a + b * (U64)i;
        p[1] = array[n - 1];
        sum = sum * 3 + p[1] + sizeof array;
    }
    return sum;
}

U64 gotos(U64 a, U64 b) {
    static void *const labels[] = {&&add, &&twice, &&end};
    U64 r = a, steps = 0;
next:
    if (++steps > 6) goto end;
    goto *labels[(b >> steps) % 3];
add:
    r += b;
    goto next;
twice:
    r = r * 2 + ({ U64 t = steps; t * t; });
    goto next;
end:
    switch (r & 0xff) {
    case 1 ... 99: return r * 3;
    case 0: case 255: r ^= b;
    default: return r + steps;
    }
}

U64 built_ins(U64 a, U64 b) {
    char buffer[24];
    memset(buffer, (int)b, sizeof buffer);
    memmove(buffer + 3, &a, 8);
    U64 r;
    memcpy(&r, buffer + 1, 8);
    r += __builtin_object_size(buffer + 4, 0) + __builtin_dynamic_object_size(buffer, 1);
    r += __builtin_constant_p(a) * 3 + __builtin_constant_p(5);
    if (__builtin_expect(a > b, 1)) r ^= 0xff;
    __builtin_assume(r == r);
    __builtin_prefetch(buffer);
    __builtin_nondeterministic_value(r);
    int64_t *p = __builtin_assume_aligned(&r, 8);
    __asm__ volatile("" : "+r"(r) : : "memory");
    return (U64)*p + (U64)__builtin_memcmp(buffer, buffer + 1, 0);
}

// Of numbers of both widths, among them subnormal ones, infinities and NaNs.
U64 fractions(U64 a, U64 b) {
    double d, m;
    float f, n;
    int e, g;
    uint32_t narrow = b;
    U64 r;
    memcpy(&d, &a, sizeof d);
    memcpy(&f, &narrow, sizeof f);
    m = __builtin_frexp(d, &e);
    n = __builtin_frexpf(f, &g);
    memcpy(&r, &m, sizeof r);
    memcpy(&narrow, &n, sizeof narrow);
    return r * 31 + narrow * 7 + (U64)e * 3 + (U64)g;
}
