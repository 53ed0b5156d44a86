/* The launcher of a contained program. It makes a process in namespaces of its own, as far as the kernel
   allows, takes away all rights that a test must not have, and only then runs the program in it. So no code
   of the program has more rights, not even its constructors and the resolvers of its functions. Then the
   launcher watches: it ends the program when its standard input is closed, ends a process of the program that
   has too much memory, and leaves no process behind.

   Arguments: the purpose (`tests`, `calls`, `probe`), the folder of the tests, the folder of the program, its
   name, the parts of containment that are wanted (numbers of `enum containment`), the parts without which the
   program must not run, the bytes of memory that a process may have, 1 if its addresses are to be the same in
   each process, and shared libraries that it may read. A probe runs nothing: it writes the parts that are in
   force to standard output, 8 bytes. The name of its program is the path of a file, and its library the
   number of a process: it must not be able to touch these.

   The exit status is the program's own, 128 plus the signal that ended it, or one of `enum end`. */

#define _GNU_SOURCE
#include "contain.h"
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The same values stand in replay/launcher.rs. */
enum end { WRONG_USE = 40, LESS_THAN_REQUIRED, NOT_STARTED, TOO_FEW_FILES };
enum { LEAST_FILES = 40 };
enum { POLL_MS = 20 };

static struct wish wish;
static unsigned required, in_force;
static unsigned long memory;
static bool is_probe, has_fixed_addresses;
static const char NO_MOUNTS[] = "a file system of its own";

/* --- In the process that becomes the program --- */

static void write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, text, strlen(text));
        close(fd);
    }
}

/* The same user and group as outside, and no other. */
static void map_users(uid_t user, gid_t group) {
    char users[64], groups[64];

    snprintf(users, sizeof users, "%u %u 1\n", user, user);
    snprintf(groups, sizeof groups, "%u %u 1\n", group, group);
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", users);
    write_file("/proc/self/gid_map", groups);
}

static bool drop_privileges(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};

    for (int capability = 0; capability < 64; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

static void set_limit(int what, rlim_t most) {
    struct rlimit now;

    if (getrlimit(what, &now) == 0 && now.rlim_max > most) {
        now.rlim_cur = now.rlim_max = most;
        setrlimit(what, &now);
    }
}

static bool has_filters(void) {
    unsigned action = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/* Checks the parts that are in force: tries what must not be possible with a file and a process outside.
   Returns the parts that do not hold. */
static unsigned tried(const char *outside, pid_t other) {
    unsigned broken = 0;
    int fd = open(outside, O_RDONLY | O_CLOEXEC);

    if (fd >= 0 || chmod(outside, 0600) == 0 || truncate(outside, 0) == 0)
        broken |= MOUNTS | FILES;
    /* In a namespace, this process may have the number that the other has outside. */
    if (other != getpid() && kill(other, 0) == 0)
        broken |= PROCESSES | SIGNALS;
    if (syscall(SYS_socket, 1, 1, 0) >= 0)
        broken |= NETWORK | SYSTEM_CALLS;
    return broken;
}

/* Puts the program's descriptors in their places and closes all others. Returns the new number of `told`. */
static int arrange_descriptors(const int descriptors[4], int told) {
    for (int at = 0; at < 4; at++)
        if (dup2(descriptors[at], REQUESTS + at) < 0)
            return -1;
    if (dup3(told, PROGRAM + 1, O_CLOEXEC) < 0)
        return -1;
    for (int at = 0; at < REQUESTS; at++)
        close(at);
    closefrom(PROGRAM + 2);
    return PROGRAM + 1;
}

/* Opens the files that the program begins with where the program finds them: a descriptor keeps the mount
   that it was opened on, and on a mount from outside, fchmod(2) would succeed. */
static bool open_files(bool has_own_files) {
    char program[4096];

    if (open("/dev/null", O_RDWR) != 0 || dup2(0, 1) != 1 || dup2(0, 2) != 2)
        return false;
    if (is_probe)
        return true;
    snprintf(program, sizeof program, "%s/%s", has_own_files ? OWN_WORKSHOP : wish.workshop, wish.program);
    int fd = open(program, O_PATH | O_CLOEXEC);
    if (fd < 0 || dup3(fd, PROGRAM, O_CLOEXEC) != PROGRAM)
        return false;
    close(fd);
    return true;
}

/* Takes away from this process the rights that a test must not have. Returns NULL, or what failed. */
static const char *contain(bool has_namespaces) {
    if (has_namespaces) {
        in_force |= USERS | NETWORK | PROCESSES;
        if (wish.wanted & MOUNTS && !enter_own_files(&wish))
            return NO_MOUNTS;
        in_force |= wish.wanted & MOUNTS;
    }
    if (!(in_force & MOUNTS) && chdir(wish.box) != 0)
        return "the folder of the tests";
    if (!open_files(in_force & MOUNTS))
        return "its files";
    if (wish.wanted & FILES)
        in_force |= restrict_files(&wish, in_force & MOUNTS);
    if (wish.wanted & SYSTEM_CALLS && has_filters())
        in_force |= SYSTEM_CALLS;
    set_limit(RLIMIT_CORE, 0);
    /* If the stack had no limit, sanitizers would start the program again with one. */
    set_limit(RLIMIT_STACK, 64ul << 20);
    if (has_fixed_addresses)
        personality(ADDR_NO_RANDOMIZE);
    if (!drop_privileges())
        return "its privileges";
    if (!(in_force & SYSTEM_CALLS))
        return NULL;
    prepare_filter(SERVER, in_force);
    return enter_filter();
}

/* Becomes the contained program, or says on `told` in one letter why not. */
_Noreturn static void become_program(bool has_namespaces, const int descriptors[4], int told) {
    extern char **environ;
    char parts[32];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    signal(SIGPIPE, SIG_IGN);
    told = arrange_descriptors(descriptors, told);
    if (told < 0)
        _exit(NOT_STARTED);
    const char *failed = contain(has_namespaces);
    if (failed) {
        (void)!write(told, failed == NO_MOUNTS ? "m" : "f", 1);
        _exit(NOT_STARTED);
    }
    if ((in_force & required) != required) {
        (void)!write(told, "r", 1);
        _exit(LESS_THAN_REQUIRED);
    }
    if (is_probe) {
        uint64_t held = in_force & ~tried(wish.program, (pid_t)atoi(wish.libraries[0]));
        (void)!write(ANSWERS, &held, sizeof held);
        _exit(0);
    }
    snprintf(parts, sizeof parts, "%u", in_force);
    bool has_own_files = in_force & MOUNTS;
    char *arguments[] = {(char *)wish.program, parts, (char *)(has_own_files ? OWN_WORKSHOP : wish.workshop), NULL};
    if (has_own_files && wish.n_libraries > 0)
        putenv((char *)"LD_LIBRARY_PATH=" OWN_LIBRARIES);
    syscall(SYS_execveat, PROGRAM, "", arguments, environ, AT_EMPTY_PATH);
    (void)!write(told, "x", 1);
    _exit(NOT_STARTED);
}

/* --- In the launcher --- */

/* Calls `act` for each process that `parent` has started, and for those that these have started. */
static void for_each_started(pid_t parent, void (*act)(pid_t), int depth) {
    char path[64];
    int child;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
    FILE *children = fopen(path, "re");
    if (!children)
        return;
    while (fscanf(children, "%d", &child) == 1) {
        if (depth < 8)
            for_each_started(child, act, depth + 1);
        act(child);
    }
    fclose(children);
}

static void end_process(pid_t process) {
    kill(process, SIGKILL);
}

static int too_large;

static unsigned long resident_bytes(pid_t process) {
    char path[64];
    unsigned long all = 0, resident = 0;

    snprintf(path, sizeof path, "/proc/%d/statm", process);
    FILE *sizes = fopen(path, "re");
    if (!sizes)
        return 0;
    if (fscanf(sizes, "%lu %lu", &all, &resident) != 2)
        resident = 0;
    fclose(sizes);
    return resident * (unsigned long)sysconf(_SC_PAGESIZE);
}

static void end_if_too_large(pid_t process) {
    uint64_t one = 1;

    if (resident_bytes(process) <= memory)
        return;
    (void)!write(too_large, &one, sizeof one);
    kill(process, SIGKILL);
}

/* Ends the program with all processes that it has started. In a namespace they end with it. Otherwise they
   are all in its group: the system calls to leave it are refused. */
static void end_all(pid_t program) {
    kill(program, SIGKILL);
    kill(-program, SIGKILL);
}

/* Waits for the end of the program; gives its status. */
static int watch(pid_t program, int orders) {
    int status = 0, handle = (int)syscall(SYS_pidfd_open, program, 0);
    struct pollfd ends[] = {{0, 0, 0}, {orders, POLLIN, 0}, {handle, POLLIN, 0}};

    while (waitpid(program, &status, WNOHANG) != program) {
        poll(ends, 3, POLL_MS);
        /* Standard input is closed: there are no more requests. */
        if (ends[0].revents & (POLLHUP | POLLERR))
            end_all(program);
        if (ends[1].revents & POLLIN) {
            char order;
            if (read(orders, &order, 1) == 1 && order == KILL)
                for_each_started(program, end_process, 0);
        } else if (ends[1].revents) {
            ends[1].fd = -1;
        }
        for_each_started(program, end_if_too_large, 0);
        end_if_too_large(program);
    }
    /* Processes that it has left are our children now, and end before we do. */
    do {
        kill(-program, SIGKILL);
        for_each_started(getpid(), end_process, 0);
    } while (waitpid(-1, NULL, 0) > 0);
    return status;
}

/* Starts the program, in namespaces if `flags` says so. Returns its number; or 0 if that is not possible, and
   in `why` the letter for the reason. */
static pid_t start(unsigned long flags, const int descriptors[4], char *why) {
    uid_t user = getuid();
    gid_t group = getgid();
    int told[2];

    *why = 0;
    if (pipe2(told, O_CLOEXEC) != 0)
        return 0;
    pid_t program = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (program == 0) {
        if (flags & CLONE_NEWUSER)
            map_users(user, group);
        become_program(flags != 0, descriptors, told[1]);
    }
    close(told[1]);
    bool has_failed = program < 0 || read(told[0], why, 1) == 1;
    close(told[0]);
    if (!has_failed)
        return program;
    if (program > 0)
        waitpid(program, NULL, 0);
    return 0;
}

static pid_t start_as_contained_as_possible(const int descriptors[4]) {
    const unsigned long namespaces =
        CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    /* Without a namespace of users, root may still have the others. */
    const unsigned long worlds[] = {namespaces | CLONE_NEWUSER, namespaces, 0};
    const unsigned wanted = wish.wanted;
    pid_t program = 0;
    char why = 0;

    for (unsigned at = wanted & USERS ? 0 : 2; at < 3 && program == 0; at++) {
        wish.wanted = wanted;
        program = start(worlds[at], descriptors, &why);
        if (why == 'm') {
            wish.wanted &= ~(unsigned)MOUNTS;
            program = start(worlds[at], descriptors, &why);
        }
        if (why == 'r')
            break;
    }
    if (program == 0)
        exit(why == 'r' ? LESS_THAN_REQUIRED : NOT_STARTED);
    return program;
}

int main(int n_arguments, char **arguments) {
    int orders[2];

    if (n_arguments < 9)
        return WRONG_USE;
    is_probe = strcmp(arguments[1], "probe") == 0;
    wish.box = arguments[2];
    wish.workshop = arguments[3];
    wish.program = arguments[4];
    wish.wanted = (unsigned)strtoul(arguments[5], NULL, 10);
    required = (unsigned)strtoul(arguments[6], NULL, 10);
    memory = strtoul(arguments[7], NULL, 10);
    has_fixed_addresses = strcmp(arguments[8], "1") == 0;
    wish.libraries = arguments + 9;
    wish.n_libraries = is_probe ? 0 : n_arguments - 9;
    if (wish.wanted & MEMORY && resident_bytes(getpid()) > 0)
        in_force |= MEMORY;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < LEAST_FILES)
        return TOO_FEW_FILES;
    too_large = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (too_large < 0 || pipe2(orders, O_CLOEXEC) != 0)
        return NOT_STARTED;
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    const int descriptors[] = {0, 1, orders[1], too_large};
    pid_t program = start_as_contained_as_possible(descriptors);
    /* So that the end of the program is seen. */
    close(1);
    close(orders[1]);
    int status = watch(program, orders[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
