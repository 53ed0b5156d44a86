/* Tables that the elements of an array index. */
#include <stddef.h>

static int votes_for[10];

void tally(const int *votes, size_t n) {
    for (size_t i = 0; i < n; i++)
        votes_for[votes[i]]++;
}

/* Unsigned elements have one bound only. */
int commonest(const unsigned *kinds, size_t n) {
    int counts[3] = {0};
    int best = 0;

    for (size_t i = 0; i < n; i++)
        counts[kinds[i]]++;
    for (int i = 1; i < 3; i++) {
        if (counts[i] > counts[best])
            best = i;
    }
    return best;
}

/* Here the function asks: what lies outside is another matter. */
int known(const int *votes, size_t n) {
    int sum = 0;

    for (size_t i = 0; i < n; i++) {
        if (votes[i] >= 0 && votes[i] <= 10)
            sum += votes_for[votes[i]];
    }
    return sum;
}
