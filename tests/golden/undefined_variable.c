/* What is in a variable that is only declared nobody knows: the path ends there, and says which it was. */
#include "symir.h"
#include <string.h>

extern const int table[4];
extern char *names[];
extern int counter;

static int look_up(int i) {
    switch (i) {
    case 0: return table[2];
    case 1: return names[0][0];
    case 2: return ++counter;
    case 3: return memchr(table, 'x', sizeof table) != NULL;
    case 4: return table[symir_choose(4, "which")];
    default: return -1;
    }
}

int main(void) {
    SYMIR_TEST(look_up, symir_int("i"));
}
