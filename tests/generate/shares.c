/* Bits in words, a queue in a ring, a search in a sorted array, sizes with a unit behind them, and the like. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int first_free(const uint32_t *map, unsigned n_bits) {
    for (unsigned i = 0; i < n_bits; i += 32) {
        uint32_t free_bits = ~map[i / 32];
        if (free_bits == 0)
            continue;
        unsigned bit = i + __builtin_ctz(free_bits);
        return bit < n_bits ? (int)bit : -1;
    }
    return -1;
}

int put(uint8_t *ring, uint8_t *head, uint8_t tail, uint8_t size, uint8_t value) {
    uint8_t next = (uint8_t)((*head + 1) % size);
    if (next == tail)
        return 0;
    ring[*head] = value;
    *head = next;
    return 1;
}

int place_of(const int *sorted, int n, int key) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

long size_from(const char *text) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || n < 0)
        return -1;
    switch (*end) {
    case '\0':
        return n;
    case 'k':
        return n << 10;
    case 'M':
        return n << 20;
    default:
        return -1;
    }
}

/* How far apart two letters are: each result is one of its own, and no error. */
int distance(const char *one, const char *other) {
    while (*one == *other && *one != '\0') {
        one++;
        other++;
    }
    return *one - *other;
}

/* The array has to have two elements. */
int second_of(const int *values, int n) {
    int first = values[0] > values[1] ? values[0] : values[1];
    int second = values[0] > values[1] ? values[1] : values[0];
    for (int i = 2; i < n; i++) {
        if (values[i] > first) {
            second = first;
            first = values[i];
        } else if (values[i] > second) {
            second = values[i];
        }
    }
    return second;
}

/* The sign of what is no number is printed, too. */
void print_level(FILE *out, double level, int is_last) {
    fprintf(out, "%6.1f%s\n", level, is_last ? " (last)" : "");
}
