/* Sorting by a heap. */
static void sift(int *numbers, int root, int count) {
    for (;;) {
        int child = 2 * root + 1, held = numbers[root];

        if (child >= count)
            return;
        if (child + 1 < count && numbers[child] < numbers[child + 1])
            child++;
        if (held >= numbers[child])
            return;
        numbers[root] = numbers[child];
        numbers[child] = held;
        root = child;
    }
}

void heap_sort(int *numbers, int count) {
    for (int root = count / 2; root-- > 0;)
        sift(numbers, root, count);
    while (count > 1) {
        int largest = numbers[0];

        numbers[0] = numbers[--count];
        numbers[count] = largest;
        sift(numbers, 0, count);
    }
}
