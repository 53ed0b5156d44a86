/* regcomp of basic, extended and plain patterns, in which characters of several kinds may stand where there is a `@`. */
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <regex.h>
#include "symir.h"

enum { BASIC = 0 };

/* One of each kind that regcomp tells apart. */
static const char kinds[] = "a1*)]}\\|-";

static const struct {
    int flags;
    const char *pattern;
} cases[] = {
    {REG_EXTENDED, ""},
    {REG_EXTENDED, "@"},
    {REG_EXTENDED, "a@"},
    {REG_EXTENDED, "(a|b)@c"},
    {REG_EXTENDED, "a|@"},
    {REG_EXTENDED, "(@"},
    {REG_EXTENDED, "()@"},
    {REG_EXTENDED, "a{2@"},
    {REG_EXTENDED, "a{1,@}"},
    {REG_EXTENDED, "(ab){0,@}c"},
    {REG_EXTENDED, "a{@,2}b{3}"},
    {REG_EXTENDED, "a{256}"},
    {REG_EXTENDED, "^*"},
    {REG_EXTENDED, "\\@"},
    {REG_EXTENDED, "a\\"},
    {REG_EXTENDED, "[@]"},
    {REG_EXTENDED, "[^@]"},
    {REG_EXTENDED, "[a-@]"},
    {REG_EXTENDED, "[@-z"},
    {REG_EXTENDED, "[]-a]"},
    {REG_EXTENDED, "[[:alpha:]@"},
    {REG_EXTENDED, "[[:@"},
    {REG_EXTENDED, "[[:digit:]_[:punct:]]"},
    {REG_EXTENDED, "[[:nothing:]]"},
    {REG_EXTENDED, "[[=@=]]"},
    {REG_EXTENDED, "[[.hyphen.]-[.@.]]"},
    {REG_EXTENDED, "[[.nothing.]]"},
    {REG_EXTENDED, "[[.a"},
    {REG_EXTENDED, "[[:<:]]a[[:>:]]"},
    {REG_EXTENDED | REG_ICASE, "a@"},
    {REG_EXTENDED | REG_ICASE, "[@]b[^c]"},
    {REG_EXTENDED | REG_NEWLINE, ".@$"},
    {REG_EXTENDED | REG_NEWLINE, "^[^@]"},
    {REG_EXTENDED | REG_NOSUB, "a+b?c*"},
    {REG_EXTENDED | REG_NOSPEC, "a"},
    {REG_EXTENDED | REG_PEND, "abc"},
    {REG_EXTENDED, "((((((((((a))))))))))b"},
    {REG_EXTENDED, "[[:alnum:][:blank:][:cntrl:]]"},
    {REG_EXTENDED, "[[:graph:][:lower:][:print:]]"},
    {REG_EXTENDED, "[[:space:][:upper:][:xdigit:]]"},
    {REG_EXTENDED, "a.b"},
    {REG_EXTENDED, "(ab){0}c"},
    {REG_EXTENDED, "(ab){2,}"},
    {REG_EXTENDED, "[ab][ad][bc][ef][gh][ij][kl][mn][op][ab]"},
    {REG_EXTENDED, "(abc)+de*fgh(i|kl)mnop"},
    {REG_EXTENDED, "a(b|cd)+e.[ab]fghi"},
    {REG_EXTENDED, "a(bcd|efg)hi(kl)?mno"},
    {REG_EXTENDED, "abaabab"},
    {REG_EXTENDED, "aabaaabaa"},
    {REG_EXTENDED, "a**"},
    {REG_EXTENDED, "(|a)"},
    {BASIC, "\\{a"},
    {BASIC, ".a"},
    {BASIC | REG_NEWLINE, "a.$"},
    {BASIC, "a@"},
    {BASIC, "@a"},
    {BASIC, "*@"},
    {BASIC, "\\@"},
    {BASIC, "\\(@\\)*"},
    {BASIC, "\\(a"},
    {BASIC, "a\\{1,@\\}"},
    {BASIC, "a\\{@"},
    {BASIC, "a\\{2\\}"},
    {BASIC, "\\(ab\\)*\\@"},
    {BASIC, "\\(^a\\|b$\\)"},
    {BASIC, "[^a]*$"},
    {REG_NOSPEC, ""},
    {REG_NOSPEC, "a@("},
};

/* newlib's own calls an allocator that has a state. */
void *reallocf(void *old, size_t size) {
    void *new = realloc(old, size);

    if (!new)
        free(old);
    return new;
}

/* What regcomp says. */
static int compile(const char *pattern, int flags) {
    regex_t regex;
    regex.re_endp = pattern + 2;
    int wrong = regcomp(&regex, pattern, flags);

    if (!wrong)
        regfree(&regex);
    return wrong;
}

int main(void) {
    int chosen = symir_range(0, sizeof cases / sizeof *cases - 1, "case"), number = 0;
    char pattern[48] = {0};

    /* One path for each, on which it is a plain number. */
    while (number != chosen)
        number++;
    strcpy(pattern, cases[number].pattern);
    char *any = strchr(pattern, '@');
    if (any) {
        int kind = symir_range(0, sizeof kinds - 2, "kind"), at = 0;
        while (at != kind)
            at++;
        *any = kinds[at];
    }
    SYMIR_TEST(compile, pattern, cases[number].flags);
}
