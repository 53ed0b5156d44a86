/*
 * Models of regex.h: patterns of POSIX, basic and extended, with what GNU adds
 * to both, as programs for regexec.c. Code is emitted as it is read; what stands
 * before a repetition is moved or copied.
 */
#include "regex.h"

struct compiler {
    const char *at;
    struct program *program;
    int error;
    int n_open; /* groups */
    unsigned completed; /* groups that may be referred to */
};

enum { MOST_REPETITIONS = 0x7fff, MOST_CODE = 1 << 20, NO_NUMBER = -1, NO_DIGITS = -2 };

static bool is_extended(const struct compiler *c) {
    return (c->program->flags & IS_EXTENDED) != 0;
}

static void stop(struct compiler *c, int error) {
    if (c->error == 0)
        c->error = error;
}

/* Code. */

static bool make_room(struct compiler *c, int n) {
    struct program *program = c->program;

    if (program->n_code + n <= program->room)
        return true;
    int room = program->room == 0 ? 32 : program->room;
    while (room < program->n_code + n)
        room *= 2;
    struct instruction *code = room > MOST_CODE ? NULL : realloc(program->code, (size_t)room * sizeof *code);
    if (code == NULL) {
        stop(c, NO_SPACE_LEFT);
        return false;
    }
    program->code = code;
    program->room = room;
    return true;
}

static void emit(struct compiler *c, int operation, int a, int b) {
    if (make_room(c, 1))
        c->program->code[c->program->n_code++] = (struct instruction){operation, a, b};
}

/* Moves the code from `begin` on to make room for one instruction. */
static void insert(struct compiler *c, int begin, int operation, int a, int b) {
    if (!make_room(c, 1))
        return;
    struct instruction *code = c->program->code;
    memmove(code + begin + 1, code + begin, (size_t)(c->program->n_code - begin) * sizeof *code);
    code[begin] = (struct instruction){operation, a, b};
    c->program->n_code++;
}

/* Appends a copy; jumps are relative, so that they stay within it. */
static void copy(struct compiler *c, const struct instruction *from, int n) {
    if (!make_room(c, n))
        return;
    memcpy(c->program->code + c->program->n_code, from, (size_t)n * sizeof *from);
    c->program->n_code += n;
}

/* Sets. */

struct members {
    bool has[256];
};

static void add_set(struct compiler *c, struct members *members, bool is_complement) {
    struct program *program = c->program;
    int n = 0;

    if ((program->flags & IGNORES_CASE) != 0)
        for (int i = 'a'; i <= 'z'; i++)
            members->has[i] = members->has[i - 'a' + 'A'] = members->has[i] || members->has[i - 'a' + 'A'];
    for (int i = 0; i < 256; i++)
        members->has[i] ^= is_complement;
    if (is_complement && (program->flags & HAS_LINES) != 0)
        members->has['\n'] = false;
    members->has[0] = false;
    for (int i = 1; i < 256; i++)
        n += members->has[i] && !members->has[i - 1];
    struct set *sets = realloc(program->sets, (size_t)(program->n_sets + 1) * sizeof *sets);
    if (sets != NULL)
        program->sets = sets;
    unsigned char *ranges = malloc((size_t)(n == 0 ? 1 : 2 * n));
    if (sets == NULL || ranges == NULL) {
        free(ranges);
        stop(c, NO_SPACE_LEFT);
        return;
    }
    sets[program->n_sets] = (struct set){n, ranges};
    for (int i = 1, at = 0; i < 256; i++) {
        if (members->has[i] && !members->has[i - 1])
            ranges[at++] = (unsigned char)i;
        if (members->has[i] && (i == 255 || !members->has[i + 1]))
            ranges[at++] = (unsigned char)i;
    }
    emit(c, SET, program->n_sets++, 0);
}

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

static bool is_between(int c, int low, int high) {
    return c >= low && c <= high;
}

static bool is_in_class(int c, const char *name) {
    bool is_lower = is_between(c, 'a', 'z'), is_upper = is_between(c, 'A', 'Z');
    bool is_digit = is_between(c, '0', '9'), is_graphic = is_between(c, '!', '~');
    bool is_alphanumeric = is_lower || is_upper || is_digit;

    switch (name[0] * 256 + name[1]) {
    case 'a' * 256 + 'l':
        return name[3] == 'n' ? is_alphanumeric : is_lower || is_upper;
    case 'b' * 256 + 'l':
        return c == ' ' || c == '\t';
    case 'c' * 256 + 'n':
        return c < ' ' || c == 0x7f;
    case 'd' * 256 + 'i':
        return is_digit;
    case 'g' * 256 + 'r':
        return is_graphic;
    case 'l' * 256 + 'o':
        return is_lower;
    case 'p' * 256 + 'r':
        return is_graphic || c == ' ';
    case 'p' * 256 + 'u':
        return is_graphic && !is_alphanumeric;
    case 's' * 256 + 'p':
        return c == ' ' || is_between(c, '\t', '\r');
    case 'u' * 256 + 'p':
        return is_upper;
    default:
        return is_digit || is_between(c, 'a', 'f') || is_between(c, 'A', 'F');
    }
}

static void add_class(struct compiler *c, struct members *members, const char *name) {
    static const char *const names[] = {
        "alpha", "alnum", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "xdigit",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (are_equal(names[i], name)) {
            for (int j = 0; j < 256; j++)
                members->has[j] |= j < 0x80 && is_in_class(j, name);
            return;
        }
    stop(c, BAD_CLASS);
}

/* An element of a bracket expression: gives its character, or -1 for a class. */
static int element(struct compiler *c, struct members *members, bool accepts_hyphen) {
    enum { NAME_ROOM = 33 };
    const char *at = c->at;
    char kind = at[1];

    if (*at == '\0') {
        stop(c, OPEN_BRACKET);
        return 0;
    }
    if (*at == '[' && (kind == ':' || kind == '.' || kind == '=')) {
        char name[NAME_ROOM];
        int n = 0;

        for (at += 2; !(at[0] == kind && at[1] == ']'); at++) {
            if (*at == '\0' || n == NAME_ROOM - 1) {
                stop(c, OPEN_BRACKET);
                return 0;
            }
            name[n++] = *at;
        }
        name[n] = '\0';
        c->at = at + 2;
        if (kind == ':') {
            add_class(c, members, name);
            return -1;
        }
        if (n != 1)
            stop(c, BAD_COLLATION);
        else
            members->has[(unsigned char)name[0]] = true;
        return kind == '=' ? -1 : (unsigned char)name[0];
    }
    /* A hyphen stands for itself at the ends only. */
    if (*at == '-' && !accepts_hyphen && at[1] != ']') {
        stop(c, at[1] == '\0' ? OPEN_BRACKET : BAD_RANGE);
        return 0;
    }
    c->at++;
    return (unsigned char)*at;
}

static void bracket(struct compiler *c) {
    struct members members = {0};
    bool is_complement = *c->at == '^', is_first = true;

    c->at += is_complement;
    if (*c->at == '\0')
        stop(c, BAD_PATTERN);
    for (; c->error == 0 && (is_first || *c->at != ']'); is_first = false) {
        int low = element(c, &members, is_first), high = low;

        if (c->error != 0)
            return;
        if (c->at[0] == '\0') {
            stop(c, OPEN_BRACKET);
            return;
        }
        if (c->at[0] == '-' && c->at[1] == '\0') {
            stop(c, OPEN_BRACKET);
            return;
        }
        if (c->at[0] == '-' && c->at[1] != ']') {
            c->at++;
            high = element(c, &members, true);
            if (c->error == 0 && (low < 0 || high < low))
                stop(c, BAD_RANGE);
        }
        for (int i = low; i >= 0 && i <= high; i++)
            members.has[i] = true;
    }
    if (c->error != 0)
        return;
    c->at++;
    add_set(c, &members, is_complement);
}

static void class_of_escape(struct compiler *c, char kind) {
    struct members members = {0};

    for (int i = 1; i < 128; i++)
        members.has[i] = kind == 'w' || kind == 'W' ? symir_is_word(i) : is_in_class(i, "space");
    int flags = c->program->flags;
    c->program->flags &= ~HAS_LINES;
    add_set(c, &members, kind == 'W' || kind == 'S');
    c->program->flags = flags;
}

/* The grammar. */

static bool is_escaped(const struct compiler *c, char kind) {
    return c->at[0] == '\\' && c->at[1] == kind;
}

/* An operator: with a backslash in basic patterns, without one in extended. */
static bool is_operator(const struct compiler *c, char kind) {
    return is_extended(c) ? c->at[0] == kind : is_escaped(c, kind);
}

static bool is_repetition(const struct compiler *c) {
    return *c->at == '*' || is_operator(c, '+') || is_operator(c, '?') || is_operator(c, '{');
}

static void alternatives(struct compiler *c, bool is_group);

/* A number within braces; the separator behind it is left where it is. */
static int number(struct compiler *c) {
    int value = NO_NUMBER;

    for (; !is_operator(c, '}') && *c->at != ','; c->at++) {
        if (*c->at == '\0')
            return NO_DIGITS;
        bool is_digit = *c->at >= '0' && *c->at <= '9';
        int digit = *c->at - '0';
        value = !is_digit || value == NO_DIGITS ? NO_DIGITS : value == NO_NUMBER ? digit : value * 10 + digit;
        if (value > MOST_REPETITIONS)
            value = MOST_REPETITIONS + 1;
    }
    return value;
}

static void interval(struct compiler *c, int *least, int *most) {
    *least = number(c);
    if (*least == NO_NUMBER) {
        if (*c->at != ',') {
            stop(c, BAD_INTERVAL);
            return;
        }
        *least = 0;
    }
    *most = *least;
    if (*least != NO_DIGITS && *c->at == ',') {
        c->at++;
        *most = number(c);
    }
    if (*least == NO_DIGITS || *most == NO_DIGITS)
        stop(c, *c->at == '\0' ? OPEN_BRACE : BAD_INTERVAL);
    else if ((*most != NO_NUMBER && *least > *most) || !is_operator(c, '}'))
        stop(c, BAD_INTERVAL);
    else if ((*most == NO_NUMBER ? *least : *most) > MOST_REPETITIONS)
        stop(c, IS_TOO_BIG);
    else
        c->at += is_extended(c) ? 1 : 2;
}

static void loop(struct compiler *c, int begin) {
    int number = c->program->n_loops++;

    insert(c, begin, TO_LOOP, number, 0);
    int n = c->program->n_code - begin;
    insert(c, begin, SPLIT, 1, n + 2);
    emit(c, END_LOOP, number, -(n + 1));
}

/* What is repeated from `begin` on may be left out; if it is a group, an empty
 * match does not replace one before. */
static void mark_optional(struct compiler *c, int begin) {
    struct instruction *code = c->program->code;
    int last = c->program->n_code - 1;

    if (c->error != 0 || code[begin].operation != SAVE || code[last].operation != SAVE
        || code[last].a != code[begin].a + 1)
        return;
    for (int i = begin; i <= last; i++)
        if (code[i].operation == SAVE && (code[i].a | 1) == code[last].a)
            code[i].b = true;
}

/* Repeats the code from `begin` on. */
static void repeat(struct compiler *c, int begin, int least, int most) {
    int n = c->program->n_code - begin;

    if (least == 0 && most == 0) {
        c->program->n_code = begin;
        return;
    }
    if (n == 0)
        return;
    if (least == 0 && most == NO_NUMBER) {
        mark_optional(c, begin);
        loop(c, begin);
        return;
    }
    struct instruction *body = malloc((size_t)n * sizeof *body);
    if (body == NULL) {
        stop(c, NO_SPACE_LEFT);
        return;
    }
    memcpy(body, c->program->code + begin, (size_t)n * sizeof *body);
    c->program->n_code = begin;
    for (int i = 0; i < least && c->error == 0; i++)
        copy(c, body, n);
    if (most == NO_NUMBER && c->error == 0) {
        int last = c->program->n_code;

        copy(c, body, n);
        mark_optional(c, last);
        loop(c, last);
    }
    /* The second may be left out, and with it the first: as glibc nests them. */
    int n_optional = most - least;
    for (int i = 0; i < n_optional && c->error == 0; i++)
        emit(c, SPLIT, 1, n_optional + (n_optional - i) * n - i);
    for (int i = 0; i < n_optional && c->error == 0; i++) {
        int last = c->program->n_code;
        copy(c, body, n);
        mark_optional(c, last);
    }
    free(body);
}

static void repetitions(struct compiler *c, int begin) {
    while (c->error == 0 && is_repetition(c)) {
        char kind = *c->at == '*' || is_extended(c) ? *c->at : c->at[1];
        int least = kind == '+', most = kind == '?' ? 1 : NO_NUMBER;

        c->at += kind == '*' || is_extended(c) ? 1 : 2;
        if (kind == '{')
            interval(c, &least, &most);
        if (c->error == 0)
            repeat(c, begin, least, most);
        /* Basic patterns do not repeat repetitions. */
        if (!is_extended(c) && (*c->at == '*' || is_operator(c, '{')))
            stop(c, BAD_REPETITION);
    }
}

static void group(struct compiler *c) {
    int number = ++c->program->n_groups;

    emit(c, SAVE, 2 * number, 0);
    c->n_open++;
    alternatives(c, true);
    c->n_open--;
    if (c->error != 0)
        return;
    if (!is_operator(c, ')')) {
        stop(c, OPEN_PARENTHESIS);
        return;
    }
    c->at += is_extended(c) ? 1 : 2;
    emit(c, SAVE, 2 * number + 1, 0);
    if (number <= 9)
        c->completed |= 1u << number;
}

static void literal(struct compiler *c, int character) {
    bool folds = (c->program->flags & IGNORES_CASE) != 0;

    emit(c, CHARACTER, folds ? symir_fold(character) : character, 0);
}

static int anchor_of(char kind) {
    switch (kind) {
    case '<':
        return WORD_BEGIN;
    case '>':
        return WORD_END;
    case 'b':
        return WORD_EDGE;
    case 'B':
        return NO_WORD_EDGE;
    case '`':
        return TEXT_BEGIN;
    case '\'':
        return TEXT_END;
    default:
        return -1;
    }
}

/* Whether a dollar sign is an anchor here. */
static bool ends_branch(struct compiler *c) {
    struct compiler next = *c;

    next.at++;
    return is_extended(c) || *next.at == '\0' || is_operator(&next, '|') || is_operator(&next, ')');
}

static void any(struct compiler *c) {
    struct members members = {0};

    add_set(c, &members, true);
}

/* One atom with its repetitions. */
static void piece(struct compiler *c, bool is_at_begin) {
    int begin = c->program->n_code;

    if ((*c->at == '^' && (is_extended(c) || is_at_begin)) || (*c->at == '$' && ends_branch(c))) {
        emit(c, *c->at++ == '^' ? LINE_BEGIN : LINE_END, 0, 0);
        if (is_extended(c) && is_repetition(c))
            stop(c, BAD_REPETITION);
        return;
    }
    if (*c->at == '\\' && anchor_of(c->at[1]) >= 0) {
        emit(c, anchor_of(c->at[1]), 0, 0);
        c->at += 2;
        if (is_extended(c) && is_repetition(c))
            stop(c, BAD_REPETITION);
        return;
    }
    if (is_operator(c, '(')) {
        c->at += is_extended(c) ? 1 : 2;
        group(c);
    } else if (is_operator(c, ')') && !is_extended(c)) {
        stop(c, OPEN_PARENTHESIS);
    } else if (is_operator(c, '{') || (is_extended(c) && is_repetition(c))) {
        stop(c, BAD_REPETITION);
    } else if (*c->at == '[') {
        c->at++;
        bracket(c);
    } else if (*c->at == '.') {
        c->at++;
        any(c);
    } else if (*c->at == '\\' && c->at[1] == '\0') {
        stop(c, BAD_ESCAPE);
    } else if (*c->at == '\\') {
        char kind = c->at[1];

        c->at += 2;
        if (kind >= '1' && kind <= '9') {
            if ((c->completed & 1u << (kind - '0')) == 0)
                stop(c, BAD_REFERENCE);
            emit(c, REFERENCE, kind - '0', 0);
            c->program->has_references = true;
        } else if (kind == 'w' || kind == 'W' || kind == 's' || kind == 'S') {
            class_of_escape(c, kind);
        } else {
            literal(c, (unsigned char)kind);
        }
    } else {
        literal(c, (unsigned char)*c->at++);
    }
    if (c->error == 0)
        repetitions(c, begin);
}

static void alternatives(struct compiler *c, bool is_group) {
    int begin = c->program->n_code;
    bool is_at_begin = true;

    while (c->error == 0 && *c->at != '\0' && !is_operator(c, '|') && !(is_group && is_operator(c, ')'))) {
        piece(c, is_at_begin);
        is_at_begin = false;
    }
    if (c->error != 0 || !is_operator(c, '|'))
        return;
    c->at += is_extended(c) ? 1 : 2;
    insert(c, begin, SPLIT, 1, c->program->n_code - begin + 2);
    emit(c, JUMP, 0, 0);
    int jump = c->program->n_code - 1;
    alternatives(c, is_group);
    if (c->error == 0)
        c->program->code[jump].a = c->program->n_code - jump;
}

void regfree(struct pattern *pattern) {
    struct program *program = pattern->program;

    if (program == NULL)
        return;
    for (int i = 0; i < program->n_sets; i++)
        free(program->sets[i].ranges);
    free(program->sets);
    free(program->code);
    free(program);
    pattern->program = NULL;
}

int regcomp(struct pattern *pattern, const char *text, int flags) {
    struct compiler compiler = {.at = text, .program = malloc(sizeof(struct program))};

    if (compiler.program == NULL)
        return NO_SPACE_LEFT;
    *compiler.program = (struct program){.flags = flags};
    *pattern = (struct pattern){.program = compiler.program};
    alternatives(&compiler, false);
    emit(&compiler, ACCEPT, 0, 0);
    if (compiler.error != 0) {
        regfree(pattern);
        return compiler.error;
    }
    pattern->n_groups = (size_t)compiler.program->n_groups;
    return 0;
}
