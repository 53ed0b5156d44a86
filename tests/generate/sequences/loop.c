#include <stdlib.h>
/* Timers, each with a function that is called when its time has come. */
enum { TIMERS = 3 };
struct timer { long at; long every; int (*call)(int id); int is_on; };
struct loop { struct timer timers[TIMERS]; long now; int n_on; int is_stopped; };
struct loop *loop_new(void) { return calloc(1, sizeof(struct loop)); }
int loop_add(struct loop *l, long in, long every, int (*call)(int id)) {
    if (in < 0 || every < 0 || in > 1000 || every > 1000 || call == NULL) return -1;
    for (int i = 0; i < TIMERS; i++) {
        struct timer *t = &l->timers[i];
        if (t->is_on) continue;
        t->at = l->now + in;
        t->every = every;
        t->call = call;
        t->is_on = 1;
        l->n_on++;
        return i;
    }
    return -2;
}
int loop_cancel(struct loop *l, int id) {
    if (id < 0 || id >= TIMERS || !l->timers[id].is_on) return 0;
    l->timers[id].is_on = 0;
    l->n_on--;
    return 1;
}
void loop_stop(struct loop *l) { l->is_stopped = 1; }
int loop_step(struct loop *l, long by) {
    if (l->is_stopped || by < 0 || by > 1000) return -1;
    if (l->now > 1000000) return -2;
    l->now += by;
    int n = 0;
    for (int i = 0; i < TIMERS; i++) {
        struct timer *t = &l->timers[i];
        if (!t->is_on || t->at > l->now) continue;
        n++;
        if (t->call(i) != 0 && t->every > 0) {
            t->at = l->now + t->every;
        } else {
            t->is_on = 0;
            l->n_on--;
        }
    }
    return n;
}
int loop_is_idle(const struct loop *l) { return l->is_stopped || l->n_on == 0; }
void loop_free(struct loop *l) { free(l); }
