/* What does not return runs in a process of its own, whose output nobody sees: `begin_child` gives 0 there. */
static pid_t begin_child(void) {
    fflush(NULL);

    const pid_t child = fork();
    if (child == 0 && (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL))
        _exit(127);
    return child;
}

/* Where the process should have ended by then. */
static void end_child(void) {
    kill(getpid(), SIGKILL);
}

/* The exit status of such a process; -1 if it has not called `exit`. */
static int status_of(pid_t child) {
    int status = 0;

    if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

