/* An offset that depends on the input, into an object with many places. */
#include "symir.h"

static int table[20000];

int store(unsigned index, unsigned char value) {
    if (index >= 20000)
        return -1;
    table[index] = value;
    if (table[17] == 5)
        return 1;
    return table[index] == 300 ? 2 : 0;
}

int main(void) {
    unsigned index = symir_uint("index");
    unsigned char value = symir_uchar("value");
    SYMIR_TEST(store, index, value);
}
