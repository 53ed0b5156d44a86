/* Wide characters, options, trees and lists, versions, paths, messages. */
#define _GNU_SOURCE
#include "check.h"
#include "machine.h"
#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <locale.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <wchar.h>
#include <wctype.h>

#define FUNCTIONS(X) \
    X(strverscmp) X(dirname) X(strerror) X(strsignal) X(mbtowc) X(wctomb) X(mbstowcs) X(wcstombs) X(btowc) X(wctob) \
    X(mbrtowc) X(setlocale) X(localeconv) X(wcscasecmp) X(wcsncat) X(wcsstr) X(wcspbrk) X(wcsspn) X(wcscspn) \
    X(wcstok) X(wcsdup) X(wcstol) X(wcstoul) X(wcstod) X(swprintf) X(towlower) X(towupper) X(wctype) X(iswctype) \
    X(wctrans) X(towctrans) X(getopt) X(getopt_long) X(getopt_long_only) X(tsearch) X(tfind) X(tdelete) X(twalk) \
    X(lsearch) X(lfind) X(hcreate) X(hsearch) X(hdestroy) X(drand48) X(lrand48) X(mrand48) X(srand48) X(erand48) \
    X(__errno_location) X(signal) X(sigaction) X(sigaddset) X(sigdelset) X(sigemptyset) X(sigismember) X(reallocarray) \
    X(raise) X(getsubopt) X(wcwidth) X(strerror_r) X(mbsrtowcs)

#define X(function) MODEL(function);
FUNCTIONS(X)
#undef X

char *model___xpg_basename(char *path);
void model_warnx(const char *format, ...);
void model_warn(const char *format, ...);
extern char *model_optarg;
extern int model_optind, model_optopt, model_opterr;

static int sign(int value) {
    return (value > 0) - (value < 0);
}

static void check_versions(void) {
    static const char *const some[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10",
                                       "a1", "a01", "a10b", "a", ""};

    for (int i = 0; i < 14; i++)
        for (int j = 0; j < 14; j++)
            CHECK(sign(model_strverscmp(some[i], some[j])) == sign(strverscmp(some[i], some[j])), "%s %s", some[i],
                  some[j]);
    for (int i = 0; i < ROUNDS(50000); i++) {
        char a[8] = "", b[8] = "";

        for (int at = 0; at < 6; at++) {
            a[at] = "001129a."[drawn(8)];
            b[at] = drawn(3) ? a[at] : "001129a"[drawn(8)];
        }
        a[drawn(7)] = b[drawn(7)] = '\0';
        CHECK(sign(model_strverscmp(a, b)) == sign(strverscmp(a, b)), "%s %s: %d", a, b, strverscmp(a, b));
    }
}

static void check_paths(void) {
    for (int i = 0; i < ROUNDS(3000); i++) {
        char path[10] = "", real[10], model[10];
        unsigned length = drawn(9);

        for (unsigned at = 0; at < length; at++)
            path[at] = "//a.b"[drawn(5)];
        strcpy(real, path);
        strcpy(model, path);
        const char *of_real = dirname(real), *of_model = model_dirname(model);
        CHECK(strcmp(of_real, of_model) == 0, "%s: %s, not %s", path, of_model, of_real);
        strcpy(real, path);
        strcpy(model, path);
        of_real = __xpg_basename(real);
        of_model = model___xpg_basename(model);
        CHECK(strcmp(of_real, of_model) == 0, "%s: %s, not %s", path, of_model, of_real);
    }
}

static void check_messages(void) {
    for (int i = -2; i < 140; i++) {
        CHECK(strcmp(strerror(i), model_strerror(i)) == 0, "%d", i);
        CHECK(strcmp(strsignal(i), model_strsignal(i)) == 0, "%d: %s", i, model_strsignal(i));
    }
    n_written[1] = 0;
    *model___errno_location() = ERANGE;
    model_warnx("%d %s", 5, "x");
    model_warn("y");
    CHECK(memcmp(written[1], "program: 5 x\nprogram: y: Numerical result out of range\n", n_written[1]) == 0, "warn");
    CHECK(model_signal(SIGINT, SIG_IGN) == SIG_DFL && model_raise(SIGINT) == 0, "signal");
    CHECK(strcmp(model_setlocale(LC_ALL, ""), "C") == 0 && model_setlocale(LC_ALL, "de_DE") == NULL, "setlocale");
    CHECK(strcmp(model_localeconv()->decimal_point, ".") == 0 && model_localeconv()->frac_digits == 127, "localeconv");
}

static int handled;

static void handle(int number) {
    handled = number;
}

static void check_signals(void) {
    struct sigaction action = {.sa_handler = handle}, old;
    sigset_t set;

    CHECK(model_sigaction(SIGUSR1, &action, NULL) == 0 && model_raise(SIGUSR1) == 0 && handled == SIGUSR1, "raise");
    CHECK(model_sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handle, "sigaction");
    CHECK(model_signal(SIGUSR1, SIG_DFL) == handle && model_signal(0, handle) == SIG_ERR, "signal");
    CHECK(model_sigemptyset(&set) == 0 && model_sigaddset(&set, SIGUSR1) == 0, "sigaddset");
    CHECK(sigismember(&set, SIGUSR1) == 1 && model_sigismember(&set, SIGINT) == 0, "sigismember");
    CHECK(model_reallocarray(NULL, SIZE_MAX / 2, 3) == NULL && *model___errno_location() == ENOMEM, "reallocarray");
}

static void check_multibyte(void) {
    for (int c = 0; c < 256; c++) {
        char s[2] = {(char)c, 0}, real_byte = 1, model_byte = 1;
        wchar_t real = 1, model = 1;

        CHECK(mbtowc(&real, s, 1) == model_mbtowc(&model, s, 1) && real == model, "%d", c);
        CHECK(mbrtowc(&real, s, 1, &(mbstate_t){0}) == model_mbrtowc(&model, s, 1, &(mbstate_t){0}), "%d", c);
        CHECK(wctomb(&real_byte, c) == model_wctomb(&model_byte, c) && real_byte == model_byte, "%d", c);
        CHECK(btowc(c) == model_btowc(c) && wctob(c) == model_wctob(c), "%d", c);
        CHECK(towlower(c) == model_towlower(c) && towupper(c) == model_towupper(c), "%d", c);
        CHECK(towctrans(c, wctrans("toupper")) == model_towctrans(c, model_wctrans("toupper")), "%d", c);
        CHECK(c == 0 || wcwidth(c) == model_wcwidth(c), "%d", c);
        static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                            "lower", "print", "punct", "space", "upper", "xdigit"};
        for (int i = 0; i < 12; i++)
            CHECK(!iswctype(c, wctype(names[i])) == !model_iswctype(c, model_wctype(names[i])), "%s %d", names[i], c);
    }
    static const char *const texts[] = {"", "abc", "ab\xe9", "longer than there is room"};
    for (int i = 0; i < 4; i++) {
        wchar_t real[8] = {0}, model[8] = {0};
        char real_bytes[8] = "", model_bytes[8] = "";

        CHECK(mbstowcs(real, texts[i], 8) == model_mbstowcs(model, texts[i], 8), "%s", texts[i]);
        CHECK(memcmp(real, model, sizeof real) == 0, "%s", texts[i]);
        CHECK(mbstowcs(NULL, texts[i], 0) == model_mbstowcs(NULL, texts[i], 0), "%s", texts[i]);
        real[7] = L'\0';
        CHECK(wcstombs(real_bytes, real, 5) == model_wcstombs(model_bytes, real, 5), "%s", texts[i]);
        CHECK(memcmp(real_bytes, model_bytes, sizeof real_bytes) == 0, "%s", texts[i]);
    }
}

static void check_wide(void) {
    wchar_t drawn_text[2][12], real[64], model[64], *rest = NULL, *end, *model_end;

    for (int i = 0; i < ROUNDS(3000); i++) {
        for (int t = 0; t < 2; t++)
            for (int at = 0; at < 12; at++)
                drawn_text[t][at] = at < 11 ? L"aAbB \0"[drawn(6)] : L'\0';
        wchar_t *a = drawn_text[0], *b = drawn_text[1];
        CHECK(sign(wcscasecmp(a, b)) == sign(model_wcscasecmp(a, b)), "%ls %ls", a, b);
        CHECK(wcsstr(a, b) == model_wcsstr(a, b) && wcspbrk(a, b) == model_wcspbrk(a, b), "%ls %ls", a, b);
        CHECK(wcsspn(a, b) == model_wcsspn(a, b) && wcscspn(a, b) == model_wcscspn(a, b), "%ls %ls", a, b);
        wcscpy(real, a);
        wcscpy(model, a);
        CHECK(wcscmp(wcsncat(real, b, 3), model_wcsncat(model, b, 3)) == 0, "%ls %ls", a, b);
    }
    wcscpy(model, L" a, b");
    CHECK(wcscmp(model_wcstok(model, L" ,", &rest), L"a") == 0, "wcstok");
    CHECK(wcscmp(model_wcstok(NULL, L" ,", &rest), L"b") == 0, "wcstok");
    CHECK(model_wcstok(NULL, L" ,", &rest) == NULL, "wcstok");
    CHECK(wcstol(L" -12x", &end, 0) == model_wcstol(L" -12x", &model_end, 0) && *model_end == 'x', "wcstol");
    CHECK(model_wcstod(L"1.5e1\x100", &model_end) == 15 && *model_end == 0x100, "wcstod");
    CHECK(swprintf(real, 64, L"%d %ls %s %.2f", 5, L"ab", "cd", 1.5)
              == model_swprintf(model, 64, L"%d %ls %s %.2f", 5, L"ab", "cd", 1.5), "swprintf");
    CHECK(wcscmp(real, model) == 0, "%ls", model);
    CHECK(model_swprintf(model, 3, L"%d", 12345) == -1, "swprintf");
}

/* Options: the same command lines, and the order that the arguments end in. */

static const struct option options[] = {
    {"alpha", 0, NULL, 'a'}, {"beta", 1, NULL, 'b'}, {"gamma", 2, NULL, 'g'},
    {"gamut", 0, NULL, 5}, {"b", 0, NULL, 6}, {NULL, 0, NULL, 0},
};

static void check_command_line(int n, char *const *words, const char *list, int kind) {
    char *real[10], *model[10];

    memcpy(real, words, sizeof real);
    memcpy(model, words, sizeof model);
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    for (int i = 0; i < 20; i++) {
        int found = -1, model_found = -1, of_real, of_model;

        if (kind == 0) {
            of_real = getopt(n, real, list);
            of_model = model_getopt(n, model, list);
        } else if (kind == 1) {
            of_real = getopt_long(n, real, list, options, &found);
            of_model = model_getopt_long(n, model, list, options, &model_found);
        } else {
            of_real = getopt_long_only(n, real, list, options, &found);
            of_model = model_getopt_long_only(n, model, list, options, &model_found);
        }
        CHECK(of_real == of_model && optind == model_optind && optarg == model_optarg, "%d %d: %d %d %s, not %d %d %s",
              kind, i, of_model, model_optind, model_optarg, of_real, optind, optarg);
        CHECK(of_real != '?' || optopt == model_optopt, "%d, not %d", model_optopt, optopt);
        CHECK(found == model_found || of_real == '?', "%d, not %d", model_found, found);
        CHECK(memcmp(real, model, (size_t)n * sizeof *real) == 0, "the order after %d", i);
        if (of_real == -1 || of_real != of_model)
            break;
    }
}

static void check_options(void) {
    static char *const words[] = {"-a", "-b", "-c", "-ab", "-bx", "-", "--", "x", "y", "--alpha", "--beta", "--beta=5",
                                  "--gam", "--gamma", "--gamma=7", "--al", "--alpha=1", "-d",
                                  "-alpha", "-gamut", "-cx"};
    static const char *const lists[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "ab:d"};

    for (int i = 0; i < ROUNDS(5000); i++) {
        char *line[10] = {"program"};
        int n = 1 + (int)drawn(7);

        for (int at = 1; at < n; at++)
            line[at] = words[drawn(sizeof words / sizeof *words)];
        check_command_line(n, line, lists[drawn(5)], (int)drawn(3));
    }
}

/* Trees and lists. */

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int n_visited, last_visited;

static void visit(const void *node, VISIT visit, int depth) {
    int key = **(const int **)node;

    if (visit == postorder || visit == leaf) {
        CHECK(key > last_visited, "%d after %d", key, last_visited);
        last_visited = key;
        n_visited++;
    }
}

static void check_searches(void) {
    enum { MOST = 50 };
    static int numbers[MOST];
    bool is_in[MOST] = {0};
    void *root = NULL;
    int n = 0;

    for (int i = 0; i < MOST; i++)
        numbers[i] = i;
    for (int i = 0; i < ROUNDS(2000); i++) {
        int at = (int)drawn(MOST);

        CHECK((model_tfind(&numbers[at], &root, by_number) != NULL) == is_in[at], "%d", at);
        if (drawn(2)) {
            int **node = model_tsearch(&numbers[at], &root, by_number);
            CHECK(**node == at, "%d", at);
            n += !is_in[at];
            is_in[at] = true;
        } else {
            CHECK((model_tdelete(&numbers[at], &root, by_number) != NULL) == is_in[at], "%d", at);
            n -= is_in[at];
            is_in[at] = false;
        }
    }
    last_visited = -1;
    n_visited = 0;
    /* glibc calls the visit between the subtrees "postorder". */
    model_twalk(root, visit);
    CHECK(n_visited == n, "%d of %d", n_visited, n);
    int list[4] = {3, 1};
    size_t length = 2;
    CHECK(model_lfind(&numbers[1], list, &length, sizeof(int), by_number) == list + 1, "lfind");
    CHECK(model_lsearch(&numbers[7], list, &length, sizeof(int), by_number) == list + 2 && length == 3, "lsearch");
    ENTRY entry = {"key", "data"};
    CHECK(model_hcreate(5) && model_hsearch(entry, FIND) == NULL, "hsearch");
    CHECK(strcmp(model_hsearch(entry, ENTER)->data, "data") == 0, "hsearch");
    CHECK(strcmp(model_hsearch((ENTRY){"key"}, FIND)->data, "data") == 0, "hsearch");
    model_hdestroy();
}

static void check_draws(void) {
    unsigned short real[3] = {1, 2, 3}, model[3] = {1, 2, 3};

    for (long seed = -2; seed < 3; seed++) {
        for (int i = 0; i < 50; i++) {
            CHECK(drand48() == model_drand48(), "%d", i);
            CHECK(lrand48() == model_lrand48() && mrand48() == model_mrand48(), "%d", i);
            CHECK(erand48(real) == model_erand48(model) && memcmp(real, model, sizeof real) == 0, "%d", i);
        }
        srand48(seed);
        model_srand48(seed);
    }
}

static void check_suboptions(void) {
    static char *const names[] = {"ro", "size", NULL};
    char text[] = "size=5,ro,other=1", *rest = text, *value;

    CHECK(model_getsubopt(&rest, names, &value) == 1 && strcmp(value, "5") == 0, "getsubopt");
    CHECK(model_getsubopt(&rest, names, &value) == 0 && value == NULL, "getsubopt");
    CHECK(model_getsubopt(&rest, names, &value) == -1 && strcmp(value, "other=1") == 0, "getsubopt");
}

void check_more(void) {
    check_versions();
    check_paths();
    check_messages();
    check_signals();
    check_multibyte();
    check_wide();
    check_options();
    check_searches();
    check_draws();
    check_suboptions();
}
