/* A queue in hardware that counts wrongly when something goes in and out while the pointer turns over. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int write = 0, read = 0, held = 0, count = 0;
    for (int clock = 0; clock < 14; clock++) {
        _Bool push = __VERIFIER_nondet_bool();
        _Bool pop = __VERIFIER_nondet_bool();
        _Bool is_full = count == 4;
        _Bool is_empty = count == 0;
        _Bool takes = push && !is_full;
        _Bool gives = pop && !is_empty;
        if (takes) {
            write = (write + 1) % 4;
            held++;
        }
        if (gives) {
            read = (read + 1) % 4;
            held--;
        }
        if (takes && gives) {
            if (write == 0) {
                count++;
            }
        } else if (takes) {
            count++;
        } else if (gives) {
            count--;
        }
        if (read == 3 && write == 3 && is_full) {
            return 1;
        }
        if (count == 4 && held == 2) {
            reach_error();
        }
    }
    return 0;
}
