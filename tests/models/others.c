/* Characters, arithmetic, sorting, searching, random numbers. */
#define _GNU_SOURCE
#include "check.h"
#include <ctype.h>
#include <inttypes.h>

MODEL(isalnum);
MODEL(isalpha);
MODEL(isblank);
MODEL(iscntrl);
MODEL(isdigit);
MODEL(isgraph);
MODEL(islower);
MODEL(isprint);
MODEL(ispunct);
MODEL(isspace);
MODEL(isupper);
MODEL(isxdigit);
MODEL(isascii);
MODEL(toascii);
MODEL(tolower);
MODEL(toupper);
MODEL(__ctype_b_loc);
MODEL(__ctype_tolower_loc);
MODEL(__ctype_toupper_loc);
MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(imaxabs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(imaxdiv);
MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);
MODEL(rand);
MODEL(srand);
MODEL(rand_r);

#define SAME_CLASS(function) \
    CHECK(!model_##function(c) == !(function)(c), "%d", c)

static void check_characters(void) {
    for (int c = -1; c < 256; c++) {
        SAME_CLASS(isalnum);
        SAME_CLASS(isalpha);
        SAME_CLASS(isblank);
        SAME_CLASS(iscntrl);
        SAME_CLASS(isdigit);
        SAME_CLASS(isgraph);
        SAME_CLASS(islower);
        SAME_CLASS(isprint);
        SAME_CLASS(ispunct);
        SAME_CLASS(isspace);
        SAME_CLASS(isupper);
        SAME_CLASS(isxdigit);
        SAME_CLASS(isascii);
        CHECK(model_toascii(c) == (toascii)(c), "%d", c);
        CHECK(model_tolower(c) == (tolower)(c), "%d", c);
        CHECK(model_toupper(c) == (toupper)(c), "%d", c);
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
}

#define SAME_DIVISION(type, function, a, b) \
    do { \
        type of_real = function(a, b), of_model = model_##function(a, b); \
        CHECK(of_real.quot == of_model.quot && of_real.rem == of_model.rem, "%d / %d", a, b); \
    } while (0)

static void check_arithmetic(void) {
    for (int i = 0; i < ROUNDS(1000); i++) {
        int a = (int)drawn(2000) - 1000, b = (int)drawn(40) - 20;

        if (b == 0)
            continue;
        CHECK(model_abs(a) == abs(a), "%d", a);
        CHECK(model_labs(a) == labs(a), "%d", a);
        CHECK(model_llabs(a) == llabs(a), "%d", a);
        CHECK(model_imaxabs(a) == imaxabs(a), "%d", a);
        SAME_DIVISION(div_t, div, a, b);
        SAME_DIVISION(ldiv_t, ldiv, a, b);
        SAME_DIVISION(lldiv_t, lldiv, a, b);
        SAME_DIVISION(imaxdiv_t, imaxdiv, a, b);
    }
}

/* Only the key is compared, so that an unstable sort shows. */
struct element {
    short key;
    int number;
    char rest[5];
};

static int by_key(const void *a, const void *b) {
    return ((const struct element *)a)->key - ((const struct element *)b)->key;
}

static int by_key_times(const void *a, const void *b, void *factor) {
    return by_key(a, b) * *(int *)factor;
}

static int by_byte(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void check_sorting(void) {
    enum { MOST = 120 };
    static struct element real[MOST], model[MOST];
    unsigned char real_bytes[MOST], model_bytes[MOST];

    for (int i = 0; i < ROUNDS(1000); i++) {
        size_t n = drawn(i % 2 ? 12 : MOST);
        unsigned n_keys = 1 + drawn(i % 3 ? 200 : 5);

        for (size_t at = 0; at < n; at++) {
            real[at] = (struct element){(short)(drawn(n_keys) - 3), (int)at, "rest"};
            real_bytes[at] = model_bytes[at] = (unsigned char)drawn(256);
        }
        memcpy(model, real, sizeof real);
        qsort(real, n, sizeof *real, by_key);
        model_qsort(model, n, sizeof *model, by_key);
        for (size_t at = 0; at < n; at++)
            CHECK(real[at].number == model[at].number, "%zu of %zu", at, n);
        struct element key = {.key = (short)(drawn(n_keys) - 3)};
        void *of_real = bsearch(&key, real, n, sizeof *real, by_key);
        void *of_model = model_bsearch(&key, real, n, sizeof *real, by_key);
        CHECK(of_real == of_model, "%d in %zu", key.key, n);
        int factor = -1;
        qsort_r(real, n, sizeof *real, by_key_times, &factor);
        model_qsort_r(model, n, sizeof *model, by_key_times, &factor);
        for (size_t at = 0; at < n; at++)
            CHECK(real[at].number == model[at].number, "%zu of %zu", at, n);
        qsort(real_bytes, n, 1, by_byte);
        model_qsort(model_bytes, n, 1, by_byte);
        CHECK(memcmp(real_bytes, model_bytes, n) == 0, "%zu bytes", n);
    }
}

static void check_random(void) {
    static const unsigned seeds[] = {0, 1, 2, 42, 2147483647, 2147483648, 4294967295};

    for (int i = 0; i < ROUNDS(500); i++)
        CHECK(model_rand() == rand(), "unseeded, draw %d", i);
    for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
        unsigned real = seeds[s], model = seeds[s];

        srand(seeds[s]);
        model_srand(seeds[s]);
        for (int i = 0; i < ROUNDS(500); i++) {
            CHECK(model_rand() == rand(), "seed %u, draw %d", seeds[s], i);
            CHECK(model_rand_r(&model) == rand_r(&real), "seed %u, draw %d", seeds[s], i);
        }
    }
}

void check_others(void) {
    check_characters();
    check_arithmetic();
    check_sorting();
    check_random();
}
