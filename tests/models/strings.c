/* Strings and memory: results, and what is in the buffers afterwards. */
#define _GNU_SOURCE
#include "check.h"
#include <limits.h>
#include <strings.h>
#include <wchar.h>

#undef basename
#undef strdup
#undef strndup
MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(rawmemchr);
MODEL(memmem);
MODEL(mempcpy);
MODEL(memccpy);
MODEL(strlen);
MODEL(strnlen);
MODEL(strspn);
MODEL(strcspn);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strdup);
MODEL(strndup);
MODEL(strxfrm);
MODEL(strcmp);
MODEL(strcoll);
MODEL(strncmp);
MODEL(strchr);
MODEL(index);
MODEL(strchrnul);
MODEL(strrchr);
MODEL(rindex);
MODEL(strpbrk);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strtok_r);
MODEL(strtok);
MODEL(strsep);
MODEL(basename);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
MODEL(strerror);
MODEL(wcslen);
MODEL(wcsnlen);
MODEL(wcscpy);
MODEL(wcsncpy);
MODEL(wcscat);
MODEL(wcscmp);
MODEL(wcsncmp);
MODEL(wcschr);
MODEL(wcsrchr);
MODEL(wmemcmp);
MODEL(wmemchr);
size_t model_strlcpy(char *to, const char *from, size_t size);
size_t model_strlcat(char *to, const char *from, size_t size);

enum { SIZE = 24 };

static char a[SIZE], b[SIZE], c[SIZE];
/* The library works on one copy of a buffer and the model on another. */
static char real[2 * SIZE], model[2 * SIZE];

static int sign(int value) {
    return (value > 0) - (value < 0);
}

/* A string of up to 11 characters of few kinds, so that parts are alike. */
static void draw_string(char *s) {
    static const char kinds[] = "aAbBz/@[`{ \x80\xe9\xff";
    unsigned length = drawn(12), n_kinds = 2 + drawn(sizeof kinds - 2);

    for (unsigned i = 0; i < SIZE; i++)
        s[i] = kinds[drawn(n_kinds)];
    s[length] = '\0';
    s[SIZE - 1] = '\0';
}

#define SHOWN "a \"%s\" b \"%s\" n %zu c %d", a, b, n, wanted

static void check_readers(size_t n, int wanted) {
    CHECK(model_memcmp(a, b, n) == memcmp(a, b, n), SHOWN);
    CHECK(!model_bcmp(a, b, n) == !bcmp(a, b, n), SHOWN);
    CHECK(model_memchr(a, wanted, n) == memchr(a, wanted, n), SHOWN);
    CHECK(model_memrchr(a, wanted, n) == memrchr(a, wanted, n), SHOWN);
    CHECK(model_rawmemchr(a, 0) == rawmemchr(a, 0), SHOWN);
    CHECK(model_memmem(a, n, b, strlen(b)) == memmem(a, n, b, strlen(b)), SHOWN);
    CHECK(model_strlen(a) == strlen(a), SHOWN);
    CHECK(model_strnlen(a, n) == strnlen(a, n), SHOWN);
    CHECK(model_strspn(a, b) == strspn(a, b), SHOWN);
    CHECK(model_strcspn(a, b) == strcspn(a, b), SHOWN);
    CHECK(model_strcmp(a, b) == strcmp(a, b), SHOWN);
    CHECK(sign(model_strcoll(a, b)) == sign(strcoll(a, b)), SHOWN);
    CHECK(model_strncmp(a, b, n) == strncmp(a, b, n), SHOWN);
    CHECK(model_strcasecmp(a, b) == strcasecmp(a, b), SHOWN);
    CHECK(model_strncasecmp(a, b, n) == strncasecmp(a, b, n), SHOWN);
    CHECK(model_strchr(a, wanted) == strchr(a, wanted), SHOWN);
    CHECK(model_index(a, wanted) == index(a, wanted), SHOWN);
    CHECK(model_strchrnul(a, wanted) == strchrnul(a, wanted), SHOWN);
    CHECK(model_strrchr(a, wanted) == strrchr(a, wanted), SHOWN);
    CHECK(model_rindex(a, wanted) == rindex(a, wanted), SHOWN);
    CHECK(model_strpbrk(a, b) == strpbrk(a, b), SHOWN);
    b[drawn(4)] = '\0';
    CHECK(model_strstr(a, b) == strstr(a, b), SHOWN);
    CHECK(model_strcasestr(a, b) == strcasestr(a, b), SHOWN);
    CHECK(model_basename(a) == basename(a), SHOWN);
}

static void begin_writing(void) {
    memset(real, '#', sizeof real);
    memcpy(real, c, SIZE);
    memcpy(model, real, sizeof real);
}

/* The buffers are alike, and the results are at the same place of each. */
static void check_written(const char *name, void *real_result, void *model_result, size_t n) {
    bool alike = real_result == NULL ? model_result == NULL
                                     : (char *)real_result - real == (char *)model_result - model;

    CHECK(memcmp(real, model, sizeof real) == 0, "%s a \"%s\" c \"%s\" n %zu", name, a, c, n);
    CHECK(alike, "%s a \"%s\" c \"%s\" n %zu: another result", name, a, c, n);
}

#define WRITES(function, ...) \
    do { \
        begin_writing(); \
        void *of_real = function(real, a, ##__VA_ARGS__); \
        void *of_model = model_##function(model, a, ##__VA_ARGS__); \
        check_written(#function, of_real, of_model, n); \
    } while (0)

static void check_writers(size_t n, int wanted) {
    WRITES(strcpy);
    WRITES(stpcpy);
    WRITES(strncpy, n);
    WRITES(stpncpy, n);
    WRITES(strcat);
    WRITES(strncat, n);
    WRITES(mempcpy, n);
    WRITES(memccpy, wanted, n);
    begin_writing();
    size_t real_length = strxfrm(real, a, n), model_length = model_strxfrm(model, a, n);
    CHECK(real_length == model_length, SHOWN);
    if (real_length < n)
        check_written("strxfrm", NULL, NULL, n);
    char *real_copy = strndup(a, n), *model_copy = model_strndup(a, n);
    CHECK(strcmp(real_copy, model_copy) == 0, SHOWN);
    free(real_copy);
    free(model_copy);
    model_copy = model_strdup(a);
    CHECK(strcmp(a, model_copy) == 0, SHOWN);
    free(model_copy);
}

/* glibc 2.36 has neither function; snprintf cuts in the same way. */
static void check_limited(size_t n, int wanted) {
    begin_writing();
    size_t real_length = (size_t)snprintf(real, n, "%s", a), model_length = model_strlcpy(model, a, n);
    CHECK(real_length == model_length, SHOWN);
    check_written("strlcpy", NULL, NULL, n);
    begin_writing();
    size_t used = strnlen(real, n);
    real_length = used + (size_t)snprintf(real + used, n - used, "%s", a);
    model_length = model_strlcat(model, a, n);
    CHECK(real_length == model_length, SHOWN);
    check_written("strlcat", NULL, NULL, n);
}

static void check_tokens(void) {
    char *real_rest = real, *model_rest = model, *of_real, *of_model;

    begin_writing();
    char *first = real, *model_first = model;
    do {
        of_real = strtok_r(first, b, &real_rest);
        of_model = model_strtok_r(model_first, b, &model_rest);
        check_written("strtok_r", of_real, of_model, 0);
        first = model_first = NULL;
    } while (of_real != NULL && of_model != NULL);
    begin_writing();
    of_real = strtok(real, b);
    of_model = model_strtok(model, b);
    while (of_real != NULL && of_model != NULL) {
        check_written("strtok", of_real, of_model, 0);
        of_real = strtok(NULL, b);
        of_model = model_strtok(NULL, b);
    }
    check_written("strtok", of_real, of_model, 0);
    begin_writing();
    real_rest = real;
    model_rest = model;
    do {
        of_real = strsep(&real_rest, b);
        of_model = model_strsep(&model_rest, b);
        check_written("strsep", of_real, of_model, 0);
    } while (of_real != NULL && of_model != NULL);
}

static void draw_wide(wchar_t *s) {
    static const wchar_t kinds[] = {L'a', L'b', 0x20ac, INT_MIN, INT_MAX};
    unsigned length = drawn(7);

    for (unsigned i = 0; i < 8; i++)
        s[i] = kinds[drawn(5)];
    s[length] = L'\0';
    s[7] = L'\0';
}

static void check_wide(void) {
    wchar_t x[8], y[8], real_wide[16] = {0}, model_wide[16] = {0};
    size_t n = drawn(8);
    int wanted = drawn(2) ? L'b' : 0x20ac;

    draw_wide(x);
    draw_wide(y);
    CHECK(model_wcslen(x) == wcslen(x), "%zu", n);
    CHECK(model_wcsnlen(x, n) == wcsnlen(x, n), "%zu", n);
    CHECK(sign(model_wcscmp(x, y)) == sign(wcscmp(x, y)), "%zu", n);
    CHECK(sign(model_wcsncmp(x, y, n)) == sign(wcsncmp(x, y, n)), "%zu", n);
    CHECK(sign(model_wmemcmp(x, y, n)) == sign(wmemcmp(x, y, n)), "%zu", n);
    CHECK(model_wmemchr(x, wanted, n) == wmemchr(x, wanted, n), "%zu", n);
    CHECK(model_wcschr(x, wanted) == wcschr(x, wanted), "%zu", n);
    CHECK(model_wcsrchr(x, wanted) == wcsrchr(x, wanted), "%zu", n);
    wcscat(wcscpy(real_wide, x), y);
    model_wcscat(model_wcscpy(model_wide, x), y);
    CHECK(memcmp(real_wide, model_wide, sizeof real_wide) == 0, "%zu", n);
    wcsncpy(real_wide, y, n);
    model_wcsncpy(model_wide, y, n);
    CHECK(memcmp(real_wide, model_wide, sizeof real_wide) == 0, "%zu", n);
}

void check_strings(void) {
    for (int i = 0; i < ROUNDS(20000); i++) {
        draw_string(a);
        draw_string(b);
        draw_string(c);
        if (drawn(4) == 0)
            memcpy(b, a, 1 + drawn(6));
        size_t n = drawn(16);
        int wanted = (int)drawn(8) == 0 ? 0 : (int)"aAbBz\xe9"[drawn(6)] + (drawn(3) == 0) * 256;
        check_writers(n, wanted);
        check_limited(n, wanted);
        check_tokens();
        check_readers(n, wanted);
        check_wide();
    }
    for (int i = 0; i < 64; i++) {
        long long value = (long long)(1ull << i) | (long long)(seed << i);
        CHECK(model_ffs((int)value) == ffs((int)value), "%lld", value);
        CHECK(model_ffsl(value) == ffsl(value), "%lld", value);
        CHECK(model_ffsll(value) == ffsll(value), "%lld", value);
    }
    CHECK(model_ffs(0) == 0, "0");
    for (int number = -2; number <= 40; number++)
        CHECK(strcmp(model_strerror(number), strerror(number)) == 0, "%d", number);
}
