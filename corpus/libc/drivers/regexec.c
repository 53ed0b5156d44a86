/* regexec by patterns of every kind, of texts that end in three characters: letters from a to c and ends of lines. A
   pattern of more than 64 states goes through the larger one of two engines. */
#include <string.h>
#include <sys/types.h>
#include <regex.h>
#include "symir.h"

enum { BASIC = 0 };

static const struct {
    int how;
    const char *pattern;
    /* How many places are asked for, and how to match. */
    size_t n;
    int when;
    /* What a text begins with. */
    const char *before;
} cases[] = {
    {REG_EXTENDED, "a(b|c)*d", 2, 0, ""},
    {REG_EXTENDED, "a?b+", 1, 0, ""},
    {REG_EXTENDED, "(ab|a)(c|bc)?", 2, 0, ""},
    {REG_EXTENDED, "(a*)+b", 2, 0, ""},
    {REG_EXTENDED, "(a|b|())c", 2, 0, ""},
    {REG_EXTENDED, "(a|b|c)*", 2, REG_STARTEND, ""},
    {REG_EXTENDED, "x{2,3}", 1, REG_STARTEND, ""},
    {REG_EXTENDED, "[a-c].", 1, 0, ""},
    {REG_EXTENDED, "^a|b$", 1, 0, ""},
    {REG_EXTENDED, "^a|b$", 1, REG_NOTBOL | REG_NOTEOL, ""},
    {REG_EXTENDED, "[[:<:]]a[[:>:]]", 1, 0, ""},
    {REG_EXTENDED | REG_NEWLINE, "^a$", 1, 0, ""},
    {REG_EXTENDED | REG_NEWLINE, "[^b].$", 2, REG_NOTBOL | REG_NOTEOL, ""},
    {REG_EXTENDED | REG_ICASE, "aB", 0, 0, ""},
    {REG_EXTENDED | REG_NOSUB, "ab", 2, 0, ""},
    {REG_EXTENDED, "a()b", 2, 0, ""},
    {BASIC, "\\(a*\\)b\\1", 2, 0, ""},
    {BASIC, "\\(a\\)*\\1", 2, 0, ""},
    {BASIC, "^\\(a\\{1,2\\}\\)*\\1$", 2, 0, ""},
    {REG_EXTENDED, "(a|b)\\1", 2, 0, ""},
    {BASIC, "\\(a\\)\\1*b*.$", 2, REG_NOTEOL, ""},
    {BASIC, "\\(a*\\).[bc]*\\1", 2, 0, ""},
    {BASIC, "\\(a\\)[^b]\\1", 1, 0, ""},
    {BASIC | REG_NEWLINE, "^\\(a*\\)\\1$", 2, 0, ""},
    {BASIC | REG_NEWLINE, "\\(a\\)\\1$.^b", 2, 0, ""},
    {BASIC, "[[:<:]]\\(a*\\)\\1[[:>:]]", 2, 0, ""},
    {REG_EXTENDED, "abc", 1, 0, ""},
    {REG_EXTENDED, "abcab", 1, 0, "babbc"},
    {REG_EXTENDED, "abcab", 1, 0, "abc"},
    {REG_EXTENDED, "(a|b)+c|x{66}", 2, 0, ""},
    {REG_EXTENDED, "^(ab?)*c?$|x{66}", 2, 0, ""},
    {REG_EXTENDED, "(a|b*|())+c[[:>:]].|x{66}", 2, 0, ""},
    {REG_EXTENDED, "[[:<:]](a|b)|b[[:>:]]|x{66}", 1, 0, ""},
    {REG_EXTENDED | REG_NEWLINE, "^a.?$|x{66}", 1, REG_NOTBOL | REG_NOTEOL, ""},
    {REG_EXTENDED | REG_NEWLINE, "^[^b].$|x{66}", 0, 0, ""},
    {REG_EXTENDED, "abcab(x{66})*", 1, REG_STARTEND, "abc"},
    {BASIC, "\\(a*\\)b\\1\\(x\\{66\\}\\)*", 2, 0, ""},
    {BASIC, "^\\(a\\)*.[^b]*\\1\\(x\\{66\\}\\)*$", 2, 0, ""},
};

/* Where the match begins and ends, times sixteen and together; or what is wrong. */
static int match(const char *pattern, int how, const char *string, size_t n, int when) {
    regex_t regex;
    regmatch_t found[2] = {{0, (regoff_t)strlen(string)}};
    int wrong = regcomp(&regex, pattern, how);

    if (wrong)
        return -wrong;
    wrong = regexec(&regex, string, n, found, when);
    regfree(&regex);
    return wrong ? -wrong : n ? (int)(found[0].rm_so * 16 + found[0].rm_eo) : 0;
}

int main(void) {
    int chosen = symir_range(0, sizeof cases / sizeof *cases - 1, "case"), number = 0;
    char string[12] = {0}, *at = string;

    /* One path for each, on which it is a plain number. */
    while (number != chosen)
        number++;
    strcpy(string, cases[number].before);
    at += strlen(string);
    symir_string(at, 4, "string");
    for (int i = 0; i < 3; i++)
        symir_assume((at[i] == 0) | (at[i] == '\n') | ((at[i] >= 'a') & (at[i] <= 'c')));
    SYMIR_TEST(match, cases[number].pattern, cases[number].how, string, cases[number].n, cases[number].when);
}
