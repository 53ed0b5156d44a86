#ifndef DATA_H
#define DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE };
typedef enum { LOW = 1, HIGH = 4, ALL = 5 } level_t;

struct acct {
    int id;
    int balance;
    char owner[8];
};

struct value {
    enum { V_INT, V_REAL, V_TEXT } kind;
    union {
        int number;
        double real;
        const char *text;
    };
};

struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    int level : 4;
};

struct point {
    int x, y;
};

struct box {
    struct point low, high;
    double weight;
};

typedef int (*compare_fn)(const void *, const void *);

struct sorter {
    compare_fn compare;
    unsigned calls;
};

typedef union {
    uint32_t whole;
    uint8_t bytes[4];
} word_t;

extern struct acct db[4];
extern int debug_level;
extern const char *last_error;

struct stack;

bool transfer(int from, int to, int amount);
int find_acct(int id);
enum color next_color(enum color color);
level_t raise_level(level_t level, bool up);
double value_as_real(const struct value *value);
void value_set_text(struct value *value, const char *text);
void flags_set(struct flags *flags, unsigned mode);
void transpose(int matrix[3][3]);
int trace(int matrix[2][2]);
struct point point_add(struct point one, struct point other);
struct box box_grow(struct box box, int by);
void int_sort(int *numbers, size_t n, compare_fn compare);
int sort_with(struct sorter *sorter, int *numbers, size_t n);
compare_fn comparer(bool down);
int divmod(int a, int b, int *quotient, int *rest);
int parse_number(const char **at, long *out);
float average(const float *numbers, int n);
double celsius(double fahrenheit);
uint32_t checksum(const uint8_t *data, size_t n);
const char *color_name(enum color color);
char *trim(char *text);
struct stack *stack_new(size_t cap);
int stack_push(struct stack *stack, int value);
int stack_top(const struct stack *stack, int *value);
void stack_free(struct stack *stack);
long long wide(long long a, unsigned long long b);
uint8_t low_byte(word_t word);
void log_error(const char *message);
bool is_upper(char c);
void *choose(void *one, void *other, int which);
const int *max_of(const int *numbers, size_t n);
void copy_row(int (*table)[4], int from, int to);
int count_bits(uint64_t bits);
int next_id(void);

#endif
