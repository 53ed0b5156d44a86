/* A valve whose state, options and errors are macros and enumerators, in variables that are numbers. */
#ifndef MACROS_H
#define MACROS_H

#define VALVE_OPT_SLOW   0x01u
#define VALVE_OPT_LOCKED (1u << 1)
#define VALVE_OPT_ALARM  VALVE_BIT(2)
#define VALVE_BIT(n)     (1u << (n))

#define VALVE_E_OK     0
#define VALVE_E_LOCKED (-1)
#define VALVE_E_RANGE  (-2)

#define VALVE_MAX_TURNS 40

struct valve {
    unsigned options;
    unsigned char state;
    int turns;
};

/* Same name as a member of a valve, other meaning. */
struct door {
    int state;
};

int valve_turn(struct valve *valve, int turns);
int valve_state(const struct valve *valve);
unsigned valve_options(int is_slow, unsigned more);
int door_state(const struct door *door);

#endif
