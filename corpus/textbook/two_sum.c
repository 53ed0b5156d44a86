/* Two values of a sorted array with a given sum, from both ends. */
int two_sum(const int *sorted, int n, long sum, int *first, int *second) {
    int left = 0, right = n - 1;

    while (left < right) {
        long found = (long)sorted[left] + sorted[right];

        if (found == sum) {
            *first = left;
            *second = right;
            return 1;
        }
        if (found < sum)
            left++;
        else
            right--;
    }
    return 0;
}
