/* Texts, callbacks, floats, opaque handles, files. */
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    unsigned value, limit;
};

int read_number(const char *text, int *out)
{
    int sign = 1, value = 0, n = 0;

    if (*text == '-') {
        sign = -1;
        text++;
    }
    while (isdigit((unsigned char)*text) && n < 4) {
        value = value * 10 + (*text++ - '0');
        n++;
    }
    if (n == 0 || *text != '\0')
        return -1;
    *out = sign * value;
    return n;
}

size_t squeeze(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0'; from++) {
        if (*from != ' ' || (to > text && to[-1] != ' '))
            *to++ = *from;
    }
    *to = '\0';
    return (size_t)(to - text);
}

bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return m <= n && strcmp(text + n - m, end) == 0;
}

int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int visit_all(const int *items, size_t n, visitor visit, void *context)
{
    for (size_t i = 0; i < n; i++) {
        int stop = visit(items[i], context);

        if (stop != 0)
            return stop;
    }
    return 0;
}

double clamp(double value, struct range range)
{
    if (value < range.low)
        return range.low;
    if (value > range.high)
        return range.high;
    return value;
}

float mean(const float *values, size_t n)
{
    float sum = 0;

    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (float)n;
}

int grade(double points)
{
    if (!(points >= 0 && points <= 100))
        return -1;
    if (points >= 90.5)
        return 1;
    if (points >= 70)
        return 2;
    return points >= 50 ? 3 : 4;
}

counter *counter_new(unsigned limit)
{
    counter *c;

    if (limit == 0)
        return NULL;
    c = malloc(sizeof *c);
    if (c == NULL)
        return NULL;
    c->value = 0;
    c->limit = limit;
    return c;
}

bool counter_add(counter *c, unsigned n)
{
    if (n > c->limit - c->value)
        return false;
    c->value += n;
    return true;
}

unsigned counter_value(const counter *c)
{
    return c->value;
}

void counter_free(counter *c)
{
    free(c);
}

int count_lines(FILE *in)
{
    int c, n = 0;

    while ((c = getc(in)) != EOF) {
        if (c == '\n')
            n++;
    }
    return n;
}

int config_value(const char *key)
{
    FILE *file = fopen("config.ini", "r");
    char line[16];
    int value = -1;

    if (file == NULL)
        return -2;
    while (fgets(line, sizeof line, file) != NULL) {
        char *equals = strchr(line, '=');

        if (equals == NULL)
            continue;
        *equals = '\0';
        if (strcmp(line, key) == 0) {
            value = atoi(equals + 1);
            break;
        }
    }
    fclose(file);
    return value;
}

bool save_level(int level)
{
    FILE *file;

    if (level < 0)
        return false;
    file = fopen("level.txt", "w");
    if (file == NULL)
        return false;
    fprintf(file, "level %d\n", level);
    return fclose(file) == 0;
}
