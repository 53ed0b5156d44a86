/*
 * What the models of regex.h share: a pattern as a program, which regcomp.c
 * makes and regexec.c runs.
 */
#ifndef REGEX_H
#define REGEX_H

#include "machine.h"

enum {
    NO_MATCH = 1,
    BAD_PATTERN = 2,
    BAD_COLLATION = 3,
    BAD_CLASS = 4,
    BAD_ESCAPE = 5,
    BAD_REFERENCE = 6,
    OPEN_BRACKET = 7,
    OPEN_PARENTHESIS = 8,
    OPEN_BRACE = 9,
    BAD_INTERVAL = 10,
    BAD_RANGE = 11,
    NO_SPACE_LEFT = 12,
    BAD_REPETITION = 13,
    IS_TOO_BIG = 15,
};

/* For regcomp and for regexec. */
enum { IS_EXTENDED = 1, IGNORES_CASE = 2, HAS_LINES = 4, NO_GROUPS = 8 };
enum { NOT_AT_BEGIN = 1, NOT_AT_END = 2, HAS_ENDS = 4 };

enum operation {
    CHARACTER, /* `a` */
    SET, /* the set number `a` */
    SPLIT, /* goes on at `a`, or else at `b`, both relative */
    JUMP, /* to `a`, relative */
    SAVE, /* the position in slot `a`; `b`: the group is optional */
    TO_LOOP, /* begins an iteration of loop `a` */
    END_LOOP, /* ends it: back to `b`, relative, or on if the iteration was empty */
    REFERENCE, /* what group `a` matched */
    LINE_BEGIN,
    LINE_END,
    TEXT_BEGIN,
    TEXT_END,
    WORD_BEGIN,
    WORD_END,
    WORD_EDGE,
    NO_WORD_EDGE,
    ACCEPT,
};

struct instruction {
    int operation;
    int a, b;
};

/* Characters as ranges, so that a test is made of comparisons. */
struct set {
    int n_ranges;
    unsigned char *ranges; /* the first and the last character of each */
};

struct program {
    struct instruction *code;
    int n_code, room;
    struct set *sets;
    int n_sets;
    int n_groups, n_loops;
    int flags;
    bool has_references;
};

/* regex_t of glibc on x86-64. */
struct pattern {
    struct program *program;
    size_t others[5];
    size_t n_groups;
    size_t bits;
};

struct range {
    int begin, end;
};

static inline bool symir_is_word(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static inline int symir_fold(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

#endif
