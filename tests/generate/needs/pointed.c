#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void push(int *stack, int *top, int value) {
    stack[(*top)++] = value;
}

int pop(int *stack, int *top) {
    return stack[--*top];
}

void insert(int values[], int *n, int value) {
    int i = *n - 1;

    while (i >= 0 && values[i] > value) {
        values[i + 1] = values[i];
        i--;
    }
    values[i + 1] = value;
    (*n)++;
}

void erase(int *values, size_t *n, size_t at) {
    memmove(values + at, values + at + 1, (*n - at - 1) * sizeof *values);
    (*n)--;
}

bool remove_value(int *values, size_t *n, int value) {
    for (size_t i = 0; i < *n; i++) {
        if (values[i] == value) {
            values[i] = values[--*n];
            return true;
        }
    }
    return false;
}

void write_at(char *buffer, size_t at, const char *text, size_t length) {
    memcpy(buffer + at, text, length);
}
