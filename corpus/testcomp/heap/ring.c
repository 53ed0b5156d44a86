/* A ring of cells in both directions: whoever leaves, neighbours find each other. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void abort(void);
void reach_error(void) { abort(); }

struct cell {
    int number;
    struct cell *next, *before;
};

int main(void) {
    struct cell *here = 0;
    int n = 5;
    for (int i = 0; i < 5; i++) {
        struct cell *cell = malloc(sizeof *cell);
        if (!cell) {
            return 1;
        }
        cell->number = i;
        if (here) {
            cell->next = here->next;
            cell->before = here;
            here->next->before = cell;
            here->next = cell;
        } else {
            cell->next = cell->before = cell;
        }
        here = cell;
    }
    while (n > 1) {
        unsigned char steps = __VERIFIER_nondet_uchar();
        if (steps > 6) {
            return 2;
        }
        while (steps > 0) {
            here = here->next;
            steps--;
        }
        struct cell *gone = here;
        here = gone->next;
        here->before = gone->before;
        gone->before->next = here;
        free(gone);
        n--;
        if (here->next->before != here || here->before->next != here) {
            reach_error();
        }
    }
    if (here->next != here) {
        reach_error();
    }
    return here->number == 3 ? 3 : 0;
}
