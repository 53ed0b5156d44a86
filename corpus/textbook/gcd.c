/* Euclid: the greatest common divisor, the least common multiple, and a fraction in lowest terms. */
struct fraction {
    unsigned numerator, denominator;
};

unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

unsigned long lcm(unsigned a, unsigned b) {
    if (a == 0 || b == 0)
        return 0;
    return (unsigned long)(a / gcd(a, b)) * b;
}

int reduce(struct fraction *fraction) {
    unsigned divisor;

    if (fraction->denominator == 0)
        return -1;
    divisor = gcd(fraction->numerator, fraction->denominator);
    fraction->numerator /= divisor;
    fraction->denominator /= divisor;
    return 0;
}
