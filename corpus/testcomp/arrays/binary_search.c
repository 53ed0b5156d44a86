/* A binary search that is right: what it finds is what was looked for. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static const int table[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};

int main(void) {
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 15, found = -1, steps = 0;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        steps++;
        if (table[middle] == key) {
            found = middle;
            break;
        }
        if (table[middle] < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    if (steps > 5) {
        reach_error();
    }
    if (found >= 0) {
        if (table[found] != key) {
            reach_error();
        }
        return 0;
    }
    for (int i = 0; i < 16; i++) {
        if (table[i] == key) {
            reach_error();
        }
    }
    return 1;
}
