/*
 * The fraction with a denominator of at most `limit` that is the nearest one below or at x/y, by walking down the tree of
 * Stern and Brocot; gives 100 times the numerator plus the denominator, or -1 for numbers above 6.
 */
int rational(int x, int y, int limit) {
    int low_n = 0, low_d = 1, high_n = 1, high_d = 0;

    while (low_d + high_d <= limit) {
        int n = low_n + high_n, d = low_d + high_d;

        if (n > 6 * d)
            return -1;
        if (n * y <= x * d) {
            low_n = n;
            low_d = d;
            if (n * y == x * d)
                break;
        } else {
            high_n = n;
            high_d = d;
        }
    }
    return 100 * low_n + low_d;
}
