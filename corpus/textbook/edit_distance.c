/* Levenshtein's distance of two words, with one row of the table. */
#include <string.h>

#define LONGEST 8

static int least(int a, int b, int c) {
    if (b < a)
        a = b;
    return c < a ? c : a;
}

int edit_distance(const char *a, const char *b) {
    int row[LONGEST + 1];
    int m = (int)strlen(b);

    if (m > LONGEST)
        return -1;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 0; a[i] != '\0'; i++) {
        int diagonal = row[0];

        row[0] = i + 1;
        for (int j = 1; j <= m; j++) {
            int cost = diagonal + (a[i] != b[j - 1]);

            diagonal = row[j];
            row[j] = least(cost, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[m];
}
