#include "symir.h"
#include "../two_members.c"

int main(void) {
    struct task *task = symir_pointer(struct task, "task");

    symir_assume(task != NULL);
    SYMIR_TEST(runs_first, &task->running);
    return 0;
}
