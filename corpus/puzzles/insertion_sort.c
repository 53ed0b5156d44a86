/* Sorting by insertion; gives how many steps were taken. */
int insertion_sort(int *numbers, int count) {
    int steps = 0;

    for (int i = 1; i < count; i++) {
        int number = numbers[i], at = i;

        for (; at > 0 && numbers[at - 1] > number; at--, steps++)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
    return steps;
}
