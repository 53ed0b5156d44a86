/* A comparator of floats that puts what is no number last. */
int compare_doubles(const void *a, const void *b) {
    const double *left = a, *right = b;

    if (*left != *left)
        return 1;
    if (*left < *right)
        return -1;
    return *left > *right;
}
