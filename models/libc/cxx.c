/*
 * What compiled C++ needs of its run-time library (Itanium C++ ABI, section 3.3.3): the guards of static
 * local variables.
 */

int __cxa_guard_acquire(char *guard) {
    return *guard == 0;
}

void __cxa_guard_release(char *guard) {
    *guard = 1;
}

void __cxa_guard_abort(char *guard) {
    (void)guard;
}
