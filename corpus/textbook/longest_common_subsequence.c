/* The length of the longest common subsequence of two words. */
#include <string.h>

#define LONGEST 8

int common_length(const char *a, const char *b) {
    int lengths[LONGEST + 1][LONGEST + 1] = {{0}};
    int n = (int)strlen(a), m = (int)strlen(b);

    if (n > LONGEST || m > LONGEST)
        return -1;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                lengths[i][j] = lengths[i - 1][j - 1] + 1;
            else if (lengths[i - 1][j] >= lengths[i][j - 1])
                lengths[i][j] = lengths[i - 1][j];
            else
                lengths[i][j] = lengths[i][j - 1];
        }
    }
    return lengths[n][m];
}
