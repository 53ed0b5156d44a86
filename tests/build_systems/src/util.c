#include "util.h"

/* Without the definition of the build, it does not compile. */
int step(int n) {
    if (n > 0 && n < 100)
        return n + STEP;
    return 0;
}
