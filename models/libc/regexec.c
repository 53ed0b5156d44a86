/*
 * Models of regex.h: runs the programs of regcomp.c. Of all matches that begin
 * first, the longest is found; of those, the one that prefers earlier
 * alternatives and longer repetitions. What a place of the program reaches from
 * a position is tried once, unless the pattern refers to groups.
 */
#include "regex.h"

struct run {
    const struct program *program;
    const char *text;
    int begin, end; /* end: -1 if a terminator says it */
    int flags;
    bool has_groups; /* else the first match will do */
    bool has_failed; /* no memory */
    int *slots, *best; /* two a group */
    int *last; /* the slots when a group last matched something */
    int *undo; /* old slots, a stack */
    int n_undo, undo_room;
    int *loops; /* where each began its iteration */
    int n_slots;
    unsigned char *tried;
    int n_tried; /* positions */
};

static bool is_end(const struct run *run, int at) {
    return run->end >= 0 ? at == run->end : run->text[at] == '\0';
}

static int character(const struct run *run, int at) {
    int c = (unsigned char)run->text[at];

    return (run->program->flags & IGNORES_CASE) != 0 ? symir_fold(c) : c;
}

static bool is_in(const struct set *set, int c) {
    bool is_member = false;

    for (int i = 0; i < set->n_ranges; i++)
        is_member |= (c >= set->ranges[2 * i]) & (c <= set->ranges[2 * i + 1]);
    return is_member;
}

/* Whether this is the first time; notes it. */
static bool is_new(struct run *run, int pc, int at) {
    int n_code = run->program->n_code;

    if (run->program->has_references)
        return true;
    at -= run->begin;
    if (at >= run->n_tried) {
        int n = 2 * at + 16;
        unsigned char *tried = realloc(run->tried, (size_t)n * (size_t)n_code);

        if (tried == NULL) {
            run->has_failed = true;
            return false;
        }
        memset(tried + (size_t)run->n_tried * (size_t)n_code, 0, (size_t)(n - run->n_tried) * (size_t)n_code);
        run->tried = tried;
        run->n_tried = n;
    }
    unsigned char *mark = &run->tried[(size_t)at * (size_t)n_code + (size_t)pc];
    if (*mark != 0)
        return false;
    *mark = 1;
    return true;
}

static bool is_word_at(const struct run *run, int at) {
    return at >= 0 && !is_end(run, at) && symir_is_word((unsigned char)run->text[at]);
}

static bool holds(const struct run *run, int anchor, int at) {
    bool has_lines = (run->program->flags & HAS_LINES) != 0;

    switch (anchor) {
    case LINE_BEGIN:
        if (at == 0)
            return (run->flags & NOT_AT_BEGIN) == 0;
        return has_lines && run->text[at - 1] == '\n';
    case LINE_END:
        if (is_end(run, at))
            return (run->flags & NOT_AT_END) == 0;
        return has_lines && run->text[at] == '\n';
    case TEXT_BEGIN:
        return at == 0;
    case TEXT_END:
        return is_end(run, at);
    default:
        break;
    }
    bool before = at > 0 && is_word_at(run, at - 1), behind = is_word_at(run, at);
    switch (anchor) {
    case WORD_BEGIN:
        return !before && behind;
    case WORD_END:
        return before && !behind;
    case WORD_EDGE:
        return before != behind;
    default:
        return before == behind;
    }
}

static int refer(const struct run *run, int group, int at) {
    int begin = run->slots[2 * group], end = run->slots[2 * group + 1];

    if (begin < 0 || end < 0)
        return -1;
    for (int i = begin; i < end; i++, at++)
        if (is_end(run, at) || character(run, i) != character(run, at))
            return -1;
    return at;
}

/* Remembers the slots for when the search comes back. */
static bool keep(struct run *run) {
    int n = 2 * run->n_slots;

    if (run->n_undo + n > run->undo_room) {
        int room = 2 * run->undo_room + 8 * n;
        int *undo = realloc(run->undo, (size_t)room * sizeof *undo);

        if (undo == NULL) {
            run->has_failed = true;
            return false;
        }
        run->undo = undo;
        run->undo_room = room;
    }
    memcpy(run->undo + run->n_undo, run->slots, (size_t)n * sizeof *run->undo);
    run->n_undo += n;
    return true;
}

static void restore(struct run *run) {
    run->n_undo -= 2 * run->n_slots;
    memcpy(run->slots, run->undo + run->n_undo, (size_t)(2 * run->n_slots) * sizeof *run->undo);
}

/* The begin or the end of a group. */
static void save(struct run *run, const struct instruction *code, int at) {
    size_t size = (size_t)run->n_slots * sizeof *run->slots;
    int begin = code->a & ~1;

    if (code->a == begin) {
        run->slots[begin] = at;
        run->slots[begin + 1] = -1;
    } else if (run->slots[begin] < at) {
        run->slots[begin + 1] = at;
        memcpy(run->last, run->slots, size);
    } else if (code->b && run->last[begin] != -1) {
        memcpy(run->slots, run->last, size);
    } else {
        run->slots[begin + 1] = at;
    }
}

/* Goes on from a place of the program. True: nothing better can come. */
static bool go(struct run *run, int pc, int at) {
    for (;;) {
        const struct instruction *code = &run->program->code[pc];

        switch (code->operation) {
        case CHARACTER:
            if (run->end >= 0 && at == run->end)
                return false;
            if (character(run, at) != code->a)
                return false;
            at++;
            pc++;
            break;
        case SET:
            if (run->end >= 0 && at == run->end)
                return false;
            if (!is_in(&run->program->sets[code->a], (unsigned char)run->text[at]))
                return false;
            at++;
            pc++;
            break;
        case JUMP:
            pc += code->a;
            break;
        case SPLIT:
            if (!is_new(run, pc, at))
                return false;
            if (go(run, pc + code->a, at))
                return true;
            pc += code->b;
            break;
        case TO_LOOP: {
            int last = run->loops[code->a];

            run->loops[code->a] = at;
            if (go(run, pc + 1, at))
                return true;
            run->loops[code->a] = last;
            return false;
        }
        case END_LOOP:
            pc += run->loops[code->a] == at ? 1 : code->b;
            break;
        case SAVE: {
            if (!keep(run))
                return false;
            save(run, code, at);
            if (go(run, pc + 1, at))
                return true;
            restore(run);
            return false;
        }
        case REFERENCE:
            at = refer(run, code->a, at);
            if (at < 0)
                return false;
            pc++;
            break;
        case ACCEPT:
            if (at > run->best[1]) {
                for (int i = 2; i < run->n_slots; i++)
                    run->best[i] = run->slots[i];
                run->best[1] = at;
            }
            return !run->has_groups;
        default:
            if (!holds(run, code->operation, at))
                return false;
            pc++;
            break;
        }
    }
}

static int search(struct run *run) {
    for (int at = run->begin;; at++) {
        for (int i = 0; i < run->n_slots; i++)
            run->slots[i] = run->last[i] = run->best[i] = -1;
        for (int i = 0; i < run->program->n_loops; i++)
            run->loops[i] = -1;
        run->best[0] = at;
        /* Of an earlier beginning nothing led to a match, and nothing will. */
        go(run, 0, at);
        if (run->has_failed)
            return NO_SPACE_LEFT;
        if (run->best[1] >= 0)
            return 0;
        if (is_end(run, at))
            return NO_MATCH;
    }
}

int regexec(const struct pattern *pattern, const char *text, size_t n, struct range *found, int flags) {
    const struct program *program = pattern->program;
    int n_slots = 2 * (program->n_groups + 1);
    struct run run = {.program = program, .text = text, .end = -1, .flags = flags, .n_slots = n_slots};

    if ((program->flags & NO_GROUPS) != 0)
        n = 0;
    if ((flags & HAS_ENDS) != 0) {
        run.begin = found[0].begin;
        run.end = found[0].end;
    }
    run.has_groups = n > 0;
    run.slots = malloc((size_t)(3 * n_slots + program->n_loops) * sizeof *run.slots);
    if (run.slots == NULL)
        return NO_SPACE_LEFT;
    run.last = run.slots + n_slots;
    run.best = run.last + n_slots;
    run.loops = run.best + n_slots;
    int result = search(&run);
    for (size_t i = 0; result == 0 && i < n; i++) {
        bool is_group = i <= (size_t)program->n_groups;

        found[i] = is_group ? (struct range){run.best[2 * i], run.best[2 * i + 1]} : (struct range){-1, -1};
        if (found[i].end < 0)
            found[i].begin = -1;
    }
    free(run.tried);
    free(run.undo);
    free(run.slots);
    return result;
}

size_t regerror(int error, const struct pattern *pattern, char *to, size_t size) {
    static const char *const texts[] = {
        "Success",
        "No match",
        "Invalid regular expression",
        "Invalid collation character",
        "Invalid character class name",
        "Trailing backslash",
        "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=",
        "Unmatched ( or \\(",
        "Unmatched \\{",
        "Invalid content of \\{\\}",
        "Invalid range end",
        "Memory exhausted",
        "Invalid preceding regular expression",
        "Premature end of regular expression",
        "Regular expression too big",
        "Unmatched ) or \\)",
    };
    size_t length = 0;

    (void)pattern;
    if (error < 0 || (size_t)error >= sizeof texts / sizeof *texts)
        abort();
    const char *text = texts[error];
    while (text[length] != '\0')
        length++;
    for (size_t i = 0; i < size && i <= length; i++)
        to[i] = i + 1 == size ? '\0' : text[i];
    return length + 1;
}
