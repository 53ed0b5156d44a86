/* The filter of system calls: a list of those that are allowed, some of them with certain arguments only. All
   others are refused, also those that a later kernel brings. A call is listed if it can touch only the
   process itself, files that the process has open, and files that `landlock.c` and `mounts.c` let it
   reach. */

#define _GNU_SOURCE
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Calls that the headers of some systems do not have yet. */
enum { CALL_CLOSE_RANGE = 436, CALL_FACCESSAT2 = 439, CALL_EPOLL_PWAIT2 = 441, CALL_FCHMODAT2 = 452 };

/* --- What is allowed --- */

static const short ALWAYS[] = {
    /* Open files. */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_preadv2,
    SYS_pwritev2, SYS_lseek, SYS_close, CALL_CLOSE_RANGE, SYS_dup, SYS_dup2, SYS_dup3, SYS_pipe, SYS_pipe2, SYS_fsync,
    SYS_fdatasync, SYS_poll, SYS_ppoll, SYS_select, SYS_pselect6, SYS_epoll_create, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_wait, SYS_epoll_pwait, CALL_EPOLL_PWAIT2, SYS_eventfd, SYS_eventfd2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_signalfd, SYS_signalfd4, SYS_sendfile, SYS_splice, SYS_tee,
    SYS_vmsplice, SYS_copy_file_range, SYS_fadvise64, SYS_readahead, SYS_ftruncate, SYS_fallocate, SYS_memfd_create,
    /* Files. */
    SYS_open, SYS_openat, SYS_openat2, SYS_creat, SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_access,
    SYS_faccessat, CALL_FACCESSAT2, SYS_readlink, SYS_readlinkat, SYS_getdents, SYS_getdents64, SYS_getcwd, SYS_chdir,
    SYS_fchdir, SYS_statfs, SYS_fstatfs, SYS_umask,
    /* Memory. */
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_brk, SYS_madvise, SYS_msync, SYS_mincore, SYS_mlock, SYS_munlock,
    SYS_mlock2, SYS_pkey_mprotect, SYS_pkey_alloc, SYS_pkey_free, SYS_membarrier,
    /* The process and its thread. */
    SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getpgrp, SYS_getpgid, SYS_getsid,
    SYS_capget, SYS_getrlimit, SYS_getrusage, SYS_times, SYS_arch_prctl, SYS_set_tid_address, SYS_set_robust_list,
    SYS_rseq, SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_sched_rr_get_interval, SYS_getpriority, SYS_getcpu,
    /* Signals to oneself, and timers. */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_pause, SYS_alarm, SYS_setitimer, SYS_getitimer, SYS_timer_create, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete, SYS_restart_syscall, SYS_nanosleep, SYS_clock_nanosleep,
    /* Facts about the machine. */
    SYS_time, SYS_gettimeofday, SYS_clock_gettime, SYS_clock_getres, SYS_uname, SYS_sysinfo, SYS_getrandom,
};

/* Allowed if rules say which files may be changed: these calls make and remove names. */
static const short WITH_RULES[] = {
    SYS_mkdir, SYS_mkdirat, SYS_rmdir, SYS_unlink, SYS_unlinkat, SYS_rename, SYS_renameat, SYS_renameat2, SYS_link,
    SYS_linkat, SYS_symlink, SYS_symlinkat,
};

/* Allowed if every file outside is on a read-only mount: Landlock has no rules for modes, owners, times,
   extended attributes and locks, which would hinder other programs. */
static const short WITH_MOUNTS[] = {
    SYS_chmod, SYS_fchmod, SYS_fchmodat, CALL_FCHMODAT2, SYS_chown, SYS_fchown, SYS_lchown, SYS_fchownat, SYS_utime,
    SYS_utimes, SYS_futimesat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_getxattr, SYS_lgetxattr,
    SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
};

static const short FOR_SERVERS[] = {SYS_setrlimit};

static const unsigned FCNTL[] = {
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK,
    F_OFD_SETLKW, F_GETOWN, F_GETSIG, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS,
};

/* TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX. */
static const unsigned IOCTL[] = {0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451};

/* PR_SET_VMA names memory. */
static const unsigned PRCTL[] = {
    PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_TIMERSLACK, PR_GET_SECCOMP, PR_CAPBSET_READ,
    PR_GET_NO_NEW_PRIVS, 0x53564d41,
};
static const unsigned SERVER_PRCTL[] = {PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP};

/* The flags of pthread_create(3), for threads within the process. */
enum {
    THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS |
             CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID
};

/* How a system call is checked. */
enum check {
    REFUSE,
    ALLOW,
    /* It fails as a call that does not exist, so that the C library uses an older one. */
    MISSING,
    /* The first argument is the process itself. */
    SELF,
    BY_FCNTL,
    BY_IOCTL,
    BY_PRCTL,
    BY_PRLIMIT,
    BY_CLONE,
    BY_THREAD,
    BY_PROGRAM,
    BY_MODE,
    BY_MODE_AT,
    BY_PERSONALITY,
};

enum { N_CALLS = 512 };
static unsigned char checks[N_CALLS];

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ALLOW_ALL(list) allow_all(list, COUNT(list))

static void allow_all(const short *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        checks[list[i]] = ALLOW;
}

static void decide(enum level level, unsigned containment) {
    ALLOW_ALL(ALWAYS);
    /* A server empties the folder of a test after it has ended. */
    if (level == SERVER || containment & (MOUNTS | FILES)) {
        ALLOW_ALL(WITH_RULES);
        checks[SYS_mknod] = BY_MODE;
        checks[SYS_mknodat] = BY_MODE_AT;
    }
    if (containment & MOUNTS) {
        ALLOW_ALL(WITH_MOUNTS);
        checks[SYS_flock] = ALLOW;
    }
    if (containment & (MOUNTS | TRUNCATION))
        checks[SYS_truncate] = ALLOW;
    checks[SYS_kill] = checks[SYS_tkill] = checks[SYS_tgkill] = SELF;
    checks[SYS_rt_sigqueueinfo] = checks[SYS_rt_tgsigqueueinfo] = SELF;
    checks[SYS_process_vm_readv] = SELF;
    checks[SYS_fcntl] = BY_FCNTL;
    checks[SYS_ioctl] = BY_IOCTL;
    checks[SYS_prctl] = BY_PRCTL;
    checks[SYS_prlimit64] = BY_PRLIMIT;
    checks[SYS_personality] = BY_PERSONALITY;
    /* Its arguments lie in memory, where no filter sees them. */
    checks[SYS_clone3] = MISSING;
    checks[SYS_clone] = BY_THREAD;
    if (level == SERVER) {
        ALLOW_ALL(FOR_SERVERS);
        checks[SYS_clone] = BY_CLONE;
        checks[SYS_execveat] = BY_PROGRAM;
    }
}

/* --- As a program for the kernel --- */

static struct sock_filter code[2048];
static unsigned short n_code;
static unsigned refusal;
static enum level for_level;
/* The instructions that compare an argument with the number of the process itself. */
static unsigned short selves[16];
static unsigned n_selves;

static void emit(unsigned short operation, unsigned char yes, unsigned char no, unsigned value) {
    code[n_code++] = (struct sock_filter){operation, yes, no, value};
}

#define LOAD(field) emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)(field))
#define WORD(argument) offsetof(struct seccomp_data, args[argument])
#define RETURN(action) emit(BPF_RET | BPF_K, 0, 0, action)
#define SKIP_UNLESS(value, count) emit(BPF_JMP | BPF_JEQ | BPF_K, 0, count, value)

/* Allows the call if the argument is one of these. Of an `int`, the kernel takes only the lower half. */
static void allow_if_listed(int argument, const unsigned *list, size_t n) {
    LOAD(WORD(argument));
    for (size_t i = 0; i < n; i++) {
        SKIP_UNLESS(list[i], 1);
        RETURN(SECCOMP_RET_ALLOW);
    }
}

static void allow_if(int argument, unsigned value) {
    allow_if_listed(argument, &value, 1);
}

static void allow_unless_device(int argument) {
    LOAD(WORD(argument));
    emit(BPF_ALU | BPF_AND | BPF_K, 0, 0, S_IFMT);
    SKIP_UNLESS(S_IFCHR, 1);
    RETURN(refusal);
    SKIP_UNLESS(S_IFBLK, 1);
    RETURN(refusal);
    RETURN(SECCOMP_RET_ALLOW);
}

static void emit_check(enum check check) {
    switch (check) {
    case REFUSE:
        break;
    case ALLOW:
        RETURN(SECCOMP_RET_ALLOW);
        return;
    case MISSING:
        RETURN(SECCOMP_RET_ERRNO | ENOSYS);
        return;
    case SELF:
        /* A server's filter also holds for its tests, each of which has its own number. The namespace, or the
           scope of Landlock, keeps other processes out of reach. */
        if (for_level == SERVER) {
            RETURN(SECCOMP_RET_ALLOW);
        } else {
            selves[n_selves++] = n_code + 1;
            allow_if(0, 0);
        }
        break;
    case BY_FCNTL:
        allow_if_listed(1, FCNTL, COUNT(FCNTL));
        SKIP_UNLESS(F_SETFL, 3);
        LOAD(WORD(2));
        emit(BPF_JMP | BPF_JSET | BPF_K, 1, 0, O_ASYNC);
        RETURN(SECCOMP_RET_ALLOW);
        break;
    case BY_IOCTL:
        allow_if_listed(1, IOCTL, COUNT(IOCTL));
        break;
    case BY_PRCTL:
        if (for_level == SERVER)
            allow_if_listed(0, SERVER_PRCTL, COUNT(SERVER_PRCTL));
        allow_if_listed(0, PRCTL, COUNT(PRCTL));
        break;
    case BY_PRLIMIT:
        if (for_level == SERVER)
            allow_if(0, 0);
        /* No new limits: both halves of the pointer are zero. */
        LOAD(WORD(2));
        SKIP_UNLESS(0, 3);
        LOAD(WORD(2) + 4);
        SKIP_UNLESS(0, 1);
        RETURN(SECCOMP_RET_ALLOW);
        break;
    case BY_CLONE:
        /* The flags of fork(3), and those of threads: a server's filter also holds for its tests. */
        allow_if(0, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD);
        allow_if(0, THREAD);
        break;
    case BY_THREAD:
        allow_if(0, THREAD);
        break;
    case BY_PROGRAM:
        LOAD(WORD(4));
        SKIP_UNLESS(AT_EMPTY_PATH, 3);
        LOAD(WORD(0));
        SKIP_UNLESS(PROGRAM, 1);
        RETURN(SECCOMP_RET_ALLOW);
        break;
    case BY_MODE:
        allow_unless_device(1);
        return;
    case BY_MODE_AT:
        allow_unless_device(2);
        return;
    case BY_PERSONALITY:
        /* Asking for the personality. */
        allow_if(0, 0xffffffff);
        break;
    }
    RETURN(refusal);
}

/* Emits the checks of the calls from `low` up to `high`, excluded: a binary search, so that a call costs only
   a few steps. */
static void emit_calls(int low, int high) {
    int half = (low + high) / 2, split = 0;

    for (int at = low + 1; at < high; at++)
        if (checks[at] != checks[at - 1] && (split == 0 || (at <= half) || at - half < half - split))
            split = at;
    if (split == 0) {
        emit_check(checks[low]);
        return;
    }
    emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, (unsigned)split);
    unsigned short jump = n_code;
    emit(BPF_JMP | BPF_JA, 0, 0, 0);
    emit_calls(low, split);
    code[jump].k = n_code - jump - 1u;
    emit_calls(split, high);
}

void prepare_filter(enum level level, unsigned containment) {
    const unsigned kill = SECCOMP_RET_KILL_PROCESS;

    n_code = 0;
    n_selves = 0;
    for_level = level;
    refusal = level == SERVER ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_TRAP;
    for (int call = 0; call < N_CALLS; call++)
        checks[call] = REFUSE;
    decide(level, containment);
    LOAD(offsetof(struct seccomp_data, arch));
    SKIP_UNLESS(AUDIT_ARCH_X86_64, 1);
    emit(BPF_JMP | BPF_JA, 0, 0, 1);
    /* The numbers of 32-bit programs mean something else. */
    RETURN(kill);
    LOAD(offsetof(struct seccomp_data, nr));
    /* So do those of x32. */
    emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    RETURN(kill);
    emit(BPF_JMP | BPF_JGE | BPF_K, 0, 1, N_CALLS);
    RETURN(refusal);
    emit_calls(0, N_CALLS);
}

const char *enter_filter(void) {
    struct sock_fprog program = {.len = n_code, .filter = code};

    for (unsigned at = 0; at < n_selves; at++)
        code[selves[at]].k = (unsigned)getpid();
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? NULL : "the filter of system calls";
}
