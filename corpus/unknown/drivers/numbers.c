#include "symir.h"
#include "../numbers.c"

int main(void) {
    int data[3];

    symir_ints(data, 3, "data");
    SYMIR_TEST(ascending, data);
    return 0;
}
