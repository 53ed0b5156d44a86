/* A Fenwick tree (a binary indexed tree): sums of the first numbers, each of which may change. */
#define N 8

struct fenwick {
    /* At i + 1: the sum of the numbers that end at i, as many as the lowest bit of i + 1 says. */
    long sums[N + 1];
};

int fenwick_add(struct fenwick *tree, int index, int amount) {
    if (index < 0 || index >= N)
        return -1;
    for (int at = index + 1; at <= N; at += at & -at)
        tree->sums[at] += amount;
    return 0;
}

/* The sum of the first numbers. */
long fenwick_sum(const struct fenwick *tree, int count) {
    long sum = 0;

    if (count > N)
        count = N;
    for (int at = count; at > 0; at -= at & -at)
        sum += tree->sums[at];
    return sum;
}

/* How many of the first numbers, none of which is negative, can be taken before the limit is passed. */
int fenwick_find(const struct fenwick *tree, long limit) {
    int taken = 0;

    for (int step = N; step > 0; step /= 2) {
        if (taken + step <= N && tree->sums[taken + step] <= limit) {
            taken += step;
            limit -= tree->sums[taken];
        }
    }
    return taken;
}
