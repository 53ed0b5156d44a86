/* Where a number stands in ascending numbers, or -1. */
int binary_search(const int *numbers, int count, int wanted) {
    int low = 0, high = count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (numbers[middle] == wanted)
            return middle;
        if (numbers[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
