/* Ten conditions inside each other, each about what the last one was about. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int key = 90125;
    int depth = 0;
    while (depth < 10) {
        int step = __VERIFIER_nondet_int();
        if (step != (key ^ 0x5a5a) + depth) {
            break;
        }
        key = (key * 5 + step) % 1000003;
        depth++;
    }
    if (depth == 0) {
        return 1;
    }
    if (depth < 5) {
        return 2;
    }
    if (depth < 10) {
        return 3;
    }
    reach_error();
    return 0;
}
