/* User data in a structure that is known. */
#include <stddef.h>

struct timer {
    long expires;
    void *user_data;
};

struct session {
    int retries;
    char state;
};

int on_timer(struct timer *timer) {
    struct session *session = timer->user_data;

    if (session == NULL)
        return -1;
    if (session->retries >= 3)
        return session->state == 'c' ? 2 : 1;
    session->retries++;
    return 0;
}
