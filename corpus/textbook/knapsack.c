/* The knapsack: the greatest value of things that are together no heavier than the bag may be. */
#define MOST 15

unsigned fill_bag(const unsigned char *weights, const unsigned char *values, int n, unsigned bag) {
    unsigned best[MOST + 1] = {0};

    if (bag > MOST)
        bag = MOST;
    for (int i = 0; i < n; i++) {
        for (unsigned room = bag; room >= weights[i]; room--) {
            unsigned value = best[room - weights[i]] + values[i];

            if (value > best[room])
                best[room] = value;
            if (room == 0)
                break;
        }
    }
    return best[bag];
}
