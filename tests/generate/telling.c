/* Functions whose mistakes show only with certain numbers. */
#include <stddef.h>
#include <stdio.h>

struct list {
    int n;
    int v[4];
};

void list_delete(struct list *l, int at) {
    if (at < 0 || at >= l->n || l->n > 4) {
        return;
    }
    for (int i = at; i + 1 < l->n; i++) {
        l->v[i] = l->v[i + 1];
    }
    l->n--;
}

/* Several labels lead to the same code. */
int days_in_month(int month, int year) {
    switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 2:
        return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    default:
        return month >= 1 && month <= 12 ? 31 : 0;
    }
}

/* A variable that only this function uses. */
static int last_id;

int next_id(void) {
    last_id++;
    return last_id;
}

/* What is written is longer than what it is made of. */
int format_time(char *to, size_t n, int seconds) {
    int length = snprintf(to, n, "%02d:%02d", seconds / 60 % 60, seconds % 60);
    return length < (int)n ? length : -1;
}
