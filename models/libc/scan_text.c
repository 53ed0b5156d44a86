/*
 * Models of stdio.h: formatted input of characters, words and sets, and what
 * all conversions read with.
 */
#include "scan.h"
#include <limits.h>

/* Characters. */

int symir_next(struct source *source) {
    int c;

    if (source->text == NULL)
        c = symir_get(source->file);
    else
        c = *source->text == '\0' ? END : (unsigned char)*source->text++;
    source->n_read += c != END;
    return c;
}

void symir_back(struct source *source, int c) {
    if (c == END)
        return;
    source->n_read--;
    if (source->text == NULL)
        symir_unget(c, source->file);
    else
        source->text--;
}

int symir_peek(struct source *source, int width) {
    if (width <= 0)
        return END;
    int c = symir_next(source);
    symir_back(source, c);
    return c;
}

bool symir_is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int symir_skip_space(struct source *source) {
    int c;

    do
        c = symir_next(source);
    while (symir_is_space(c));
    symir_back(source, c);
    return c;
}

void symir_add(struct text *text, char c) {
    if (text->n == text->room) {
        size_t room = 2 * text->room;
        char *longer = malloc(room);

        if (longer == NULL) {
            text->has_failed = true;
            return;
        }
        memcpy(longer, text->at, text->n);
        if (text->is_own)
            free(text->at);
        text->at = longer;
        text->room = room;
        text->is_own = true;
    }
    text->at[text->n++] = c;
}

/* Characters, words and sets. */

/* Which characters %[ takes. */
struct set {
    bool has[UCHAR_MAX + 1];
};

/* Reads the set behind the bracket; gives what is behind it, or NULL. */
static const char *read_set(const char *format, struct set *set) {
    bool is_complement = *format == '^', is_first = true;

    format += is_complement;
    for (int c = 0; c <= UCHAR_MAX; c++)
        set->has[c] = is_complement;
    for (; *format != ']' || is_first; format++, is_first = false) {
        unsigned char low = (unsigned char)*format, high = low;

        if (low == '\0')
            return NULL;
        if (format[1] == '-' && format[2] != ']' && format[2] != '\0' && (unsigned char)format[2] >= low) {
            high = (unsigned char)format[2];
            format += 2;
        }
        for (int c = low; c <= high; c++)
            set->has[c] = !is_complement;
    }
    return format + 1;
}

/* Compares and does not look up, where the character may be symbolic: one
 * question for each run of the set. */
static bool is_in(const struct set *set, int c) {
    bool is_found = false;

    for (int begin = 0; begin <= UCHAR_MAX; begin++) {
        int end = begin;

        if (!set->has[begin])
            continue;
        while (end < UCHAR_MAX && set->has[end + 1])
            end++;
        is_found |= (unsigned)c - (unsigned)begin <= (unsigned)(end - begin);
        begin = end;
    }
    return is_found;
}

static bool belongs(enum kind kind, const struct set *set, int c) {
    return kind == CHARACTERS || (kind == WORD ? !symir_is_space(c) : is_in(set, c));
}

/* What is stored: bytes or wide characters, in given or in new memory. */
static enum outcome convert(struct source *source, const struct spec *spec, enum kind kind,
                            const struct set *set, void *to) {
    char first[64];
    struct text made = {.at = first, .room = sizeof first};
    int n = 0;

    if (kind == WORD && symir_skip_space(source) == END)
        return INPUT_ENDED;
    for (; n < spec->width; n++) {
        int c = symir_next(source);

        if (c == END && n == 0)
            return INPUT_ENDED;
        if (c == END)
            break;
        if (!belongs(kind, set, c)) {
            symir_back(source, c);
            break;
        }
        if (spec->is_suppressed)
            continue;
        if (spec->is_wide && c > 0x7f) {
            fail(ILLEGAL_BYTES);
            return MISMATCH;
        }
        if (spec->allocates && spec->is_wide)
            for (int i = 0; i < (int)sizeof(wchar_t); i++)
                symir_add(&made, i == 0 ? (char)c : '\0');
        else if (spec->allocates)
            symir_add(&made, (char)c);
        else if (spec->is_wide)
            ((wchar_t *)to)[n] = c;
        else
            ((char *)to)[n] = (char)c;
    }
    if (n == 0)
        return MISMATCH;
    if (spec->is_suppressed)
        return CONVERTED;
    if (!spec->allocates) {
        if (kind != CHARACTERS && spec->is_wide)
            ((wchar_t *)to)[n] = L'\0';
        else if (kind != CHARACTERS)
            ((char *)to)[n] = '\0';
        return CONVERTED;
    }
    for (int i = 0; kind != CHARACTERS && i < (spec->is_wide ? (int)sizeof(wchar_t) : 1); i++)
        symir_add(&made, '\0');
    char *memory = malloc(made.n);
    if (memory == NULL || made.has_failed)
        return INPUT_ENDED;
    memcpy(memory, made.at, made.n);
    if (made.is_own)
        free(made.at);
    *(char **)to = memory;
    return CONVERTED;
}

enum outcome symir_scan_text(struct source *source, const struct spec *spec, enum kind kind, void *to) {
    return convert(source, spec, kind, NULL, to);
}

enum outcome symir_scan_set(struct source *source, const struct spec *spec, const char **format, void *to) {
    struct set set;
    const char *behind = read_set(*format, &set);

    if (behind == NULL)
        return MISMATCH;
    *format = behind;
    return convert(source, spec, SET, &set, to);
}
