/*
 * Harness of @FUNCTION@ (@PLACE@), written by symir gen. Change it as you like: from then on symir uses it as it is
 * and never writes it again.
 */
#include "symir.h"
