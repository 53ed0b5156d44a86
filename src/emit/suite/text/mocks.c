/*
 * Mocks, written by symir: each stands for a function that the program calls and that is not run. Change them as
 * you like: from then on symir uses this file as it is and never writes it again.
 */
#include "symir.h"
