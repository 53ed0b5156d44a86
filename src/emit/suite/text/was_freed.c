static bool was_freed(const void *block) {
    for (size_t i = 0; i < n_freed; i++) {
        if (freed[i] == (uintptr_t)block)
            return true;
    }
    return n_freed == sizeof freed / sizeof *freed; /* There was no room for more. */
}

