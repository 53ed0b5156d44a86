/* Events move a crossing from state to state; an alarm at one moment turns both lights green. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { RED, READY, GREEN, YELLOW };

static int cars = RED, people = GREEN, waiting = 0, alarm = 0;

static int on_event(int event) {
    if (event == 1 && cars == RED && people == RED) {
        cars = READY;
        return 21;
    }
    if (event == 1 && cars == READY) {
        cars = GREEN;
        return 22;
    }
    if (event == 2 && cars == GREEN && waiting) {
        cars = YELLOW;
        return 23;
    }
    if (event == 2 && cars == YELLOW) {
        cars = RED;
        people = alarm ? RED : GREEN;
        waiting = 0;
        return 24;
    }
    if (event == 3 && people == RED) {
        waiting = 1;
        return 25;
    }
    if (event == 4 && people == GREEN && cars == RED) {
        people = RED;
        return 26;
    }
    if (event == 5 && waiting && cars == GREEN) {
        alarm = 1;
        people = GREEN;
        return 27;
    }
    return -1;
}

int main(void) {
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event < 1 || event > 5) {
            return 0;
        }
        on_event(event);
        if (cars == GREEN && people == GREEN) {
            reach_error();
        }
    }
}
