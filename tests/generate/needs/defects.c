/* Defects, each of which no caller can be blamed for. */
#include <stddef.h>
#include <stdlib.h>

struct user {
    const char *name;
    int age;
};

enum shape { CIRCLE, SQUARE, TRIANGLE };

/* One more element than there is. */
int total(const int *values, size_t count) {
    int sum = 0;
    for (size_t i = 0; i <= count; i++) sum += values[i];
    return sum;
}

/* One path asks for null, the other does not. */
int initial(const struct user *user, int loud) {
    if (loud) return user->name == NULL ? '?' : user->name[0] - 32;
    return user->name[0];
}

/* An enumerator is forgotten. */
int corners(enum shape shape) {
    int n;
    switch (shape) {
    case CIRCLE: n = 0; break;
    case SQUARE: n = 4; break;
    }
    return n;
}

/* The size wraps around. */
long *zeros(size_t count) {
    long *made = malloc(count * sizeof *made);
    if (made == NULL) return NULL;
    for (size_t i = 0; i < count; i++) made[i] = 0;
    return made;
}

/* The path of an error loses memory. */
char *initials(char first, char last) {
    char *made = malloc(3);
    if (made == NULL) return NULL;
    if (first == '\0' || last == '\0') return NULL;
    made[0] = first;
    made[1] = last;
    made[2] = '\0';
    return made;
}

static const int powers[4] = {1, 10, 100, 1000};

/* The bound is off by one. */
int power(unsigned n) {
    if (n > 4) return 0;
    return powers[n];
}

/* So is the bound of a table on the stack, of which nobody says how large its elements are. */
int prime(int n) {
    int primes[4] = {2, 3, 5, 7};
    if (n < 0 || n > 4) return 0;
    return primes[n];
}

/* What is compared is what was passed, moved by a constant. The last comparison is off by one. */
int weight_of(char letter) {
    static const signed char weights[80] = {7, 5, 3, 1};

    letter -= 43;
    if (letter < 0 || letter > 80) {
        return -1;
    }
    return weights[(int)letter];
}
