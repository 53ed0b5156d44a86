/* An address that the input gives: null, of no object, or of one. */
#include "symir.h"

static int here = 5;

int read_at(unsigned long address) {
    return *(int *)address;
}

int main(void) {
    unsigned long address = symir_ulong("address");
    symir_assume(address == 0 || address == 0x5000 || address == (unsigned long)&here);
    SYMIR_TEST(read_at, address);
}
