/* Numbers and operators in Polish notation backwards, on a stack of cells. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void abort(void);
void reach_error(void) { abort(); }

struct cell {
    int value;
    struct cell *below;
};

static struct cell *top = 0;

static void push(int value) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell) {
        abort();
    }
    cell->value = value;
    cell->below = top;
    top = cell;
}

static int pop(void) {
    if (!top) {
        abort();
    }
    struct cell *cell = top;
    int value = cell->value;
    top = cell->below;
    free(cell);
    return value;
}

int main(void) {
    int products = 0;
    for (int i = 0; i < 9; i++) {
        int token = __VERIFIER_nondet_int();
        if (token >= 0 && token <= 9) {
            push(token);
        } else if (token == '+') {
            push(pop() + pop());
        } else if (token == '*') {
            push(pop() * pop());
            products++;
        } else if (token == '=') {
            if (pop() == 56 && products == 2 && !top) {
                reach_error();
            }
            return 0;
        } else {
            return 1;
        }
    }
    return 2;
}
