@DECLARED@

/* What the driver has printed. */
static char driver_output[1 << 16];

/*
 * Runs the driver with recorded inputs in a process of its own. Its exit status, or 256 and the number of
 * the signal that ended it.
 */
static int run_driver(@PARAMETER@const char *inputs) {
@ARGUMENTS@
    FILE *recorded = tmpfile();
    FILE *printed = tmpfile();
    int status = 0;
    size_t length;
    pid_t child;

    if (recorded == NULL || printed == NULL)
        return -1;
    fputs(inputs, recorded);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        char path[32];

        snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(recorded));
        setenv("SYMIR_INPUT", path, 1);
        dup2(fileno(printed), STDOUT_FILENO);
        exit(@DRIVER@(@COUNT@, arguments));
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    rewind(printed);
    length = fread(driver_output, 1, sizeof driver_output - 1, printed);
    driver_output[length] = '\0';
    fclose(recorded);
    fclose(printed);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

