/* What the program has given to `free` since `watch_frees` was called. The makefile has the program call `noted_free` in the
   place of `free`; the calls of the tests, and those of the C library itself, are not touched. */
static uintptr_t freed[1024];
static size_t n_freed;

static void watch_frees(void) {
    n_freed = 0;
}

@LINKAGE@void noted_free(void *block);
@LINKAGE@void noted_free(void *block) {
    if (block != NULL && n_freed < sizeof freed / sizeof *freed)
        freed[n_freed++] = (uintptr_t)block;
    free(block);
}

