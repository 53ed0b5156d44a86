/* Prime factors by trial division. */
int is_prime(unsigned short n) {
    if (n < 4)
        return n >= 2;
    if (n % 2 == 0)
        return 0;
    for (unsigned divisor = 3; divisor * divisor <= n; divisor += 2) {
        if (n % divisor == 0)
            return 0;
    }
    return 1;
}

/* Returns how many factors there are: sixteen at most, as the number has 16 bits. */
int factorize(unsigned short n, unsigned short factors[16]) {
    int count = 0;

    if (n == 0)
        return 0;
    for (unsigned divisor = 2; divisor * divisor <= n; divisor++) {
        while (n % divisor == 0) {
            factors[count++] = (unsigned short)divisor;
            n = (unsigned short)(n / divisor);
        }
    }
    if (n > 1)
        factors[count++] = n;
    return count;
}
