/* The length of the longest increasing subsequence, by the least ends of those of each length. */
#define MOST 16

int longest_increasing(const int *values, int n) {
    int ends[MOST];
    int length = 0;

    for (int i = 0; i < n; i++) {
        int low = 0, high = length;

        while (low < high) {
            int middle = (low + high) / 2;

            if (ends[middle] < values[i])
                low = middle + 1;
            else
                high = middle;
        }
        if (low == MOST)
            return -1;
        ends[low] = values[i];
        if (low == length)
            length++;
    }
    return length;
}
