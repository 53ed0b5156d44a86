/* Calls of all kinds that a suite must be able to make, or must go around. */
#include "symir.h"

struct node {
    int key;
    struct node *next;
};

struct shape {
    char name[4];
    double area;
    unsigned char flags[2];
    struct node first;
};

enum colour { RED, GREEN = 5 };

static int total;

static long sum(const struct node *list) {
    long sum = 0;

    for (; list != NULL; list = list->next)
        sum += list->key > 0 ? list->key : 0;
    return sum;
}

static void swap(int *a, int *b) {
    if (*a > *b) {
        int old = *a;

        *a = *b;
        *b = old;
    }
}

static double scale(struct shape *shape, double by) {
    shape->flags[1] = 255;
    shape->first.key++;
    if (by > 2)
        shape->area *= by;
    return shape->area;
}

static enum colour mix(enum colour colour) {
    return colour == RED ? GREEN : RED;
}

/* Remembers: it cannot be called out of turn. */
static int count(int by) {
    total += by > 0 ? by : 1;
    return total;
}

static unsigned long behind(unsigned char *bytes) {
    return bytes[-1] == 'x' ? 18446744073709551615UL : 7;
}

static char *after(char *text, char c) {
    for (; *text != '\0'; text++) {
        if (*text == c)
            return text + 1;
    }
    return NULL;
}

static const char *word(int number) {
    return number == 0 ? "none" : "so\"me\?";
}

int main(void) {
    struct node last = {3, NULL}, list = {0, &last};
    struct shape shape = {"abc", 1.5, {1, 2}, {4, NULL}};
    char text[4];
    unsigned char bytes[2];
    int which = symir_range(0, 7, "which"), n = symir_range(-1, 1, "n"), low = 1;

    symir_string(text, sizeof text, "text");
    symir_bytes(bytes, sizeof bytes, "bytes");
    list.key = n;
    switch (which) {
    case 0: SYMIR_TEST(sum, &list); break;
    case 1: SYMIR_TEST(swap, &low, &n); break;
    case 2: SYMIR_TEST(scale, &shape, n + 2.5); break;
    case 3: SYMIR_TEST(mix, n == 0 ? RED : GREEN); break;
    case 4: SYMIR_TEST(count, n); SYMIR_TEST(count, 2); break;
    case 5: SYMIR_TEST(behind, bytes + 1); break;
    case 6: SYMIR_TEST(after, text, 'b'); break;
    default: SYMIR_TEST(word, n); break;
    }
    return which;
}
