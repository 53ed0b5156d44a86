/*
 * Models of fenv.h: numbers are rounded to the nearest, and no exceptions are
 * kept.
 */
#include "machine.h"

int fegetround(void) {
    return 0;
}

int fesetround(int mode) {
    if (mode != 0)
        symir_unsupported("fesetround of another mode than to the nearest");
    return 0;
}

#define NOTHING_HAPPENS(name, type) \
    int name(type argument) { \
        (void)argument; \
        return 0; \
    }

NOTHING_HAPPENS(feclearexcept, int)
NOTHING_HAPPENS(feraiseexcept, int)
NOTHING_HAPPENS(fetestexcept, int)
NOTHING_HAPPENS(feenableexcept, int)
NOTHING_HAPPENS(fedisableexcept, int)
NOTHING_HAPPENS(fegetenv, void *)
NOTHING_HAPPENS(fesetenv, const void *)
NOTHING_HAPPENS(feholdexcept, void *)
NOTHING_HAPPENS(feupdateenv, const void *)
