/* A file system of its own, in a mount namespace: an empty one in memory, into which the files that a program
   needs to run are bound. Everything is read-only, and without devices, except for the folder of the tests
   and five devices that store nothing. So no other file, FIFO or device of the machine can be opened. */

#define _GNU_SOURCE
#include "contain.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* sys/mount.h has the same names as linux/mount.h on some systems. */
int mount(const char *source, const char *target, const char *kind, unsigned long flags, const void *data);
int umount2(const char *target, int flags);
enum { DETACH = 2 };

/* The place of a path in the new file system, whose root is the current folder. */
static const char *inside(const char *path) {
    static char place[PATH_MAX];
    snprintf(place, sizeof place, ".%s", path);
    return place;
}

/* Makes the folders above a path in the new file system. */
static void make_folders_above(const char *path) {
    char place[PATH_MAX];

    snprintf(place, sizeof place, "%s", inside(path));
    for (char *at = strchr(place + 2, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(place, 0755);
        *at = '/';
    }
}

/* Binds the file or folder `path` to the place `at` in the new file system. False if `path` does not
   exist. */
static bool bind_to(const char *path, const char *at) {
    struct stat status;

    if (stat(path, &status) != 0)
        return false;
    make_folders_above(at);
    if (S_ISDIR(status.st_mode)) {
        mkdir(inside(at), 0755);
    } else {
        int fd = open(inside(at), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
        if (fd >= 0)
            close(fd);
    }
    return mount(path, inside(at), NULL, MS_BIND | MS_REC, NULL) == 0;
}

/* Binds a file or folder to its own path. A folder that is a symbolic link, as /lib often is, becomes one. */
static bool bind_alike(const char *path) {
    char target[PATH_MAX];
    struct stat status;
    ssize_t length;

    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) && stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
        (length = readlink(path, target, sizeof target - 1)) > 0) {
        target[length] = 0;
        make_folders_above(path);
        return symlink(target, inside(path)) == 0;
    }
    return bind_to(path, path);
}

/* Binds shared libraries that lie elsewhere, all into one folder. */
static void bind_libraries(const struct wish *wish) {
    char place[PATH_MAX];

    for (int i = 0; i < wish->n_libraries; i++) {
        const char *name = strrchr(wish->libraries[i], '/');
        snprintf(place, sizeof place, OWN_LIBRARIES "%s", name ? name : "/library");
        bind_to(wish->libraries[i], place);
    }
}

/* Shows the processes of this namespace in /proc; if the kernel refuses that, this process alone. */
static void show_processes(void) {
    char itself[32];

    mkdir("proc", 0555);
    if (mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "subset=pid") == 0 ||
        mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0)
        return;
    ssize_t length = readlink("/proc/self", itself, sizeof itself - 1);
    if (length > 0) {
        itself[length] = 0;
        char path[64];
        snprintf(path, sizeof path, "/proc/%s", itself);
        bind_to(path, "/proc/self");
    }
}

static bool set_attributes(const char *path, unsigned flags, uint64_t set, uint64_t clear) {
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

bool enter_own_files(const struct wish *wish) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", wish->box, "tmpfs", MS_NOSUID, "size=4m,nr_inodes=4096,mode=0755") != 0 || chdir(wish->box) != 0)
        return false;
    for (const char *const *path = SYSTEM_FOLDERS; *path; path++)
        bind_alike(*path);
    for (const char *const *path = SYSTEM_FILES; *path; path++)
        bind_to(*path, *path);
    bind_libraries(wish);
    if (!bind_to(wish->workshop, OWN_WORKSHOP))
        return false;
    show_processes();
    mkdir("dev", 0755);
    mkdir(inside(OWN_BOX), 0700);
    /* Temporary files of the C library lie in the folder of the tests as well. */
    if (mount("tmpfs", inside(OWN_BOX), "tmpfs", MS_NOSUID | MS_NODEV, "size=80m,nr_inodes=8192,mode=0700") != 0)
        return false;
    if (!set_attributes(".", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID, 0))
        return false;
    /* The devices come after that, into folders that are made writable for them. */
    if (!set_attributes(".", 0, 0, MOUNT_ATTR_RDONLY))
        return false;
    for (const char *const *path = DEVICES; *path; path++)
        if (bind_to(*path, *path))
            set_attributes(inside(*path), 0, MOUNT_ATTR_NOEXEC | MOUNT_ATTR_NOSUID, 0);
    (void)!symlink("/proc/self/fd", "dev/fd");
    (void)!symlink("/proc/self/fd/0", "dev/stdin");
    (void)!symlink("/proc/self/fd/1", "dev/stdout");
    (void)!symlink("/proc/self/fd/2", "dev/stderr");
    if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", DETACH) != 0 || chdir("/") != 0)
        return false;
    return set_attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0) &&
           set_attributes(OWN_BOX, 0, 0, MOUNT_ATTR_RDONLY) && chdir(OWN_BOX) == 0;
}
