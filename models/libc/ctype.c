/*
 * Models of ctype.h in the "C" locale: the functions, and the tables that
 * glibc's headers look characters up in.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions compare, and do not look up: a comparison of a symbolic
 * character says more to a solver than a table of 384 entries. */

static bool is_between(int c, int first, int last) {
    return c >= first && c <= last;
}

int isdigit(int c) {
    return is_between(c, '0', '9');
}

int islower(int c) {
    return is_between(c, 'a', 'z');
}

int isupper(int c) {
    return is_between(c, 'A', 'Z');
}

int isalpha(int c) {
    return is_between(c, 'a', 'z') || is_between(c, 'A', 'Z');
}

int isalnum(int c) {
    return is_between(c, 'a', 'z') || is_between(c, 'A', 'Z') || is_between(c, '0', '9');
}

int isxdigit(int c) {
    return is_between(c, '0', '9') || is_between(c, 'a', 'f') || is_between(c, 'A', 'F');
}

int isblank(int c) {
    return c == ' ' || c == '\t';
}

int isspace(int c) {
    return c == ' ' || is_between(c, '\t', '\r');
}

int iscntrl(int c) {
    return is_between(c, 0, 0x1f) || c == 0x7f;
}

int isprint(int c) {
    return is_between(c, ' ', '~');
}

int isgraph(int c) {
    return is_between(c, '!', '~');
}

int ispunct(int c) {
    return isgraph(c) && !isalnum(c);
}

int isascii(int c) {
    return is_between(c, 0, 0x7f);
}

int toascii(int c) {
    return c & 0x7f;
}

int tolower(int c) {
    return is_between(c, 'A', 'Z') ? c + ('a' - 'A') : c;
}

int toupper(int c) {
    return is_between(c, 'a', 'z') ? c - ('a' - 'A') : c;
}

/* The tables have entries for -128 to 255, so that a plain char may be an
 * index. */

#define AT(c) (128 + (c))

enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEX = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALNUM = 0x8,
    MARK = PRINT | GRAPH | PUNCTUATION,
    FIGURE = PRINT | GRAPH | DIGIT | HEX | ALNUM,
    CAPITAL = PRINT | GRAPH | UPPER | ALPHA | ALNUM,
    SMALL = PRINT | GRAPH | LOWER | ALPHA | ALNUM,
};

static const uint16_t classes[384] = {
    [AT(0) ... AT(8)] = CONTROL,
    [AT('\t')] = CONTROL | SPACE | BLANK,
    [AT('\n') ... AT('\r')] = CONTROL | SPACE,
    [AT(0x0e) ... AT(0x1f)] = CONTROL,
    [AT(' ')] = PRINT | SPACE | BLANK,
    [AT('!') ... AT('/')] = MARK,
    [AT('0') ... AT('9')] = FIGURE,
    [AT(':') ... AT('@')] = MARK,
    [AT('A') ... AT('F')] = CAPITAL | HEX,
    [AT('G') ... AT('Z')] = CAPITAL,
    [AT('[') ... AT('`')] = MARK,
    [AT('a') ... AT('f')] = SMALL | HEX,
    [AT('g') ... AT('z')] = SMALL,
    [AT('{') ... AT('~')] = MARK,
    [AT(0x7f)] = CONTROL,
};

#define TWO(n) (n), (n) + 1
#define SIX(n) TWO(n), TWO((n) + 2), TWO((n) + 4)
#define EIGHT(n) SIX(n), TWO((n) + 6)
#define SIXTEEN(n) EIGHT(n), EIGHT((n) + 8)
#define LETTERS(n) SIXTEEN(n), EIGHT((n) + 16), TWO((n) + 24)
#define UPPER_HALF(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)

/* The mapping with other letters at A to Z and at a to z. */
#define MAPPING(capitals, smalls) { \
    UPPER_HALF(0x80), SIXTEEN(0xc0), SIXTEEN(0xd0), SIXTEEN(0xe0), \
    EIGHT(0xf0), SIX(0xf8), 0xfe, -1, \
    SIXTEEN(0), SIXTEEN(0x10), SIXTEEN(0x20), SIXTEEN(0x30), '@', \
    LETTERS(capitals), SIX('['), LETTERS(smalls), TWO('{'), TWO('}'), 0x7f, \
    UPPER_HALF(0x80), UPPER_HALF(0xc0), \
}

static const int32_t lower[384] = MAPPING('a', 'a');
static const int32_t upper[384] = MAPPING('A', 'A');

const uint16_t **__ctype_b_loc(void) {
    static const uint16_t *table = &classes[AT(0)];

    return &table;
}

const int32_t **__ctype_tolower_loc(void) {
    static const int32_t *table = &lower[AT(0)];

    return &table;
}

const int32_t **__ctype_toupper_loc(void) {
    static const int32_t *table = &upper[AT(0)];

    return &table;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
