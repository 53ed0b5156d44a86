/* Patterns: regular expressions, those of the shell, and what gives them names. */
#define _GNU_SOURCE
#include "check.h"
#include <fnmatch.h>
#include <regex.h>

MODEL(regcomp);
MODEL(regexec);
MODEL(regerror);
MODEL(regfree);
MODEL(fnmatch);

enum { MOST_GROUPS = 6 };

static void compare(const char *text, int flags, const char *const *subjects, int n, int of_exec) {
    regex_t real, model;
    int of_real = regcomp(&real, text, flags), of_model = model_regcomp(&model, text, flags);

    CHECK(of_real == of_model, "/%s/ with %d: %d, not %d", text, flags, of_model, of_real);
    if (of_real != 0 || of_model != 0) {
        if (of_real == 0)
            regfree(&real);
        if (of_model == 0)
            model_regfree(&model);
        return;
    }
    CHECK(real.re_nsub == model.re_nsub, "/%s/: %zu groups, not %zu", text, model.re_nsub, real.re_nsub);
    for (int i = 0; i < n; i++) {
        regmatch_t a[MOST_GROUPS], b[MOST_GROUPS];

        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        a[0].rm_so = b[0].rm_so = 1;
        a[0].rm_eo = b[0].rm_eo = (int)strlen(subjects[i]) - 1;
        if ((of_exec & REG_STARTEND) != 0 && a[0].rm_eo < 1)
            continue;
        of_real = regexec(&real, subjects[i], MOST_GROUPS, a, of_exec);
        of_model = model_regexec(&model, subjects[i], MOST_GROUPS, b, of_exec);
        CHECK(of_real == of_model, "/%s/ with %d on \"%s\" with %d: %d, not %d", text, flags, subjects[i], of_exec,
              of_model, of_real);
        for (int j = 0; of_real == 0 && of_model == 0 && (flags & REG_NOSUB) == 0 && j < MOST_GROUPS; j++)
            CHECK(a[j].rm_so == b[j].rm_so && a[j].rm_eo == b[j].rm_eo,
                  "/%s/ with %d on \"%s\", group %d: %d to %d, not %d to %d", text, flags, subjects[i], j, b[j].rm_so,
                  b[j].rm_eo, a[j].rm_so, a[j].rm_eo);
    }
    regfree(&real);
    model_regfree(&model);
}

static const char *const tables[] = {
    "", "a", "abc", "^abc$", "a*", "a\\+", "a\\?", "a\\{2\\}", "a\\{2,3\\}", "\\(ab\\)*", "\\(a\\)\\1", "\\(a*\\)b\\1",
    "*a", "\\(*a\\)", "^*a", "a|b", "a\\|b", "a+", "a?b", "(ab|a)(c|bcd)(d*)", "(a|ab)(c|bcd)(d*)", "(a*)(ab)*(b*)",
    "(a*)*", "(a*)+", "(a|b)*c", "((a)|b)*", "(a?)*b", "x{2,", "x{", "x{a}", "x{3,2}", "x{2}{3}", "a**", "a{,2}",
    "a{,}", "a{}", "a{40000}", "a\\{40000\\}", "()", "()*", "(|a)b", "a||b", "|a", "a|", "(", ")", "\\(", "\\)", "a)", "[",
    "[]", "[]a]", "[^]a]", "[a-c]", "[c-a]", "[a-]", "[-a]", "[a-c-e]", "[[:alpha:]]", "[[:alpha:]_-]", "[[:foo:]]",
    "[[:alpha", "[[=a=]b]", "[[.a.]-c]", "[[.hyphen.]]", "[[:digit:]-z]", "[^a-z]", "[^[:space:]]", "\\", "a\\", "\\w+",
    "\\W", "\\s", "\\S+", "\\bab", "ab\\b", "\\<a", "a\\>", "\\Ba", "\\`a", "a\\'", "a$b", "a^b", "$", "^", "^$", "(^a)",
    "(a$)", "a\\(^b\\)", "\\(^a\\)", "\\(a$\\)", "a$\\|b", "+a", "?a", "{a", "{1}", "\\{1\\}a", "^*", "^+", "$*", "(*a)",
    "(+a)", "a|*b", "\\.", "a.c", "a\\{1,2\\}\\{2\\}", "a*\\{2\\}", "a{1a}", "\\1", "(a)\\1", "(a)\\2", "\\(a\\)\\2",
    "(a|b)\\1", "[a\\]b]", "[\\n]", "A", "[A-C]x", "[[:upper:]]", "[[:lower:]]+", "(a*)(a|aa)", "(a|aa)(a*)",
    "a.*b", "(foo|foobar)(bar)?", "^(.*),(.*)$", "([0-9]+)-([0-9]+)", "(([a-z]+)|([0-9]+))*", "(a{2,3}){2}", "(ab?)*",
    "a{0}b", "(a){0}b", "(a){0,1}b", "x(y{0,2})*z", "[a", "[a-", "[^", "[[:", "[[.", "(a(b(c)?)?)?d",
};

static const char *const subjects[] = {
    "", "a", "b", "ab", "abc", "abcd", "aab", "aaab", "aaaa", "abab", "ababa", "xabcx", "ABC", "a b", "a\nb", "b\na",
    "foobar", "foobarbar", "a,b,c", "12-34", "abc12x", "-", "]", "a]", "*a", "+a", "{a", "xxyyz", "a$b", "a^b", "_a", "\\n",
};

enum { N_SUBJECTS = sizeof subjects / sizeof *subjects };

/* A pattern from a grammar that glibc is right about: no references, anchors only around the whole, and no empty
 * alternatives, on which it may go on for ever. */
static char *generate(char *to, int depth) {
    static const char *const atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]", "[[:alpha:]]", "\\w", "ab"};
    static const char *const repetitions[] = {"*", "+", "?", "{2}", "{0,2}", "{1,}", "{,2}"};
    int n = 1 + (int)drawn(3);

    for (int i = 0; i < n; i++) {
        /* What an interval of a group that may be empty leaves in the group is glibc's secret. */
        unsigned n_repetitions = 7;

        if (depth > 0 && drawn(3) == 0) {
            *to++ = '(';
            to = generate(to, depth - 1);
            *to++ = ')';
            n_repetitions = 3;
        } else {
            to = stpcpy(to, atoms[drawn(sizeof atoms / sizeof *atoms)]);
        }
        if (drawn(5) < 2)
            to = stpcpy(to, repetitions[drawn(n_repetitions)]);
        if (i + 1 < n && drawn(5) == 0)
            *to++ = '|';
    }
    *to = '\0';
    return to;
}

static void check_generated(void) {
    enum { N_PATTERNS = 600, N_DRAWN = 12 };

    for (int i = 0; i < ROUNDS(N_PATTERNS); i++) {
        char pattern[256], texts[N_DRAWN][8];
        const char *pointers[N_DRAWN];

        char *begin = pattern, *end;
        if (drawn(5) == 0)
            *begin++ = '^';
        end = generate(begin, 2);
        if (drawn(5) == 0)
            strcpy(end, "$");
        for (int j = 0; j < N_DRAWN; j++) {
            int n = (int)drawn(8);

            for (int k = 0; k < n; k++)
                texts[j][k] = "abcab\nx"[drawn(7)];
            texts[j][n] = '\0';
            pointers[j] = texts[j];
        }
        compare(pattern, REG_EXTENDED | (drawn(4) == 0 ? REG_NEWLINE : 0) | (drawn(4) == 0 ? REG_ICASE : 0), pointers,
                N_DRAWN, 0);
    }
}

static void check_regular_expressions(void) {
    static const int flags[] = {0, REG_EXTENDED, REG_EXTENDED | REG_ICASE, REG_EXTENDED | REG_NEWLINE, REG_NEWLINE, REG_NOSUB};
    static const int of_exec[] = {0, REG_NOTBOL, REG_NOTEOL, REG_STARTEND};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i += STRIDE)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f += STRIDE)
            for (size_t e = 0; e < 4; e++)
                compare(tables[i], flags[f], subjects, N_SUBJECTS, of_exec[e]);
    check_generated();
    for (int error = 0; error <= 16; error++)
        for (size_t size = 0; size < 80; size += 9) {
            char real[80] = "", model[80] = "";

            CHECK(regerror(error, NULL, real, size) == model_regerror(error, NULL, model, size), "%d", error);
            CHECK(strcmp(real, model) == 0, "%d: %s, not %s", error, model, real);
        }
}

static void check_shell(void) {
    static const char *const patterns[] = {
        "", "*", "?", "a*", "*a", "a*b", "a?c", "[abc]", "[!abc]", "[^abc]", "[a-c]x", "[]a]", "[!]a]", "[a", "[", "\\*", "\\",
        "a\\", "*.c", ".*", "*/b", "a/*", "a/?b", "a/[.]b", "**", "a**b", "[[:alpha:]]*", "[[:digit:]]", "[[:foo:]]", "[a-]",
        "[-a]", "[c-a]", "*.*", "?.c", "[.]c", "a[/]b", "a[!x]b", "[\\]]", "[a\\-c]", "A*", "[A-C]*", "*[[:upper:]]", "/*",
        "*b*c", "dir/*.c", "*/", "a\\/b", "[]-a]", "[[.a.]]", "[[=a=]]", "?*?", "a/b/c", "a/b",
    };
    static const char *const names[] = {
        "", "a", "b", "ab", "abc", "ac", "axc", "axb", ".c", "x.c", "a.c", ".a.c", "a/b", "a/.b", "a/xb", "a/b/c", "*", "\\", "[", "[a",
        "]", "-", "B", "Abc", "9", "/a", "dir/x.c", "dir/.c", "bbcc", "a/", "a\\", "bx", "^",
    };

    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i += STRIDE)
        for (size_t j = 0; j < sizeof names / sizeof *names; j++)
            for (int flags = 0; flags < 32; flags += STRIDE) {
                int real = fnmatch(patterns[i], names[j], flags), model = model_fnmatch(patterns[i], names[j], flags);

                CHECK(real == model, "\"%s\" on \"%s\" with %d: %d, not %d", patterns[i], names[j], flags, model, real);
            }
}

void check_patterns(void) {
    check_regular_expressions();
    check_shell();
}
