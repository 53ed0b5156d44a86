/*
 * Models of stdio.h: reading and writing streams. A stream has no buffer of
 * its own; what is written is where it belongs at once. Opening is in open.c,
 * formatted output in printf.c, formatted input in scanf.c.
 */
#include "files.h"
#include <limits.h>

/* Reading. */

static int failed(FILE *file, int number) {
    file->flags |= HAS_FAILED;
    return fail(number);
}

size_t symir_get_many(FILE *file, void *to, size_t n) {
    unsigned char *bytes = to;
    size_t done = 0;

    while (done < n && file->n_pushed > 0)
        bytes[done++] = file->pushed[--file->n_pushed];
    if (done == n)
        return n;
    if (file->open == NULL || !file->open->can_read) {
        failed(file, BAD_DESCRIPTOR);
        return done;
    }
    while (done < n) {
        /* A stream may give fewer bytes than there will be. */
        long more = symir_read(file->open, bytes + done, n - done);
        if (more <= 0)
            break;
        done += (size_t)more;
        if (file->open->kind != STREAM)
            break;
    }
    if (done < n)
        file->flags |= AT_END;
    return done;
}

int symir_get(FILE *file) {
    unsigned char c = 0; /* also read where there is none */

    return symir_get_many(file, &c, 1) == 1 ? c : END;
}

int symir_unget(int c, FILE *file) {
    if (c == END || file->n_pushed == MOST_PUSHED)
        return END;
    file->pushed[file->n_pushed++] = (unsigned char)c;
    file->flags &= ~AT_END;
    return (unsigned char)c;
}

int fgetc(FILE *file) {
    return symir_get(file);
}

int getc(FILE *file) {
    return symir_get(file);
}

int _IO_getc(FILE *file) {
    return symir_get(file);
}

int getchar(void) {
    return symir_get(stdin);
}

int fgetc_unlocked(FILE *file) {
    return symir_get(file);
}

int getc_unlocked(FILE *file) {
    return symir_get(file);
}

int getchar_unlocked(void) {
    return symir_get(stdin);
}

/* What glibc's macros call when a buffer is empty. */
int __uflow(FILE *file) {
    return symir_get(file);
}

int ungetc(int c, FILE *file) {
    return symir_unget(c, file);
}

int getw(FILE *file) {
    int word;

    return symir_get_many(file, &word, sizeof word) == sizeof word ? word : END;
}

/* Reads through the next newline, and `room` - 1 characters at most. */
static char *get_line(char *to, int room, FILE *file) {
    int n = 0, c = 0;

    if (room <= 0)
        return NULL;
    while (n < room - 1 && c != '\n') {
        c = symir_get(file);
        if (c == END)
            break;
        to[n++] = (char)c;
    }
    if ((n == 0 && c == END) || (file->flags & HAS_FAILED) != 0)
        return NULL;
    to[n] = '\0';
    return to;
}

char *fgets(char *to, int room, FILE *file) {
    return get_line(to, room, file);
}

char *fgets_unlocked(char *to, int room, FILE *file) {
    return get_line(to, room, file);
}

char *__fgets_chk(char *to, size_t size, int room, FILE *file) {
    if (room > 0 && (size_t)room > size)
        abort();
    return get_line(to, room, file);
}

char *__fgets_unlocked_chk(char *to, size_t size, int room, FILE *file) {
    return __fgets_chk(to, size, room, file);
}

static char *get_whole_line(char *to, size_t room) {
    size_t n = 0;

    for (;;) {
        int c = symir_get(stdin);

        if (c == END && n == 0)
            return NULL;
        if (n == room)
            abort();
        if (c == END || c == '\n') {
            to[n] = '\0';
            return to;
        }
        to[n++] = (char)c;
    }
}

char *gets(char *to) {
    return get_whole_line(to, SIZE_MAX);
}

char *__gets_chk(char *to, size_t size) {
    return get_whole_line(to, size);
}

/* Reads through `last` into a buffer that grows. */
static long get_through(char **line, size_t *size, int last, FILE *file) {
    enum { FIRST_ROOM = 120 };
    size_t n = 0;

    if (line == NULL || size == NULL)
        return fail(INVALID);
    if (*line == NULL)
        *size = 0;
    for (;;) {
        int c = symir_get(file);

        if (c == END && (n == 0 || (file->flags & HAS_FAILED) != 0))
            return -1;
        if (n + 2 > *size) {
            size_t room = *size < FIRST_ROOM / 2 ? FIRST_ROOM : 2 * *size;
            char *longer = realloc(*line, room);

            if (longer == NULL)
                return fail(NO_MEMORY);
            *line = longer;
            *size = room;
        }
        if (c != END)
            (*line)[n++] = (char)c;
        if (c == END || c == last) {
            (*line)[n] = '\0';
            return (long)n;
        }
    }
}

long getline(char **line, size_t *size, FILE *file) {
    return get_through(line, size, '\n', file);
}

long getdelim(char **line, size_t *size, int last, FILE *file) {
    return get_through(line, size, (unsigned char)last, file);
}

long __getdelim(char **line, size_t *size, int last, FILE *file) {
    return get_through(line, size, (unsigned char)last, file);
}

static size_t get_items(void *items, size_t size, size_t n, FILE *file) {
    size_t bytes;

    if (size == 0 || n == 0)
        return 0;
    if (__builtin_mul_overflow(size, n, &bytes))
        bytes = SIZE_MAX;
    return symir_get_many(file, items, bytes) / size;
}

size_t fread(void *items, size_t size, size_t n, FILE *file) {
    return get_items(items, size, n, file);
}

size_t fread_unlocked(void *items, size_t size, size_t n, FILE *file) {
    return get_items(items, size, n, file);
}

size_t __fread_chk(void *items, size_t room, size_t size, size_t n, FILE *file) {
    size_t bytes;

    if (__builtin_mul_overflow(size, n, &bytes) || bytes > room)
        abort();
    return get_items(items, size, n, file);
}

size_t __fread_unlocked_chk(void *items, size_t room, size_t size, size_t n, FILE *file) {
    return __fread_chk(items, room, size, n, file);
}

/* Writing. */

/* The text of open_memstream is always as flushed. */
static size_t put_text(FILE *file, const void *from, size_t n) {
    size_t length = *file->length;
    char *text = realloc(*file->text, length + n + 1);

    if (text == NULL) {
        failed(file, NO_MEMORY);
        return 0;
    }
    memcpy(text + length, from, n);
    text[length + n] = '\0';
    *file->text = text;
    *file->length = length + n;
    return n;
}

bool symir_is_dropped(FILE *file) {
    struct symir_open *open = file->open;

    return open != NULL && open->can_write && open->kind == CONSOLE && !symir_is_heard();
}

size_t symir_length_for(FILE *file, const char *text) {
    size_t n = symir_is_dropped(file) ? symir_span(text, SIZE_MAX, 1) : UNKNOWN_SPAN;

    if (n == UNKNOWN_SPAN)
        for (n = 0; text[n] != '\0';)
            n++;
    return n;
}

size_t symir_put_many(FILE *file, const void *from, size_t n) {
    if (file->text != NULL)
        return put_text(file, from, n);
    if (symir_is_dropped(file)) {
        symir_output(file->open->console, from, n);
        return n;
    }
    if (file->open == NULL || !file->open->can_write) {
        failed(file, BAD_DESCRIPTOR);
        return 0;
    }
    if (file->is_static && file->open->kind == CONSOLE) {
        symir_stream(file->open->console, from, n);
        return n;
    }
    if (file->n_pushed > 0) {
        symir_seek(file->open, -file->n_pushed, FROM_HERE);
        file->n_pushed = 0;
    }
    long done = symir_write(file->open, from, n);
    if (done < 0 || (size_t)done < n)
        file->flags |= HAS_FAILED;
    return done < 0 ? 0 : (size_t)done;
}

static int put_one(int c, FILE *file) {
    unsigned char byte = (unsigned char)c;

    return symir_put_many(file, &byte, 1) == 1 ? byte : END;
}

int fputc(int c, FILE *file) {
    return put_one(c, file);
}

int putc(int c, FILE *file) {
    return put_one(c, file);
}

int _IO_putc(int c, FILE *file) {
    return put_one(c, file);
}

int putchar(int c) {
    return put_one(c, stdout);
}

int fputc_unlocked(int c, FILE *file) {
    return put_one(c, file);
}

int putc_unlocked(int c, FILE *file) {
    return put_one(c, file);
}

int putchar_unlocked(int c) {
    return put_one(c, stdout);
}

/* What glibc's macros call when a buffer is full. */
int __overflow(FILE *file, int c) {
    return put_one(c, file);
}

int putw(int word, FILE *file) {
    return symir_put_many(file, &word, sizeof word) == sizeof word ? 0 : END;
}

static int put_string(const char *text, FILE *file) {
    size_t length = symir_length_for(file, text);

    return symir_put_many(file, text, length) == length ? 1 : END;
}

int fputs(const char *text, FILE *file) {
    return put_string(text, file);
}

int fputs_unlocked(const char *text, FILE *file) {
    return put_string(text, file);
}

int puts(const char *text) {
    size_t length = symir_length_for(stdout, text);

    if (symir_put_many(stdout, text, length) != length || put_one('\n', stdout) == END)
        return END;
    return length < INT_MAX ? (int)length + 1 : INT_MAX;
}

static size_t put_items(const void *items, size_t size, size_t n, FILE *file) {
    size_t bytes;

    if (size == 1 && symir_is_dropped(file))
        return symir_put_many(file, items, n);
    if (size == 0 || n == 0)
        return 0;
    if (__builtin_mul_overflow(size, n, &bytes))
        return 0;
    size_t done = symir_put_many(file, items, bytes);
    return done == bytes ? n : done / size;
}

size_t fwrite(const void *items, size_t size, size_t n, FILE *file) {
    return put_items(items, size, n, file);
}

size_t fwrite_unlocked(const void *items, size_t size, size_t n, FILE *file) {
    return put_items(items, size, n, file);
}
