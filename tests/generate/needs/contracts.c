/* Functions with contracts that nobody has written down: each has needs, and no bug. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    int top;
    int items[8];
};

enum level { LOW, MIDDLE, HIGH };

static const int table[4] = {3, 1, 4, 1};

int first(const struct node *p) { return p->value; }

int second(const struct node *p) { return p->next->value; }

int ratio(int a, int b) { return a / b; }

unsigned bit(int n) { return 1u << n; }

int look_up(int i) { return table[i]; }

int element(const int *values, int i) { return values[i]; }

int last(const int *values, int count) { return values[count - 1]; }

int sum(const int *values, size_t count) {
    int total = 0;
    for (size_t i = 0; i < count; i++) total += values[i];
    return total;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void sort(int *values, int count) { qsort(values, count, sizeof *values, compare); }

int letters(const char *s) {
    int n = 0;
    while (*s++) n++;
    return n;
}

int percent(int part, int whole) {
    assert(whole > 0);
    return part / whole;
}

int pop(struct stack *s) { return s->items[--s->top]; }

int days(int month) {
    const int of[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return of[month];
}

const char *word(enum level level) {
    const char *text = NULL;
    switch (level) {
    case LOW: text = "low"; break;
    case MIDDLE: text = "middle"; break;
    case HIGH: text = "high"; break;
    }
    return text + (text[0] == 'm');
}

void clear(int *values, int rows, int columns) {
    for (int i = 0; i < rows * columns; i++) values[i] = 0;
}

void discard(struct node *p) {
    free(p->next);
    free(p);
}

int spread(int total, int low, int high) { return total / (high - low); }

/* An index of a table on the stack, which cannot be negative. */
int weekday_hours(unsigned day) {
    int hours[7] = {0, 8, 8, 8, 8, 6, 0};
    return hours[day];
}

/* The function itself sees to one bound, and the caller to the other. */
int digit(signed char value) {
    static const char digits[] = "0123456789abcdef";
    if (value > 15) return '?';
    return digits[value];
}

/* How many elements a table on the stack has, its declaration says. */
int odd_byte(unsigned at) {
    short bytes[5] = {1, 3, 5, 7, 9};
    return ((const char *)&bytes[at])[0];
}

/* Bits of bytes, and blocks of a table. */
int bit_at(const unsigned char *bytes, unsigned long bit) {
    unsigned long byte = bit >> 3;
    return bytes[byte] >> (bit & 7) & 1;
}

int block_at(unsigned number) { return table[number >> 4]; }
