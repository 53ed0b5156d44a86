/* Leaves the program with status 3 when the command is unknown. */
#include <stdlib.h>
#include "symir.h"

static int run(char command) {
    if (command == 'g')
        return 1;
    if (command == 's')
        return 2;
    exit(3);
}

int main(void) {
    char command = symir_char("command");

    SYMIR_TEST(run, command);
}
