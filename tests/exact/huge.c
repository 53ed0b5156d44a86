/* Members of 600 MB, of which little is used: variables, with and without first contents, and on the heap. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>

struct big {
    char data[600 << 20];
    int n;
};

static struct big zero;
static struct big first = {.n = 4};

static int in_variables(int n) {
    zero.n = n;
    zero.data[500 << 20] = 1;
    first.n += n;
    return first.n > 7 ? zero.data[n & 3] + zero.data[500 << 20] : first.data[n & 3] - first.n;
}

static int on_the_heap(int n) {
    struct big *made = calloc(1, sizeof *made);
    struct big *copy = malloc(sizeof *copy);
    if (!made || !copy)
        return -1;
    made->n = n;
    memcpy(copy, made, sizeof *copy);
    copy->data[n & 255] = 1;
    int result = copy->n > 7 ? copy->data[300] : 2;
    free(made);
    free(copy);
    return result;
}

int main(void) {
    if (symir_bool("heap"))
        SYMIR_TEST(on_the_heap, symir_int("n"));
    else
        SYMIR_TEST(in_variables, symir_int("n"));
}
