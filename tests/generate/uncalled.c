/* Nobody in the file calls a `static` function. */
static int halved(int n) {
    return n < 0 ? -n / 2 : n / 2;
}

int doubled(int n) {
    return n > 1000 || n < -1000 ? 0 : 2 * n;
}
