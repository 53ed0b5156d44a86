#include "symir.h"
@HEADERS@
@DECLARATION@

int main(void) {
@VARIABLES@
@STATEMENTS@
    SYMIR_TEST(@CALL@);
}
