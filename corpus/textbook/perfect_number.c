/* Whether a number is deficient, perfect or abundant, by the sum of its proper divisors. */
enum kind { DEFICIENT = -1, PERFECT, ABUNDANT };

static unsigned divisor_sum(unsigned n) {
    unsigned sum = n > 1 ? 1 : 0;

    for (unsigned divisor = 2; divisor * divisor <= n; divisor++) {
        if (n % divisor == 0) {
            sum += divisor;
            if (divisor != n / divisor)
                sum += n / divisor;
        }
    }
    return sum;
}

enum kind classify(unsigned short n) {
    unsigned sum = divisor_sum(n);

    if (sum == n && n > 0)
        return PERFECT;
    return sum < n || n == 0 ? DEFICIENT : ABUNDANT;
}
