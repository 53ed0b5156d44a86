/* How many steps a number takes to 1: half of it if it is even, three times it and one if not; -1 if more than 15. */
int collatz(int n) {
    int steps = 0;

    if (n < 1)
        return -2;
    while (n != 1) {
        if (steps == 15)
            return -1;
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}
