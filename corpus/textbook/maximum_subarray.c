/* Kadane: the greatest sum of neighbours in an array, and where they are. */
struct range {
    int begin, end;
    long sum;
};

struct range maximum_subarray(const int *values, int n) {
    struct range best = {0, 0, 0};
    long sum = 0;
    int begin = 0;

    for (int i = 0; i < n; i++) {
        sum += values[i];
        if (sum > best.sum) {
            best.begin = begin;
            best.end = i + 1;
            best.sum = sum;
        }
        if (sum <= 0) {
            sum = 0;
            begin = i + 1;
        }
    }
    return best;
}
