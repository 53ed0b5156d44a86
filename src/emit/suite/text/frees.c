/* What the program has given to `free` since `watch_frees` was called. The makefile has the program call `noted_free` in the
   place of `free`; the calls of the tests, and those of the C library itself, are not touched. */
static uintptr_t freed[1024];
static size_t n_freed;

static void watch_frees(void) {
    n_freed = 0;
}

static bool was_freed(const void *block) {
    for (size_t i = 0; i < n_freed; i++) {
        if (freed[i] == (uintptr_t)block)
            return true;
    }
    return n_freed == sizeof freed / sizeof *freed; /* There was no room for more. */
}

@LINKAGE@void noted_free(void *block);
@LINKAGE@void noted_free(void *block) {
    if (n_freed < sizeof freed / sizeof *freed)
        freed[n_freed++] = (uintptr_t)block;
    free(block);
}

