/* What keeps a test from doing harm: namespaces of its own (users, mounts, network, processes) and a filter of
   system calls, neither of which needs privileges. A system call that is refused fails with EPERM, and its number
   is told to the parent. */

#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static void write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, text, strlen(text));
        close(fd);
    }
}

/* Everything is read-only but the folder, which gets a small file system in memory. Temporary files of the C library
   lie there as well. */
static bool hide_files(const char *folder) {
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};

    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return false;
    if (mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=80m,nr_inodes=8192,mode=0700") != 0)
        return false;
    if (syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &read_only, sizeof read_only) != 0)
        return false;
    struct mount_attr writable = {.attr_clr = MOUNT_ATTR_RDONLY};
    return syscall(SYS_mount_setattr, AT_FDCWD, folder, 0, &writable, sizeof writable) == 0 && chdir(folder) == 0 &&
           mount(".", P_tmpdir, NULL, MS_BIND, NULL) == 0;
}

static bool has_filters(void) {
    unsigned action = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/* The write accesses that Landlock's first version knows. */
#define LANDLOCK_WRITES                                                                                               \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |                   \
     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                         \
     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |                      \
     LANDLOCK_ACCESS_FS_MAKE_SYM)

static bool has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

unsigned enter_namespaces(const char *folder, unsigned wanted) {
    unsigned in_force = (has_filters() ? SYSTEM_CALLS : 0) & wanted;
    int flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC;
    char users[64], groups[64];

    snprintf(users, sizeof users, "%u %u 1\n", getuid(), getuid());
    snprintf(groups, sizeof groups, "%u %u 1\n", getgid(), getgid());
    if (!(wanted & USERS) || unshare(flags) != 0)
        return in_force | ((has_landlock() ? FILES : 0) & wanted);
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", users);
    write_file("/proc/self/gid_map", groups);
    pid_t pid = fork();
    if (pid < 0)
        _exit(4);
    if (pid > 0) {
        int status = 0;
        waitpid(pid, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 5);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    in_force |= USERS | NETWORK | PROCESSES;
    if (hide_files(folder))
        return in_force | MOUNTS;
    return in_force | ((has_landlock() ? FILES : 0) & wanted);
}

/* --- In the process of a test --- */

static const char *forbid_writes(void) {
    struct landlock_ruleset_attr rules = {.handled_access_fs = LANDLOCK_WRITES};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    struct landlock_path_beneath_attr beneath = {.allowed_access = LANDLOCK_WRITES};

    if (ruleset < 0)
        return "no rules for files";
    beneath.parent_fd = open(".", O_PATH | O_CLOEXEC);
    if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0 ||
        syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
        return "the rules for files are refused";
    close(beneath.parent_fd);
    close(ruleset);
    return NULL;
}

static void refuse(int signal, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    int number = info->si_syscall;
    bool forks = number == SYS_fork || number == SYS_vfork || number == SYS_clone || number == SYS_clone3;

    (void)signal;
    shared->refused = (uint64_t)number + 1;
    registers[REG_RAX] = forks ? -EAGAIN : -EPERM;
}

static const int FORBIDDEN[] = {
    SYS_socket, SYS_fork, SYS_vfork, SYS_clone, SYS_clone3, SYS_execve, SYS_execveat, SYS_ptrace, SYS_mount,
    SYS_umount2, SYS_mount_setattr, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_pivot_root, SYS_chroot, SYS_unshare,
    SYS_setns, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_bpf, SYS_perf_event_open, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_io_uring_setup,
    SYS_process_vm_writev, SYS_setrlimit, SYS_setsid, SYS_setpgid, SYS_open_by_handle_at, SYS_userfaultfd,
};
/* Allowed when they are about the process itself. */
static const int SIGNALS[] = {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_pidfd_send_signal};

enum { N_FORBIDDEN = sizeof FORBIDDEN / sizeof *FORBIDDEN, N_SIGNALS = sizeof SIGNALS / sizeof *SIGNALS };

static const char *filter_calls(void) {
    struct sock_filter code[16 + 2 * N_FORBIDDEN + 5 * N_SIGNALS];
    unsigned short n = 0;
    const unsigned trap = SECCOMP_RET_TRAP, allow = SECCOMP_RET_ALLOW, kill = SECCOMP_RET_KILL_PROCESS;

#define LOAD(field) \
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(field))
#define SKIP_UNLESS(value, count) code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define RETURN(action) code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action)
#define NUMBER offsetof(struct seccomp_data, nr)
#define WORD(argument) offsetof(struct seccomp_data, args[argument])

    LOAD(offsetof(struct seccomp_data, arch));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    RETURN(kill);
    LOAD(NUMBER);
    /* The numbers of x32. */
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    RETURN(kill);
    for (int i = 0; i < N_FORBIDDEN; i++) {
        SKIP_UNLESS((unsigned)FORBIDDEN[i], 1);
        RETURN(trap);
    }
    for (int i = 0; i < N_SIGNALS; i++) {
        SKIP_UNLESS((unsigned)SIGNALS[i], 4);
        LOAD(WORD(0));
        SKIP_UNLESS((unsigned)getpid(), 1);
        RETURN(allow);
        RETURN(trap);
    }
    /* getrlimit is a prlimit64 without new limits. */
    SKIP_UNLESS(SYS_prlimit64, 4);
    LOAD(WORD(2));
    SKIP_UNLESS(0, 1);
    RETURN(allow);
    RETURN(trap);
    RETURN(allow);

    struct sock_fprog program = {.len = n, .filter = code};
    struct sigaction action = {.sa_sigaction = refuse, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, NULL) != 0)
        return "the handler of refused calls";
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return "the filter of system calls";
    return NULL;
}

const char *confine(unsigned containment) {
    const char *failed = NULL;

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "giving up new privileges";
    if (containment & FILES)
        failed = forbid_writes();
    if (!failed && (containment & SYSTEM_CALLS))
        failed = filter_calls();
    return failed;
}
