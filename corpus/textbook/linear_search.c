/* Linear search: the first place of a value, or -1. */
int linear_search(const int *values, int n, int wanted) {
    for (int i = 0; i < n; i++) {
        if (values[i] == wanted)
            return i;
    }
    return -1;
}
