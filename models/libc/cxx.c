/*
 * What compiled C++ needs of its run-time library (Itanium C++ ABI, sections 3.3.3 and 3.3.6): the guards of static
 * local variables, and the registration of destructors.
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

/* A path ends where `main` returns: the destructors of static variables do not run. */
int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
    (void)function;
    (void)argument;
    (void)object;
    return 0;
}
