static void end_failures(void) {
    n_failures = 0;
}

