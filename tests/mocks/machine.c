/* A door: a state machine with time-outs, a structure by value, and what it writes through a pointer. */
enum state { CLOSED, OPENING, OPEN, STUCK };

struct reading {
    int position;
    _Bool is_blocked;
};

struct reading read_sensor(int door);
unsigned long now(void);
int motor_current(int door, int *milliampere);
void motor(int door, int direction);

static unsigned long limit_of(enum state state) {
    return state == OPENING ? 500 : 3000;
}

enum state step(int door, enum state state, unsigned long since) {
    struct reading reading = read_sensor(door);
    int current = 0;

    switch (state) {
    case CLOSED:
        motor(door, 1);
        return OPENING;
    case OPENING:
        if (motor_current(door, &current) != 0 || current > 2000) {
            motor(door, 0);
            return STUCK;
        }
        if (reading.position >= 100) {
            motor(door, 0);
            return OPEN;
        }
        return now() - since > limit_of(state) ? STUCK : OPENING;
    case OPEN:
        if (reading.is_blocked)
            return OPEN;
        if (now() - since > limit_of(state)) {
            motor(door, -1);
            return CLOSED;
        }
        return OPEN;
    default:
        return STUCK;
    }
}
