/*
 * What the models of formatted input share: where the text comes from.
 */
#ifndef SCAN_H
#define SCAN_H

#include "files.h"
#include <stdarg.h>

struct source {
    const char *text; /* NULL: a stream */
    FILE *file;
    long n_read;
    bool has_binary; /* %i knows the prefix 0b, as in C23 */
};

/* Gives the number of assignments, or END if the input ends before the first. */
int symir_scan(struct source *source, const char *format, va_list arguments);

#endif
