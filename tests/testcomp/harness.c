/* What a validator of Test-Comp puts behind a task: inputs are read from standard input, one a line. */
#include <stdio.h>
#include <stdlib.h>

static double next(void) {
    char line[512];
    if (!fgets(line, sizeof line, stdin))
        exit(3);
    return strtod(line, NULL);
}

#define GIVES(type, name) \
    type __VERIFIER_nondet_##name(void) { \
        return (type)next(); \
    }

GIVES(_Bool, bool)
GIVES(char, char)
GIVES(unsigned char, uchar)
GIVES(unsigned short, ushort)
GIVES(int, int)
GIVES(unsigned int, uint)
GIVES(float, float)
GIVES(double, double)
