/* A queue of cells: numbers go in at one end and out at the other. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void abort(void);
void reach_error(void) { abort(); }

struct cell {
    int number;
    struct cell *behind;
};

int main(void) {
    struct cell *first = 0, *last = 0;
    int length = 0, sum = 0;
    for (int round = 0; round < 10; round++) {
        int command = __VERIFIER_nondet_int();
        if (command == 1) {
            struct cell *cell = malloc(sizeof *cell);
            if (!cell) {
                return 1;
            }
            cell->number = __VERIFIER_nondet_int() % 1000;
            cell->behind = 0;
            if (last) {
                last->behind = cell;
            } else {
                first = cell;
            }
            last = cell;
            length++;
            sum += cell->number;
        } else if (command == 2 && first) {
            struct cell *gone = first;
            first = gone->behind;
            if (!first) {
                last = 0;
            }
            length--;
            sum -= gone->number;
            free(gone);
        } else {
            break;
        }
        if (length == 4 && sum == 2718 && first->number == 27) {
            reach_error();
        }
    }
    return length;
}
