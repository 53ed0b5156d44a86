#include "symir.h"
#include "../animals.c"

int main(void) {
    void *any;

    switch (symir_choose(3, "which")) {
    case 0: any = symir_pointer(struct dog, "dog"); break;
    case 1: any = symir_pointer(struct cat, "cat"); break;
    default: any = symir_pointer(struct animal, "animal"); break;
    }
    symir_assume(any != NULL);
    SYMIR_TEST(speak, any);
    return 0;
}
