/* Heap sort of two hundred thousand drawn numbers. */
enum { N = 200000 };

static int numbers[N];

static void sift(int root, int n) {
    for (;;) {
        int child = 2 * root + 1;
        if (child >= n)
            return;
        if (child + 1 < n && numbers[child] < numbers[child + 1])
            child++;
        if (numbers[root] >= numbers[child])
            return;
        int kept = numbers[root];
        numbers[root] = numbers[child];
        numbers[child] = kept;
        root = child;
    }
}

int main(void) {
    unsigned seed = 1;

    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245 + 12345;
        numbers[i] = (int)(seed >> 8);
    }
    for (int i = N / 2 - 1; i >= 0; i--)
        sift(i, N);
    for (int i = N - 1; i > 0; i--) {
        int largest = numbers[0];
        numbers[0] = numbers[i];
        numbers[i] = largest;
        sift(0, i);
    }
    return numbers[N / 2] & 127;
}
