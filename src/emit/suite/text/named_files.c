/* A temporary folder, in which a test is that works on files. */
static char folder_before[4096], folder[32];

static void enter_folder(void)
{
    strcpy(folder, "/tmp/test-XXXXXX");
    if (getcwd(folder_before, sizeof folder_before) == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0) {
        perror("a temporary folder");
        exit(1);
    }
}

/* It goes if it is empty. */
static void leave_folder(void)
{
    if (chdir(folder_before) != 0 || rmdir(folder) != 0)
        perror(folder);
}
