static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
@TESTS@
    {NULL, NULL},
};

/* Each test runs in a process of its own, so that one that fails, or does not end, does not end the others. */
int main(void) {
    int failed = 0;

    for (int i = 0; tests[i].name != NULL; i++) {
        int status = 0;
        pid_t child;

        fflush(NULL);
        child = fork();
        if (child == 0) {
            alarm(60);
            tests[i].run();
            exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            failed++;
        printf("%s %d - %s\n", status == 0 && child >= 0 ? "ok" : "not ok", i + 1, tests[i].name);
    }
    return failed == 0 ? 0 : 1;
}
