/* The fewest coins that make an amount, or -1 if none do. */
#define MOST 20

int fewest_coins(const unsigned char *coins, int n, unsigned amount) {
    int fewest[MOST + 1] = {0};

    if (amount > MOST)
        return -1;
    for (unsigned sum = 1; sum <= amount; sum++) {
        fewest[sum] = -1;
        for (int i = 0; i < n; i++) {
            int before;

            if (coins[i] == 0 || coins[i] > sum)
                continue;
            before = fewest[sum - coins[i]];
            if (before >= 0 && (fewest[sum] < 0 || before + 1 < fewest[sum]))
                fewest[sum] = before + 1;
        }
    }
    return fewest[amount];
}
