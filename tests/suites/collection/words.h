#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef int (*visitor)(int item, void *context);
typedef struct counter counter;

struct range {
    double low, high;
};

int read_number(const char *text, int *out);
size_t squeeze(char *text);
bool ends_with(const char *text, const char *end);
int hex_value(char c);
int visit_all(const int *items, size_t n, visitor visit, void *context);
double clamp(double value, struct range range);
float mean(const float *values, size_t n);
int grade(double points);
counter *counter_new(unsigned limit);
bool counter_add(counter *c, unsigned n);
unsigned counter_value(const counter *c);
void counter_free(counter *c);
int count_lines(FILE *in);
int config_value(const char *key);
bool save_level(int level);

#endif
