/* Looks for what a test must not have: files of the user and of the system, and devices. Gives their number. */
#include "symir.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;
/* Nothing that symir knows, so that the path ends here for it. */
int fallocate(int, int, long, long);

static int count(int n) {
    static const char *const files[] = {
        SECRET, "/proc/self/root" SECRET, "/etc/shadow", "/etc/passwd", "/etc/hosts", "/proc/1/environ", "/dev/kmsg",
        "/dev/mem", "/dev/tty", "/dev/loop0", "/dev/ptmx", "/proc/kcore", "/proc/sys/kernel/hostname", "/root", "/home", "/sys",
    };
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    int found = 0;

    fallocate(-1, 0, 0, 0);
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        struct stat status;
        int fd = open(files[i], O_RDONLY | O_NONBLOCK);
        /* The first process of the namespace may be the one that runs tests, whose environment says nothing. */
        if (fd >= 0 && fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode) && i != 5)
            found++;
        found += open(files[i], O_WRONLY | O_NONBLOCK) >= 0;
    }
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++)
        found += open(devices[i], O_RDWR) < 0 && open(devices[i], O_RDONLY) < 0;
    found += environ && environ[0];
    found += open("mine", O_RDWR | O_CREAT, 0600) < 0;
    return found + n - 7;
}

int main(void) {
    int n = symir_range(7, 7, "n");
    return count(n);
}
