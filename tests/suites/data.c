/* Tables, tagged unions, bit-fields, matrices, values, callbacks, handles and globals. */
#include "data.h"
#include "symir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct acct db[4] = {{10, 100, "ann"}, {20, 50, "bob"}, {30, 0, "eve"}};
int debug_level;
const char *last_error;
static int n_errors;

static struct acct *lookup(int id) {
    for (size_t i = 0; i < 4; i++) {
        if (db[i].id == id)
            return &db[i];
    }
    return NULL;
}

bool transfer(int from, int to, int amount) {
    struct acct *source = lookup(from), *target = lookup(to);

    if (source == NULL || target == NULL || amount <= 0 || source->balance < amount)
        return false;
    source->balance -= amount;
    target->balance += amount;
    return true;
}

int find_acct(int id) {
    struct acct *found = lookup(id);

    return found == NULL ? -1 : (int)(found - db);
}

enum color next_color(enum color color) {
    switch (color) {
    case RED: return GREEN;
    case GREEN: return BLUE;
    default: return RED;
    }
}

level_t raise_level(level_t level, bool up) {
    if (up)
        return level == LOW ? HIGH : ALL;
    return LOW;
}

double value_as_real(const struct value *value) {
    switch (value->kind) {
    case V_INT: return value->number;
    case V_REAL: return value->real;
    default: return (double)strlen(value->text);
    }
}

void value_set_text(struct value *value, const char *text) {
    value->kind = V_TEXT;
    value->text = text;
}

void flags_set(struct flags *flags, unsigned mode) {
    flags->ready = 1;
    flags->mode = mode & 7;
    flags->level--;
}

void transpose(int matrix[3][3]) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            int old = matrix[i][j];

            matrix[i][j] = matrix[j][i];
            matrix[j][i] = old;
        }
    }
}

int trace(int matrix[2][2]) {
    return matrix[0][0] + matrix[1][1];
}

struct point point_add(struct point one, struct point other) {
    return (struct point){one.x + other.x, one.y + other.y};
}

struct box box_grow(struct box box, int by) {
    box.low.x -= by;
    box.low.y -= by;
    box.high.x += by;
    box.high.y += by;
    box.weight = sqrt(box.weight);
    return box;
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int by_value_down(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

void int_sort(int *numbers, size_t n, compare_fn compare) {
    for (size_t i = 1; i < n; i++) {
        for (size_t j = i; j > 0 && compare(&numbers[j - 1], &numbers[j]) > 0; j--) {
            int old = numbers[j];

            numbers[j] = numbers[j - 1];
            numbers[j - 1] = old;
        }
    }
}

int sort_with(struct sorter *sorter, int *numbers, size_t n) {
    if (sorter->compare == NULL)
        return -1;
    sorter->calls++;
    int_sort(numbers, n, sorter->compare);
    return 0;
}

compare_fn comparer(bool down) {
    return down ? by_value_down : by_value;
}

int divmod(int a, int b, int *quotient, int *rest) {
    if (b == 0)
        return -1;
    *quotient = a / b;
    *rest = a % b;
    return 0;
}

int parse_number(const char **at, long *out) {
    const char *p = *at;
    long number = 0;

    if (*p < '0' || *p > '9')
        return 0;
    while (*p >= '0' && *p <= '9')
        number = number * 10 + (*p++ - '0');
    *at = p;
    *out = number;
    return 1;
}

float average(const float *numbers, int n) {
    float sum = 0;

    if (n <= 0)
        return 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    return sum / (float)n;
}

double celsius(double fahrenheit) {
    return (fahrenheit - 32) * 5 / 9;
}

uint32_t checksum(const uint8_t *data, size_t n) {
    uint32_t sum = 1;

    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + data[i];
    return sum;
}

const char *color_name(enum color color) {
    static const char *const names[] = {"red", "", "", "", "", "green", "blue"};

    return color <= BLUE ? names[color] : NULL;
}

char *trim(char *text) {
    size_t end = strlen(text);

    while (end > 0 && text[end - 1] == ' ')
        end--;
    text[end] = '\0';
    while (*text == ' ')
        text++;
    return text;
}

struct stack {
    size_t len, cap;
    int items[];
};

struct stack *stack_new(size_t cap) {
    struct stack *stack = malloc(sizeof *stack + cap * sizeof(int));

    stack->len = 0;
    stack->cap = cap;
    return stack;
}

int stack_push(struct stack *stack, int value) {
    if (stack->len == stack->cap)
        return -1;
    stack->items[stack->len++] = value;
    return 0;
}

int stack_top(const struct stack *stack, int *value) {
    if (stack->len == 0)
        return -1;
    *value = stack->items[stack->len - 1];
    return 0;
}

void stack_free(struct stack *stack) {
    free(stack);
}

long long wide(long long a, unsigned long long b) {
    return a < 0 ? -1 : a + (long long)(b >> 1);
}

uint8_t low_byte(word_t word) {
    return word.bytes[0];
}

void log_error(const char *message) {
    last_error = message;
    n_errors++;
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

void *choose(void *one, void *other, int which) {
    return which ? other : one;
}

const int *max_of(const int *numbers, size_t n) {
    const int *max = numbers;

    for (size_t i = 1; i < n; i++) {
        if (numbers[i] > *max)
            max = &numbers[i];
    }
    return max;
}

void copy_row(int (*table)[4], int from, int to) {
    memcpy(table[to], table[from], sizeof table[to]);
}

int count_bits(uint64_t bits) {
    int n = 0;

    for (; bits != 0; bits &= bits - 1)
        n++;
    return n;
}

int next_id(void) {
    static int id = 7;

    return ++id;
}

int main(void) {
    int which = symir_range(0, 32, "which"), n = symir_range(-1, 2, "n");
    int numbers[4] = {4, n, 7, 7}, quotient, rest = -5;
    struct value value = {V_INT, {n}};
    const char *text = n > 0 ? "9109x" : "x";
    long number;

    switch (which) {
    case 0: SYMIR_TEST(transfer, 10, n == 0 ? 40 : 20, n == 0 ? 60 : n * 60); break;
    case 1: db[3].id = 77; SYMIR_TEST(find_acct, n > 0 ? 77 : n); break;
    case 2: SYMIR_TEST(next_color, n == 0 ? RED : n == 1 ? GREEN : BLUE); break;
    case 3: SYMIR_TEST(raise_level, n == 0 ? LOW : HIGH, n >= 0); break;
    case 4:
        if (n == 0)
            value = (struct value){V_REAL, {.real = 2.5}};
        else if (n == 1)
            value = (struct value){V_TEXT, {.text = "abc"}};
        SYMIR_TEST(value_as_real, &value);
        break;
    case 5: SYMIR_TEST(value_set_text, &value, "new"); break;
    case 6: {
        struct flags flags = {0, 2, n};

        SYMIR_TEST(flags_set, &flags, 13);
        break;
    }
    case 7: {
        int matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, n}};

        SYMIR_TEST(transpose, matrix);
        break;
    }
    case 8: {
        int matrix[2][2] = {{1, 2}, {3, n}};

        SYMIR_TEST(trace, matrix);
        break;
    }
    case 9: {
        struct point one = {1, 2}, other = {n, 5};

        SYMIR_TEST(point_add, one, other);
        break;
    }
    case 10: {
        struct box box = {{1, 2}, {3, n}, 6.25};

        SYMIR_TEST(box_grow, box, 3);
        break;
    }
    case 11: SYMIR_TEST(int_sort, numbers, 4, n > 0 ? by_value : by_value_down); break;
    case 12: {
        struct sorter sorter = {n > 0 ? by_value : NULL, 2};

        SYMIR_TEST(sort_with, &sorter, numbers, 3);
        break;
    }
    case 13: SYMIR_TEST(comparer, n > 0); break;
    case 14: SYMIR_TEST(divmod, 17, n * 5, &quotient, &rest); break;
    case 15: SYMIR_TEST(parse_number, &text, &number); break;
    case 16: {
        float floats[2] = {1.5f, (float)n};

        SYMIR_TEST(average, floats, n);
        break;
    }
    case 17: SYMIR_TEST(celsius, n * 50.0); break;
    case 18: SYMIR_TEST(checksum, (const uint8_t *)"abc", n > 0 ? 3 : 0); break;
    case 19: SYMIR_TEST(color_name, n > 0 ? BLUE : n == 0 ? RED : (enum color)9); break;
    case 20: {
        char line[8] = "  a b  ";

        SYMIR_TEST(trim, line + (n > 0 ? 5 : 0));
        break;
    }
    case 21: SYMIR_TEST(stack_new, 3); break;
    case 22:
    case 23:
    case 24: {
        struct stack *stack = stack_new(2);

        if (n > 0)
            stack_push(stack, 11);
        if (n > 1)
            stack_push(stack, 12);
        if (which == 22)
            SYMIR_TEST(stack_push, stack, 13);
        else if (which == 23)
            SYMIR_TEST(stack_top, stack, &rest);
        else
            SYMIR_TEST(stack_free, stack);
        break;
    }
    case 25: SYMIR_TEST(wide, n * 5000000000LL, 1ULL << 63); break;
    case 26: {
        word_t word = {0x01020300u + (unsigned char)n};

        SYMIR_TEST(low_byte, word);
        break;
    }
    case 27: SYMIR_TEST(log_error, n > 0 ? "disk full" : "no such file"); break;
    case 28: SYMIR_TEST(is_upper, n > 0 ? 'A' : n == 0 ? 'q' : '@'); break;
    case 29: SYMIR_TEST(choose, &value, numbers, n > 0); break;
    case 30: SYMIR_TEST(max_of, numbers + 1, 3); break;
    case 31: {
        int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 9, 9, n}};

        SYMIR_TEST(copy_row, table, 0, 2);
        break;
    }
    default: SYMIR_TEST(count_bits, n > 0 ? 0xf0f0 : (uint64_t)n); break;
    }
    return 0;
}
