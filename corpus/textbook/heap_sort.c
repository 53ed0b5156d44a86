/* Heap sort: the array becomes a heap, and its largest value goes to the end again and again. */
#include <stddef.h>

static void sift_down(int *heap, size_t root, size_t n) {
    for (;;) {
        size_t child = 2 * root + 1;
        int value;

        if (child >= n)
            return;
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[root] >= heap[child])
            return;
        value = heap[root];
        heap[root] = heap[child];
        heap[child] = value;
        root = child;
    }
}

void heap_sort(int *values, size_t n) {
    for (size_t i = n / 2; i > 0; i--)
        sift_down(values, i - 1, n);
    for (size_t end = n; end > 1; end--) {
        int largest = values[0];

        values[0] = values[end - 1];
        values[end - 1] = largest;
        sift_down(values, 0, end - 1);
    }
}
