/* Reads records of a file, `key=number` a line, and counts what is wrong. */
#include <stdio.h>
#include <string.h>

struct totals {
    int n;
    int sum;
};

int read_totals(FILE *from, struct totals *to) {
    char line[8];

    to->n = 0;
    to->sum = 0;
    while (fgets(line, sizeof line, from) != NULL) {
        char *equals = strchr(line, '=');

        if (equals == NULL || equals == line)
            return -1;
        if (equals[1] < '0' || equals[1] > '9')
            return -2;
        to->n++;
        to->sum += equals[1] - '0';
    }
    return ferror(from) ? -3 : to->n;
}
