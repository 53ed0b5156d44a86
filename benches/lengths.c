#include "symir.h"
#include "@ROUTINE@"
#define S(name) static char name[@LENGTH@ + 1]; symir_string(name, sizeof name, #name);
int main(void) {
    @DECLARATIONS@
    SYMIR_TEST(@NAME@, @ARGUMENTS@);
}
