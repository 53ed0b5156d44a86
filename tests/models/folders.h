/* The same steps with the functions of the library and with their models, as in
 * steps.h: folders, what is known of files, and descriptors. */

#define NOTE(...) n_noted += (size_t)snprintf(log + n_noted, LOG_ROOM - n_noted, __VA_ARGS__)
#define CHECKED(call) \
    do { \
        *CALL(__errno_location)() = 0; \
        long result = (long)(call); \
        NOTE("%s: %ld %d\n", #call, result, *CALL(__errno_location)()); \
    } while (0)
#define STATUS(call) \
    do { \
        struct stat status; \
        *CALL(__errno_location)() = 0; \
        int result = call; \
        NOTE("%s: %d %d", #call, result, *CALL(__errno_location)()); \
        if (result == 0) \
            NOTE(" %o %ld %d", status.st_mode, S_ISDIR(status.st_mode) ? 0 : (long)status.st_size, \
                 S_ISDIR(status.st_mode) ? 0 : (int)status.st_nlink); \
        NOTE("\n"); \
    } while (0)

static int STEPS_COMPARE(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void STEPS(char *log) {
    size_t n_noted = 0;
    char text[64] = "", *names[16];
    int n_names = 0, a, b;
    struct dirent *entry, **list;

    CHECKED(CALL(umask)(027));
    CHECKED(CALL(umask)(022));
    CHECKED(CALL(mkdir)("folder", 0777));
    CHECKED(CALL(mkdir)("folder", 0777));
    CHECKED(CALL(mkdir)("", 0777));
    CHECKED(CALL(mkdir)("missing/folder", 0777));
    CHECKED(CALL(mkdir)("folder/inner/", 0700));
    STATUS(CALL(stat)("folder", &status));
    STATUS(CALL(stat)("folder/inner", &status));
    STATUS(CALL(lstat)("folder/none", &status));
    STATUS(CALL(stat)("", &status));
    CHECKED((a = CALL(open)("folder/file", O_RDWR | O_CREAT, 0640)) > 2);
    CHECKED(CALL(open)("none/file", O_RDWR | O_CREAT, 0640));
    CHECKED(CALL(open)("folder/file/deeper", O_RDWR | O_CREAT, 0640));
    CHECKED(CALL(open)("folder", O_RDWR));
    CHECKED(CALL(open)("folder/file", O_RDONLY | O_DIRECTORY));
    CHECKED(CALL(write)(a, "0123456789", 10));
    STATUS(CALL(fstat)(a, &status));
    STATUS(CALL(fstat)(77, &status));
    STATUS(CALL(fstatat)(AT_FDCWD, "folder/file", &status, 0));
    CHECKED(CALL(pread)(a, text, 4, 3));
    NOTE("%.4s\n", text);
    CHECKED(CALL(pread)(a, text, 4, -1));
    CHECKED(CALL(pread)(a, text, 40, 8));
    CHECKED(CALL(pwrite)(a, "xy", 2, 12));
    CHECKED(CALL(lseek)(a, 0, SEEK_CUR));
    CHECKED(CALL(fchmod)(a, 0600));
    STATUS(CALL(stat)("./folder/file", &status));
    CHECKED(CALL(chmod)("folder/file", 0755));
    CHECKED(CALL(chmod)("folder/none", 0755));
    STATUS(CALL(stat)("folder/file", &status));
    struct iovec parts[] = {{"ab", 2}, {"", 0}, {"cde", 3}};
    CHECKED(CALL(writev)(a, parts, 3));
    CHECKED(CALL(writev)(a, parts, -1));
    CHECKED(CALL(lseek)(a, 0, SEEK_SET));
    char first[3] = "", second[30] = "";
    struct iovec into[] = {{first, 3}, {second, 30}};
    CHECKED(CALL(readv)(a, into, 2));
    NOTE("%.3s %.10s\n", first, second);
    CHECKED(CALL(fcntl)(a, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
    CHECKED(CALL(fcntl)(a, F_SETFL, O_APPEND | O_NONBLOCK));
    CHECKED(CALL(fcntl)(a, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
    CHECKED(CALL(fcntl)(a, F_GETFD));
    CHECKED(CALL(fcntl)(a, F_SETFD, FD_CLOEXEC));
    CHECKED(CALL(fcntl)(a, F_GETFD));
    CHECKED((b = CALL(fcntl)(a, F_DUPFD, 20)) > 2);
    CHECKED(CALL(fcntl)(99, F_GETFD));
    CHECKED(CALL(close)(b));
    CHECKED(CALL(dup3)(a, a, 0));
    CHECKED(CALL(fdatasync)(a));
    CHECKED(CALL(ioctl)(a, TCGETS, text));
    CHECKED(CALL(close)(a));
    CHECKED(CALL(truncate)("folder/file", 3));
    CHECKED(CALL(truncate)("folder/none", 3));
    STATUS(CALL(stat)("folder/file", &status));
    CHECKED(CALL(unlink)("folder"));
    CHECKED(CALL(rmdir)("folder"));
    CHECKED(CALL(rmdir)("folder/file"));
    CHECKED(CALL(rmdir)("folder/none"));

    /* Listing. */
    CHECKED(CALL(opendir)("folder/file") == NULL);
    CHECKED(CALL(opendir)("folder/none") == NULL);
    DIR *folder = CALL(opendir)("folder");
    while ((entry = CALL(readdir)(folder)) != NULL) {
        NOTE("");
        names[n_names] = malloc(80);
        snprintf(names[n_names++], 80, "%s %d", entry->d_name, entry->d_type);
    }
    qsort(names, (size_t)n_names, sizeof *names, STEPS_COMPARE);
    for (int i = 0; i < n_names; i++)
        NOTE("%s\n", names[i]);
    CALL(rewinddir)(folder);
    CHECKED(CALL(readdir)(folder) == NULL);
    CHECKED(CALL(closedir)(folder));
    CHECKED(a = CALL(scandir)("folder", &list, NULL, CALL(alphasort)));
    for (int i = 0; i < a; i++)
        NOTE("%s\n", list[i]->d_name);

    /* Names by patterns. */
    static const char *const patterns[] = {"f*r", "folder/*", "folder/f*", "*r/f*", "folder/[!f]*", "none*", "folder/none/*", "folder", "folder/.*", "f*r/*/*"};
    static const int of_glob[] = {0, GLOB_MARK, GLOB_NOCHECK, GLOB_PERIOD, GLOB_ONLYDIR, GLOB_NOMAGIC};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t j = 0; j < sizeof of_glob / sizeof *of_glob; j++) {
            glob_t names = {0};

            NOTE("%s %d %d:", patterns[i], of_glob[j], CALL(glob)(patterns[i], of_glob[j], NULL, &names));
            for (size_t k = 0; k < names.gl_pathc; k++)
                NOTE(" %s", names.gl_pathv[k]);
            NOTE("\n");
            CALL(globfree)(&names);
        }

    /* Where we are. */
    char here[256], there[256], *found;
    CHECKED(CALL(getcwd)(here, 1) == NULL);
    CHECKED(CALL(getcwd)(here, 0) == NULL);
    CHECKED(CALL(getcwd)(here, sizeof here) == here);
    CHECKED(CALL(chdir)("folder/file"));
    CHECKED(CALL(chdir)("folder/none"));
    CHECKED(CALL(chdir)("folder"));
    found = CALL(getcwd)(NULL, 0);
    NOTE("%s\n", found + (strlen(here) > 1 ? strlen(here) : 0));
    STATUS(CALL(stat)("file", &status));
    CHECKED(CALL(access)("inner", 0));
    found = CALL(realpath)("inner/../file", there);
    NOTE("%s\n", found == NULL ? "none" : found + (strlen(here) > 1 ? strlen(here) : 0));
    CHECKED(CALL(realpath)("nothing", there) == NULL);
    CHECKED(CALL(realpath)("file/x", there) == NULL);
    CHECKED(CALL(realpath)("", there) == NULL);
    NOTE("%s\n", CALL(realpath)("/", there));
    CHECKED(CALL(remove)("inner"));
    CHECKED(CALL(remove)("file"));
    CHECKED(CALL(chdir)(".."));
    CHECKED(CALL(rmdir)("folder"));
    STATUS(CALL(stat)("folder", &status));

    /* Devices. */
    CHECKED((a = CALL(open)("/dev/zero", O_RDWR)) > 2);
    memset(text, 'x', sizeof text);
    CHECKED(CALL(read)(a, text, 5));
    NOTE("%d%d%c\n", text[0], text[4], text[5]);
    CHECKED(CALL(write)(a, text, 5));
    CHECKED(CALL(close)(a));
    CHECKED((a = CALL(open)("/dev/full", O_RDWR)) > 2);
    CHECKED(CALL(write)(a, text, 5));
    CHECKED(CALL(close)(a));
    CHECKED((a = CALL(open)("/dev/null", O_RDWR)) > 2);
    CHECKED(CALL(read)(a, text, 5));
    CHECKED(CALL(write)(a, text, 5));
    CHECKED(CALL(lseek)(a, 5, SEEK_SET));
    CHECKED(CALL(close)(a));
}

#undef NOTE
#undef CHECKED
#undef STATUS
