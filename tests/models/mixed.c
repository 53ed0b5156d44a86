/* Formatted input from wide strings, temporary names, the locale as an object, and what is ready. */
#define _GNU_SOURCE
#include "check.h"
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <sys/resource.h>
#include <wchar.h>

MODEL(swscanf);
MODEL(newlocale);
MODEL(uselocale);
MODEL(isalpha_l);
MODEL(strcasecmp_l);
MODEL(poll);
MODEL(mktemp);
MODEL(mkdtemp);
MODEL(getrlimit);
MODEL(__errno_location);

static void check_wide_input(void) {
    static const wchar_t *const texts[] = {L"12 ab 3.5 x", L"  -7 word", L"", L"zz", L"0x1f, 9"};
    static const wchar_t *const formats[] = {L"%d %ls %lf %lc", L"%d%ls", L"%d", L"%x, %d", L"%2d%n"};

    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            char a[4][64], b[4][64];

            memset(a, 0, sizeof a);
            memset(b, 0, sizeof b);
            int real = swscanf(texts[i], formats[j], a[0], a[1], a[2], a[3]);
            int model = model_swscanf(texts[i], formats[j], b[0], b[1], b[2], b[3]);
            CHECK(real == model && memcmp(a, b, sizeof a) == 0, "swscanf(%ls, %ls): %d, not %d", texts[i], formats[j], model, real);
        }
}

void check_mixed(void) {
    char name[] = "/tmp/nameXXXXXX", bad[] = "nameXXXXX";
    struct pollfd awaited[] = {{1, POLLOUT, 0}, {-1, POLLIN, 7}, {60, POLLIN, 0}};
    struct rlimit limit;

    check_wide_input();
    locale_t locale = model_newlocale(LC_ALL_MASK, "C", NULL);
    CHECK(locale != NULL && model_newlocale(LC_ALL_MASK, "xx_YY", NULL) == NULL && *model___errno_location() == ENOENT, "newlocale");
    CHECK(model_uselocale(NULL) == LC_GLOBAL_LOCALE && model_uselocale(locale) == LC_GLOBAL_LOCALE && model_uselocale(NULL) == locale,
          "uselocale");
    CHECK(model_isalpha_l('a', locale) && !model_isalpha_l('1', locale) && model_strcasecmp_l("aB", "Ab", locale) == 0, "isalpha_l");
    CHECK(model_poll(awaited, 3, 0) == 2 && awaited[0].revents == POLLOUT && awaited[1].revents == 0 && awaited[2].revents == POLLNVAL,
          "poll");
    CHECK(model_mkdtemp(bad) == NULL && *model___errno_location() == EINVAL, "mkdtemp");
    CHECK(model_mkdtemp(name) == name && strcmp(name, "/tmp/nameXXXXXX") != 0, "%s", name);
    CHECK(*model_mktemp(bad) == '\0', "mktemp");
    CHECK(model_getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == 8 << 20 && model_getrlimit(99, &limit) == -1, "getrlimit");
}
