/*
 * Models of stdio.h: the three streams that a program begins with. Output is
 * counted and dropped; standard input is at its end. Opening files is not
 * modelled, and formatted output is in printf.c.
 */
#include <limits.h>
#include <stddef.h>

enum { END = -1 /* EOF */ };

/* What a program sees as FILE. */
struct symir_file {
    int number; /* of its descriptor */
    int is_at_end;
    int has_failed;
};

typedef struct symir_file FILE;

static FILE input = {0, 0, 0}, output = {1, 0, 0}, errors = {2, 0, 0};

FILE *stdin = &input, *stdout = &output, *stderr = &errors;

/* Output. Text is read to its end, as it is natively, so that an error on the
 * way is found; volatile, since a compiler would leave the reading out. */

static size_t length_of(const volatile char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

int fputc(int c, FILE *file) {
    (void)file;
    return (unsigned char)c;
}

int putc(int c, FILE *file) {
    (void)file;
    return (unsigned char)c;
}

int putchar(int c) {
    return (unsigned char)c;
}

int fputs(const char *text, FILE *file) {
    (void)file;
    length_of(text);
    return 1;
}

int puts(const char *text) {
    size_t length = length_of(text);

    return length < INT_MAX ? (int)length + 1 : INT_MAX;
}

/* Touches the first and the last byte; those between lie in one object with
 * them. */
size_t fwrite(const void *items, size_t size, size_t n, FILE *file) {
    const volatile char *bytes = items;

    (void)file;
    if (size == 0 || n == 0)
        return 0;
    (void)bytes[0];
    (void)bytes[size * n - 1];
    return n;
}

void perror(const char *text) {
    if (text != NULL)
        length_of(text);
}

int fflush(FILE *file) {
    (void)file;
    return 0;
}

/* Input, which is at its end. */

static int at_end(FILE *file) {
    file->is_at_end = 1;
    return END;
}

int fgetc(FILE *file) {
    return at_end(file);
}

int getc(FILE *file) {
    return at_end(file);
}

int getchar(void) {
    return at_end(stdin);
}

char *fgets(char *to, int size, FILE *file) {
    (void)to;
    (void)size;
    at_end(file);
    return NULL;
}

size_t fread(void *items, size_t size, size_t n, FILE *file) {
    (void)items;
    if (size > 0 && n > 0)
        at_end(file);
    return 0;
}

long getline(char **line, size_t *size, FILE *file) {
    (void)line;
    (void)size;
    return at_end(file);
}

long getdelim(char **line, size_t *size, int last, FILE *file) {
    (void)line;
    (void)size;
    (void)last;
    return at_end(file);
}

/* The state of a stream. */

int feof(FILE *file) {
    return file->is_at_end;
}

int ferror(FILE *file) {
    return file->has_failed;
}

void clearerr(FILE *file) {
    file->is_at_end = 0;
    file->has_failed = 0;
}

int fileno(FILE *file) {
    return file->number;
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    (void)file;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(FILE *file, char *buffer) {
    (void)file;
    (void)buffer;
}

void setlinebuf(FILE *file) {
    (void)file;
}
