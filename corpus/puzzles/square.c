/* Guess a number by its square: a product of the input with itself. */
int square(int x) {
    if (x < 0)
        return -1;
    if (x > 1000)
        return -2;
    if (x * x == 2025)
        return 1;
    return x * x > 2025 ? 2 : 0;
}
