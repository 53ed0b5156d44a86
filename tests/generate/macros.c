#include "macros.h"
#include <errno.h>

enum { CLOSED = 3, MOVING, OPEN = 9 };

#define DOOR_AJAR 17
#define DOOR_SHUT 23

int valve_turn(struct valve *valve, int turns)
{
    if (valve->options & VALVE_OPT_LOCKED)
        return VALVE_E_LOCKED;
    if (turns < 0 || turns > VALVE_MAX_TURNS)
        return VALVE_E_RANGE;
    valve->turns += turns;
    valve->state = valve->turns > VALVE_MAX_TURNS ? OPEN : MOVING;
    return VALVE_E_OK;
}

int valve_state(const struct valve *valve)
{
    int error = 0;

    switch (valve->state) {
    case CLOSED:
        return 1;
    case OPEN:
    case MOVING:
        return 0;
    default:
        error = -EINVAL;
        break;
    }
    return error;
}

unsigned valve_options(int is_slow, unsigned more)
{
    unsigned options = is_slow ? VALVE_OPT_SLOW : 0;

    if (more & (VALVE_OPT_ALARM | VALVE_OPT_LOCKED))
        options |= VALVE_OPT_ALARM;
    return options;
}

int door_state(const struct door *door)
{
    return door->state == DOOR_AJAR ? DOOR_SHUT : DOOR_AJAR;
}
