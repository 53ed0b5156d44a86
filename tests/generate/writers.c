/* Structures that have an open file. */
#include <stdio.h>

struct writer {
    FILE *out;
    int indent;
    unsigned lines;
};

int put_line(struct writer *w, const char *text) {
    if (w->out == NULL)
        return -1;
    for (int i = 0; i < w->indent && i < 4; i++)
        fputc(' ', w->out);
    fputs(text, w->out);
    fputc('\n', w->out);
    w->lines++;
    return 0;
}

struct reader {
    struct {
        FILE *in;
        int line;
    } place;
    char word[16];
};

int read_word(struct reader *r) {
    int c, n = 0;

    while ((c = getc(r->place.in)) != EOF && c != ' ' && n < 15) {
        if (c == '\n')
            r->place.line++;
        r->word[n++] = (char)c;
    }
    r->word[n] = '\0';
    return n;
}

int is_at_end(const struct writer *w) {
    return feof(w->out) != 0;
}
