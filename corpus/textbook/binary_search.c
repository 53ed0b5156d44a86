/* Binary search in a sorted array: the place of a value, or -1. */
int binary_search(const int *values, int n, int wanted) {
    int low = 0, high = n - 1;

    while (low <= high) {
        int middle = low + (high - low) / 2;

        if (values[middle] == wanted)
            return middle;
        if (values[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
