/* The kernel's sort of 20,000 ints. */
#include <linux/sort.h>

enum { N = 20000 };

static int numbers[N];

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;

    return x < y ? -1 : x > y;
}

int main(void) {
    unsigned next = 1;

    for (int i = 0; i < N; i++) {
        next = next * 1103515245u + 12345u;
        numbers[i] = (int)(next >> 8);
    }
    sort(numbers, N, sizeof numbers[0], compare, NULL);
    for (int i = 1; i < N; i++)
        if (numbers[i - 1] > numbers[i])
            return 1;
    return 0;
}
