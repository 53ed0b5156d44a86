#include "symir.h"
#include "../list_del.c"

int main(void) {
    struct job *job = symir_pointer(struct job, "job");

    symir_assume(job != NULL);
    SYMIR_TEST(finish, &job->queue);
    return 0;
}
