/* Switches that fall through, share places, have no default, or cover every case. */
#include "symir.h"

static int without_default(int n) {
    switch (n) {
    case 1: return 10;
    case 2: case 3: return 20;
    }
    return 0;
}

static const char *name(unsigned n) {
    switch (n & 3) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    default: return "three";
    }
}

int switches(int n, char c) {
    int result = 0;

    switch (c) {
    case 'a':
        result = 1;
        /* fall through */
    case 'b':
        result += 2;
        break;
    case 'x': case 'y':
    case 'z':
        result = n > 2 ? 5 : 6;
        break;
    default:
        result = -1;
    }
    switch (result) { case 1: case 2: result++; break; case 3: result--; break; default: result = 0; }
    return result + without_default(n) + name((unsigned)n)[0];
}

int main(void) {
    int n = symir_int("n");
    char c = symir_char("c");

    SYMIR_TEST(switches, n, c);
}
