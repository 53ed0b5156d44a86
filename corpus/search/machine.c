/* A state machine of a connection: what may come when, and an error for all else. */
#include "symir.h"

enum state { CLOSED, GREETED, NAMED, OPEN, TRANSFER, LAST, FAILED };

static enum state next(enum state now, unsigned char event)
{
    switch (now) {
    case CLOSED:
        return event == 'h' ? GREETED : FAILED;
    case GREETED:
        if (event == 'n')
            return NAMED;
        return event == 'q' ? CLOSED : FAILED;
    case NAMED:
        if (event == 'p')
            return OPEN;
        if (event == 'n')
            return NAMED;
        return event == 'q' ? CLOSED : FAILED;
    case OPEN:
        if (event == 'd')
            return TRANSFER;
        return event == 'q' ? LAST : FAILED;
    case TRANSFER:
        if (event == '.')
            return OPEN;
        return event < ' ' ? FAILED : TRANSFER;
    case LAST:
        return event == 'k' ? CLOSED : FAILED;
    default:
        return FAILED;
    }
}

int session(const unsigned char *events, int n)
{
    enum state now = CLOSED;
    int transfers = 0, sessions = 0;
    for (int i = 0; i < n; i++) {
        enum state before = now;
        now = next(now, events[i]);
        if (now == FAILED)
            return -1 - before;
        if (before == OPEN && now == TRANSFER)
            transfers++;
        if (before == LAST && now == CLOSED && transfers == 2)
            sessions++;
    }
    return sessions;
}

int main(void)
{
    unsigned char events[11];
    symir_bytes(events, sizeof events, "events");
    SYMIR_TEST(session, events, (int)sizeof events);
}
