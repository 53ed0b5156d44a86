/* How many steps Collatz's sequence takes to one, up to a bound. */
int collatz_steps(unsigned n, int bound) {
    int steps = 0;

    if (n == 0)
        return -1;
    while (n != 1) {
        if (steps >= bound || n > 0x50000000)
            return -1;
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}
