/* An array of integers behind a pointer to void. */
int ascending(const void *data) {
    const int *numbers = data;

    if (numbers[0] > numbers[1])
        return 0;
    return numbers[1] <= numbers[2];
}
