/* A comparator for qsort, with the cast at each use. */
int compare_ints(const void *a, const void *b) {
    int left = *(const int *)a;
    int right = *(const int *)b;

    if (left < right)
        return -1;
    return left > right;
}
