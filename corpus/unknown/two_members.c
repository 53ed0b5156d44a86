/* A node that is in two lists at once. */
#include <stddef.h>

struct link {
    struct link *next;
};

struct task {
    int priority;
    struct link all;
    struct link running;
};

int runs_first(struct link *running) {
    struct task *task = (struct task *)((char *)running - offsetof(struct task, running));

    if (task->all.next == NULL)
        return 0;
    return task->priority > 5;
}
