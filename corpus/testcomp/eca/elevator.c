/* An elevator of nine floors whose counter of trips fails at the ninth floor after five trips. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { CLOSED, OPEN };

int main(void) {
    int floor = 0, door = CLOSED, trips = 0, moved = 0;
    for (int time = 0; time < 60; time++) {
        int event = __VERIFIER_nondet_int();
        if (event == 'u' && door == CLOSED && floor < 8) {
            floor++;
            moved = 1;
        } else if (event == 'd' && door == CLOSED && floor > 0) {
            floor--;
            moved = 1;
        } else if (event == 'o' && door == CLOSED) {
            door = OPEN;
            if (moved) {
                trips++;
                moved = 0;
            }
        } else if (event == 'c' && door == OPEN) {
            door = CLOSED;
        } else {
            return 1;
        }
        if (trips == 5 && floor == 8 && door == OPEN) {
            reach_error();
        }
    }
    return 0;
}
