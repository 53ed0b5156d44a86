/* The Boyer-Moore vote: the value that more than half of the array has. Returns 0 if there is none. */
#include <stddef.h>

int majority(const int *votes, size_t n, int *winner) {
    int candidate = 0;
    size_t lead = 0, count = 0;

    for (size_t i = 0; i < n; i++) {
        if (lead == 0) {
            candidate = votes[i];
            lead = 1;
        } else if (votes[i] == candidate) {
            lead++;
        } else {
            lead--;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (votes[i] == candidate)
            count++;
    }
    if (count <= n / 2)
        return 0;
    *winner = candidate;
    return 1;
}
