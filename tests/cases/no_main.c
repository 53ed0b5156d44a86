/* There is a function, but nothing that calls it. */
int twice(int x) {
    return 2 * x;
}
