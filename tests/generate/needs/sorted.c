#include <stdlib.h>

struct score {
    int points;
    double average;
};

static int by_points(const void *one, const void *other) {
    const struct score *a = one, *b = other;

    return (a->points > b->points) - (a->points < b->points);
}

void sort_scores(struct score *scores, size_t n) {
    qsort(scores, n, sizeof *scores, by_points);
}
