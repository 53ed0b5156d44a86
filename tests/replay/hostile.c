/* Programs that try to do harm: each value of `seed` is one, a sequence of system calls drawn from a grammar. A word of
   `GRAMMAR` says what the arguments of a call are like; what is drawn for them lies outside, where a test must neither
   read nor change anything. The process ends with status 77 when it has read the secret. tests/hostile.rs gives the
   names: OUTSIDE is a folder, VICTIM a process, DEVICE a block device or a name that is none, NAME that of the process. */
#define _GNU_SOURCE
#include "symir.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECRET_READ = 77, N_STEPS = 40, N_BYTES = 8192 };

/* The secret is this word without its last letter; it stands nowhere in this program. */
static const char SECRET[] = "symir-hostile-secret!";

static const char *const PATHS[] = {
    OUTSIDE "/plain", OUTSIDE "/secret", OUTSIDE "/fifo", OUTSIDE "/empty", OUTSIDE "/link", OUTSIDE "/new", OUTSIDE, DEVICE,
    OUTSIDE "/socket", "/etc/shadow", "/etc/passwd", "/etc/hostname", "/dev/kmsg", "/dev/mem", "/dev/tty", "/dev/shm",
    "/dev/shm/symir-hostile", "/dev/ptmx", "/dev/loop-control", "/proc/1/environ", "/proc/1/mem", "/proc/self/mem",
    "/proc/self/oom_score_adj", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/keys",
    VICTIM_FOLDER "/mem", VICTIM_FOLDER "/environ", VICTIM_FOLDER "/oom_score_adj", VICTIM_FOLDER "/comm", VICTIM_FOLDER,
    VICTIM_FOLDER "/root" OUTSIDE "/secret", VICTIM_FOLDER "/cwd/secret", VICTIM_FOLDER "/fd/0", "/sys/power/state",
    "/sys/kernel/mm/ksm/run", "/sys/fs/cgroup", "/", ".", "..", "../../../../../../../../.." OUTSIDE "/secret", "inside",
    "inside/link", "/tmp", "/run", "/home", "/root", "/var/log", "/usr/bin/env", "/proc/self/exe", "/proc/self/root" OUTSIDE "/secret",
};

/* A call and its arguments. p: path, b: bytes of ours, d: descriptor, P: process, s: signal, m: mode, f: flags of open,
   n: a number of bytes, o: any small number, F: command of fcntl, I: of ioctl, R: of prctl, K: a key, A: that of paths
   relative to a folder, 0: zero, r: anything. */
static const struct {
    short number;
    const char *arguments;
} GRAMMAR[] = {
    {SYS_open, "pfm"}, {SYS_openat, "Apfm"}, {SYS_open, "pfm"}, {SYS_openat, "Apfm"}, {SYS_creat, "pm"}, {SYS_openat2, "Apbn"},
    {SYS_read, "dbn"}, {SYS_read, "dbn"}, {SYS_pread64, "dbn0"}, {SYS_write, "dbn"}, {SYS_pwrite64, "dbn0"},
    {SYS_getdents64, "dbn"}, {SYS_readlink, "pbn"}, {SYS_truncate, "po"}, {SYS_ftruncate, "do"}, {SYS_fallocate, "dooo"},
    {SYS_chmod, "pm"}, {SYS_fchmod, "dm"}, {SYS_fchmodat, "Apm"}, {452, "Apm0"}, {SYS_chown, "poo"}, {SYS_lchown, "poo"},
    {SYS_fchown, "doo"}, {SYS_fchownat, "Apoo0"}, {SYS_utime, "p0"}, {SYS_utimes, "p0"}, {SYS_futimesat, "Ap0"},
    {SYS_utimensat, "Ap00"}, {SYS_setxattr, "pXbo0"}, {SYS_lsetxattr, "pXbo0"}, {SYS_fsetxattr, "dXbo0"},
    {SYS_getxattr, "pXbn"}, {SYS_removexattr, "pX"}, {SYS_fremovexattr, "dX"}, {SYS_unlink, "p"}, {SYS_unlinkat, "Apo"},
    {SYS_rmdir, "p"}, {SYS_mkdir, "pm"}, {SYS_mkdirat, "Apm"}, {SYS_mknod, "pmo"}, {SYS_mknodat, "Apmo"}, {SYS_rename, "pp"},
    {SYS_renameat2, "ApApo"}, {SYS_link, "pp"}, {SYS_linkat, "ApApo"}, {SYS_symlink, "pp"}, {SYS_symlinkat, "pAp"},
    {SYS_chdir, "p"}, {SYS_fchdir, "d"}, {SYS_chroot, "p"}, {SYS_pivot_root, "pp"}, {SYS_mount, "ppTo0"}, {SYS_umount2, "po"},
    {SYS_open_tree, "Apo"}, {SYS_move_mount, "ApApo"}, {SYS_fsopen, "T0"}, {SYS_mount_setattr, "Apobn"}, {SYS_quotactl, "opob"},
    {SYS_acct, "p"}, {SYS_swapon, "po"}, {SYS_sync, ""}, {SYS_flock, "do"}, {SYS_fcntl, "dFP"}, {SYS_fcntl, "dFs"},
    {SYS_fcntl, "dFb"}, {SYS_fcntl, "dSo"}, {SYS_ioctl, "dIb"}, {SYS_ioctl, "dIP"}, {SYS_splice, "d0d0n0"}, {SYS_sendfile, "dd0n"},
    {SYS_copy_file_range, "d0d0n0"}, {SYS_mmap, "0nood0"}, {SYS_memfd_create, "po"}, {SYS_inotify_add_watch, "dpo"},
    {SYS_name_to_handle_at, "Apbb0"}, {SYS_open_by_handle_at, "dbf"}, {SYS_dup2, "dd"}, {SYS_close, "d"}, {SYS_kill, "Ps"},
    {SYS_tkill, "Ps"}, {SYS_tgkill, "PPs"}, {SYS_rt_sigqueueinfo, "Psb"}, {SYS_rt_tgsigqueueinfo, "PPsb"},
    {SYS_pidfd_open, "P0"}, {SYS_pidfd_send_signal, "ds00"}, {SYS_pidfd_getfd, "do0"}, {SYS_ptrace, "oP00"},
    {SYS_process_vm_readv, "Pbobo0"}, {SYS_process_vm_writev, "Pbobo0"}, {SYS_process_madvise, "dboo0"}, {SYS_kcmp, "PPoo0"},
    {SYS_setpriority, "oPo"}, {SYS_sched_setaffinity, "Pnb"}, {SYS_sched_setscheduler, "Pob"}, {SYS_sched_setparam, "Pb"},
    {SYS_sched_setattr, "Pb0"}, {SYS_ioprio_set, "oPo"}, {SYS_prlimit64, "Pob0"}, {SYS_prlimit64, "Po0b"}, {SYS_setrlimit, "ob"},
    {SYS_migrate_pages, "Pobb"}, {SYS_move_pages, "P00000"}, {SYS_setpgid, "PP"}, {SYS_setsid, ""}, {SYS_getpgid, "P"},
    {SYS_prctl, "Roooo"}, {SYS_fork, ""}, {SYS_vfork, ""}, {SYS_clone, "r0000"}, {SYS_clone3, "bn"}, {SYS_execve, "p00"},
    {SYS_execveat, "Ap00o"}, {SYS_unshare, "r"}, {SYS_setns, "dr"}, {SYS_setuid, "o"}, {SYS_setgid, "o"}, {SYS_setresuid, "ooo"},
    {SYS_setgroups, "ob"}, {SYS_capset, "bb"}, {SYS_socket, "ooo"}, {SYS_socketpair, "oo0b"}, {SYS_connect, "dbn"},
    {SYS_bind, "dbn"}, {SYS_sendto, "dbn0bn"}, {SYS_sendmsg, "db0"}, {SYS_shmget, "Kno"}, {SYS_shmget, "KnC"}, {SYS_shmat, "o00"},
    {SYS_shmctl, "oob"}, {SYS_semget, "KoC"}, {SYS_semctl, "oooo"}, {SYS_semop, "obo"}, {SYS_msgget, "KC"}, {SYS_msgsnd, "obno"},
    {SYS_msgctl, "oob"}, {SYS_mq_open, "qfm0"}, {SYS_mq_unlink, "q"}, {SYS_add_key, "TTbnr"}, {SYS_request_key, "TTbr"},
    {SYS_keyctl, "oooo"}, {SYS_io_uring_setup, "ob"}, {SYS_io_setup, "ob"}, {SYS_bpf, "obn"}, {SYS_perf_event_open, "bPood"},
    {SYS_userfaultfd, "o"}, {SYS_seccomp, "oob"}, {SYS_landlock_create_ruleset, "bno"}, {SYS_sethostname, "bo"},
    {SYS_setdomainname, "bo"}, {SYS_settimeofday, "b0"}, {SYS_clock_settime, "ob"}, {SYS_adjtimex, "b"}, {SYS_reboot, "oooo"},
    {SYS_syslog, "obn"}, {SYS_iopl, "o"}, {SYS_ioperm, "ooo"}, {SYS_init_module, "bnb"}, {SYS_kexec_load, "oo00"},
    {SYS_vhangup, ""}, {SYS_personality, "r"}, {SYS_timer_create, "obb"}, {SYS_timer_settime, "oobb"}, {SYS_setitimer, "obb"},
    {SYS_fanotify_init, "oo"}, {SYS_lookup_dcookie, "obn"}, {SYS_mlockall, "o"}, {SYS_mbind, "b0ob00"}, {SYS_statfs, "pb"},
};

enum { N_CALLS = sizeof GRAMMAR / sizeof *GRAMMAR, N_PATHS = sizeof PATHS / sizeof *PATHS };

/* Calls that only end or stop the process itself. */
static const short USELESS[] = {
    SYS_exit, SYS_exit_group, SYS_pause, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_rt_sigreturn, SYS_poll, SYS_ppoll, SYS_select,
    SYS_pselect6, SYS_epoll_wait, SYS_epoll_pwait, 441, SYS_futex, SYS_nanosleep, SYS_clock_nanosleep, SYS_wait4, SYS_waitid,
    SYS_munmap, SYS_mremap, SYS_mprotect, SYS_brk, SYS_arch_prctl, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_sigaltstack, SYS_alarm,
    SYS_mmap, SYS_restart_syscall, SYS_pkey_mprotect, 449,
};

static unsigned long state;
static unsigned char bytes[N_BYTES];

static unsigned draw(unsigned n) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % n;
}

static long call(long number, const long *arguments) {
    register long fourth __asm__("r10") = arguments[3];
    register long fifth __asm__("r8") = arguments[4];
    register long sixth __asm__("r9") = arguments[5];
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

static long argument(char kind) {
    static const long COMMANDS[] = {F_SETFL, F_SETOWN, F_SETSIG, 15 /* F_SETOWN_EX */, F_SETLEASE, F_NOTIFY, F_SETLK, F_SETPIPE_SZ, F_DUPFD};
    /* TIOCSTI, TIOCSCTTY, TIOCNOTTY, FIOASYNC, FIOSETOWN, SIOCSPGRP, TIOCLINUX, BLKDISCARD, LOOP_CLR_FD, FS_IOC_SETFLAGS, FICLONE,
       TUNSETIFF. */
    static const long REQUESTS[] = {0x5412, 0x540e, 0x5422, 0x5452, 0x8901, 0x8902, 0x541c, 0x1277, 0x4c01, 0x40086602, 0x40049409, 0x400454ca};
    static const char *const TYPES[] = {"tmpfs", "proc", "sysfs", "devtmpfs", "user", "keyring", "ext4"};
    const long victims[] = {VICTIM, VICTIM, -VICTIM, 1, -1, 0, getppid()};

    switch (kind) {
    case 'p': return (long)PATHS[draw(N_PATHS)];
    case 'b': return (long)bytes;
    case 'd': return draw(3) ? 3 + draw(8) : draw(110);
    case 'P': return victims[draw(7)];
    case 's': return draw(2) ? 9 : draw(40);
    case 'm': return (draw(4) ? 0 : draw(16) << 12) | draw(07777);
    case 'f': return (long)(draw(4) | (draw(2) ? O_CREAT : 0) | (draw(3) ? 0 : O_TRUNC) | (draw(5) ? 0 : O_PATH) | (draw(6) ? 0 : O_ASYNC) | O_NONBLOCK);
    case 'n': return 1 + draw(N_BYTES);
    case 'o': return draw(24);
    case 'F': return COMMANDS[draw(9)];
    case 'S': return F_SETFL;
    case 'I': return REQUESTS[draw(12)];
    case 'R': return draw(2) ? draw(66) : 0x59616d61 /* PR_SET_PTRACER */;
    case 'K': return 0x51310000 + draw(8);
    case 'C': return 01000 | 0666;
    case 'T': return (long)TYPES[draw(7)];
    case 'X': return (long)"user.hostile";
    case 'q': return (long)"symir-hostile";
    case 'A': return draw(2) ? AT_FDCWD : 3 + draw(8);
    case 'r': return (long)draw(1u << 31) << draw(2);
    default: return 0;
    }
}

static void prepare(void) {
    /* Addresses of the memory itself make structures that point somewhere. */
    for (int at = 0; at < 64; at++) {
        long word = draw(3) ? argument("bPonr"[draw(5)]) : 0;
        __builtin_memcpy(bytes + 8 * at, &word, 8);
    }
}

static void look_for_secret(void) {
    for (int at = 0; at + sizeof SECRET < N_BYTES; at++) {
        /* A line of the list of users, or of their passwords. */
        if (__builtin_memcmp(bytes + at, "root" ":", 5) == 0)
            _exit(SECRET_READ);
        if (bytes[at] != SECRET[0])
            continue;
        unsigned same = 0;
        while (same < sizeof SECRET - 2 && bytes[at + same] == (unsigned char)SECRET[same])
            same++;
        /* What stands behind it shows that it is not the word of this program. */
        if (same == sizeof SECRET - 2 && bytes[at + same] == '?')
            _exit(SECRET_READ);
    }
}

static void step(void) {
    long arguments[6] = {0};
    long number;

    prepare();
    if (draw(8)) {
        unsigned which = draw(N_CALLS);
        number = GRAMMAR[which].number;
        for (int at = 0; GRAMMAR[which].arguments[at]; at++)
            arguments[at] = argument(GRAMMAR[which].arguments[at]);
    } else {
        number = draw(470);
        for (unsigned at = 0; at < sizeof USELESS / sizeof *USELESS; at++)
            if (number == USELESS[at])
                return;
        for (int at = 0; at < 6; at++)
            arguments[at] = argument("pbdPsmfnor0"[draw(11)]);
    }
    /* Numbers of x32 mean other calls to the kernel. */
    if (draw(200) == 0)
        number |= 0x40000000;
    call(number, arguments);
    look_for_secret();
}

static int attack(unsigned seed) {
    state = seed * 0x9e3779b97f4a7c15ul + 1;
    prctl(PR_SET_NAME, NAME);
    call(SYS_mkdir, (long[6]){(long)"inside", 0755});
    call(SYS_symlink, (long[6]){(long)OUTSIDE "/secret", (long)"inside/link"});
    for (int at = 0; at < N_STEPS; at++)
        step();
    return 0;
}

#ifdef EARLY
/* What symir does not see: when the program is loaded, before any test. Natively, symir calls it so. */
__attribute__((used)) static void early(void) {
    for (unsigned seed = 0; seed < EARLY; seed++) {
        /* As fork does it, which this process may: each in a process of its own, as most end themselves. */
        long child = call(SYS_clone, (long[6]){0x01200011});
        if (child == 0) {
            attack(FIRST + 1000003 * (seed + 1));
            _exit(0);
        }
        call(SYS_wait4, (long[6]){child});
    }
}
__asm__(".pushsection .init_array, \"aw\"\n.quad program.early\n.popsection");
#endif

#ifdef WAYS_OUT
/* How a timer would signal a thread of another process: SIGKILL, SIGEV_THREAD_ID. */
static const int TO_VICTIM[16] = {0, 0, 9, 4, VICTIM};

enum { REFUSED = -EPERM, NO_ACCESS = -EACCES, MEMORY_TO_EXECUTE = -1 };

/* Ways out of a container that are known, each a call with arguments that do if it is allowed. */
static const struct {
    short number;
    long arguments[6];
} WAYS[] = {
    {SYS_io_uring_setup, {8, (long)bytes}}, {SYS_userfaultfd, {1}}, {SYS_keyctl, {1}},
    {SYS_add_key, {(long)"user", (long)NAME, (long)bytes, 1, -3}}, {SYS_request_key, {(long)"user", (long)NAME, 0, -3}},
    /* Sockets of this machine, of the Internet, of the kernel, its ciphers, the host of a virtual machine, and raw ones. */
    {SYS_socket, {1, 1}}, {SYS_socket, {2, 2}}, {SYS_socket, {10, 1}}, {SYS_socket, {16, 3}}, {SYS_socket, {38, 5}},
    {SYS_socket, {40, 1}}, {SYS_socket, {17, 3, 0x300}}, {SYS_socketpair, {1, 1, 0, (long)bytes}},
    {SYS_ptrace, {16, VICTIM}}, {SYS_ptrace, {0x4206, VICTIM}}, {SYS_ptrace, {0}}, {SYS_kcmp, {VICTIM, VICTIM}},
    {SYS_process_vm_readv, {VICTIM, (long)bytes, 0, (long)bytes}}, {SYS_process_vm_writev, {VICTIM, (long)bytes, 0, (long)bytes}},
    {SYS_pidfd_open, {VICTIM}}, {SYS_pidfd_getfd, {0, 0}}, {SYS_kill, {VICTIM, 0}}, {SYS_kill, {-1, 0}},
    {SYS_inotify_init1, {0}}, {SYS_inotify_init, {0}}, {SYS_fanotify_init, {0}},
    {SYS_mount, {(long)"none", (long)".", (long)"tmpfs"}}, {SYS_umount2, {(long)"/", 2}}, {SYS_fsopen, {(long)"tmpfs"}},
    {SYS_open_tree, {AT_FDCWD, (long)"/", 1}}, {SYS_pivot_root, {(long)".", (long)"."}}, {SYS_chroot, {(long)"."}},
    {SYS_unshare, {0x10000000}}, {SYS_unshare, {0x20000}}, {SYS_clone, {0x10000011}}, {SYS_clone, {0x80000011}}, {SYS_fork, {0}},
    {SYS_vfork, {0}}, {SYS_setns, {0, 0}}, {SYS_setsid, {0}}, {SYS_bpf, {0, (long)bytes, 72}}, {SYS_perf_event_open, {(long)bytes, 0, -1, -1}},
    {SYS_shmget, {0x51310000, 4096, 01666}}, {SYS_semget, {0x51310000, 1, 01666}}, {SYS_msgget, {0x51310000, 01666}},
    {SYS_mq_open, {(long)"symir-hostile", O_CREAT | O_RDWR, 0666}}, {447 /* memfd_secret */, {0}},
    {SYS_sched_setaffinity, {VICTIM, 8, (long)bytes}}, {SYS_setpriority, {0, VICTIM, 19}}, {SYS_ioprio_set, {1, VICTIM, 0}},
    {SYS_personality, {0x40000}}, {SYS_prctl, {0x59616d61, -1}}, {SYS_modify_ldt, {0, (long)bytes, 8}}, {SYS_iopl, {3}},
    {SYS_acct, {0}}, {SYS_swapoff, {(long)"/swap"}}, {SYS_sync, {0}}, {SYS_syslog, {3, (long)bytes, 64}}, {SYS_vhangup, {0}},
    {SYS_fcntl, {0, F_SETOWN, VICTIM}}, {SYS_fcntl, {0, F_NOTIFY, 0}}, {SYS_ioctl, {0, 0x5412, (long)bytes}},
    {SYS_open, {(long)(VICTIM_FOLDER "/mem"), O_RDWR}}, {SYS_open, {(long)(VICTIM_FOLDER "/environ"), O_RDONLY}},
    {SYS_open, {(long)"/dev/kmsg", O_WRONLY}}, {SYS_open, {(long)"/dev/mem", O_RDWR}},
    {SYS_open, {(long)(OUTSIDE "/secret"), O_RDONLY}}, {SYS_open, {(long)(OUTSIDE "/new"), O_CREAT | O_WRONLY, 0666}},
    {SYS_open, {(long)"/etc/shadow", O_RDONLY}}, {SYS_open, {(long)"/sys/fs/cgroup/cgroup.procs", O_WRONLY}},
    {SYS_execve, {(long)"/usr/bin/env", 0, 0}}, {MEMORY_TO_EXECUTE, {0}},
    /* Files by handle, mounts by their newer calls, what is mounted, quotas, and files that the kernel reads by itself. */
    {SYS_name_to_handle_at, {AT_FDCWD, (long)"/", (long)bytes, (long)bytes}}, {SYS_open_by_handle_at, {AT_FDCWD, (long)bytes}},
    {SYS_move_mount, {AT_FDCWD, (long)".", AT_FDCWD, (long)"/"}}, {SYS_mount_setattr, {AT_FDCWD, (long)"/", 0, (long)bytes, 32}},
    {SYS_fsmount, {0}}, {SYS_fspick, {AT_FDCWD, (long)"/"}}, {457 /* statmount */, {(long)bytes, (long)bytes, 512}},
    {458 /* listmount */, {(long)bytes, (long)bytes, 64}}, {SYS_quotactl, {0x800007, 0, 0, (long)bytes}},
    {443 /* quotactl_fd */, {0, 0x800007, 0, (long)bytes}}, {SYS_io_setup, {8, (long)(bytes + 4096)}},
    {SYS_io_uring_register, {0, 0, (long)bytes, 1}}, {SYS_fanotify_mark, {0, 1, 2, AT_FDCWD, (long)"/"}},
    /* Other processes: signals that carry values, timers that signal, memory, limits, how they are scheduled, new kinds of
       namespaces, and a listener that answers the calls of others. */
    {SYS_rt_sigqueueinfo, {VICTIM, 0, (long)bytes}}, {SYS_rt_tgsigqueueinfo, {VICTIM, VICTIM, 0, (long)bytes}},
    {SYS_tgkill, {VICTIM, VICTIM, 0}}, {SYS_pidfd_send_signal, {0, 0}}, {SYS_timer_create, {0, (long)TO_VICTIM, (long)bytes}},
    {SYS_process_madvise, {0, (long)bytes, 1, 21}}, {448 /* process_mrelease */, {0}}, {SYS_prlimit64, {VICTIM, 7, 0, (long)bytes}},
    {SYS_get_robust_list, {VICTIM, (long)bytes, (long)bytes}}, {SYS_sched_setscheduler, {VICTIM, 3, (long)bytes}},
    {SYS_sched_setattr, {VICTIM, (long)bytes}}, {SYS_move_pages, {VICTIM, 0}}, {SYS_migrate_pages, {VICTIM, 64, (long)bytes, (long)bytes}},
    {SYS_setpgid, {0, VICTIM}}, {SYS_clone, {0x20000011}}, {SYS_clone, {0x40000011}}, {SYS_clone3, {(long)bytes, 88}},
    {SYS_setns, {0, 0x40000000}}, {SYS_seccomp, {1, 8, (long)bytes}}, {SYS_prctl, {22, 2, (long)bytes}},
    /* The machine. */
    {SYS_ioperm, {0x80, 1, 1}}, {SYS_init_module, {(long)bytes, 16, (long)""}}, {SYS_finit_module, {0, (long)"", 0}},
    {SYS_delete_module, {(long)NAME, 0}}, {SYS_kexec_load, {0, 0}}, {SYS_clock_adjtime, {0, (long)bytes}},
    {SYS_sethostname, {(long)NAME, 1}}, {SYS_mq_notify, {0, 0}}, {SYS_semop, {0, (long)bytes, 1}}, {SYS_mlockall, {1}},
    {SYS_open, {(long)"/proc/sys/kernel/core_pattern", O_WRONLY}}, {SYS_open, {(long)"/proc/sysrq-trigger", O_WRONLY}},
    {SYS_open, {(long)"/proc/kcore", O_RDONLY}}, {SYS_open, {(long)"/dev/fuse", O_RDWR}}, {SYS_open, {(long)"/dev/net/tun", O_RDWR}},
    {SYS_open, {(long)"/dev/kvm", O_RDWR}}, {SYS_open, {(long)"/dev/vsock", O_RDWR}}, {SYS_open, {(long)"/dev/uinput", O_WRONLY}},
};

enum { N_WAYS = sizeof WAYS / sizeof *WAYS };

static long take(unsigned at) {
    if (WAYS[at].number != MEMORY_TO_EXECUTE)
        return call(WAYS[at].number, WAYS[at].arguments);
    long file = call(SYS_memfd_create, (long[6]){(long)NAME});
    call(SYS_write, (long[6]){file, (long)"#!/bin/true\n", 12});
    /* Whatever is wrong with the file: that it was looked at is too much. */
    long result = call(SYS_execveat, (long[6]){file, (long)"", 0, 0, AT_EMPTY_PATH});
    return result == REFUSED || result == NO_ACCESS ? result : 0;
}

static int leave(unsigned at) {
    prctl(PR_SET_NAME, NAME);
    if (take(at) >= 0)
        _exit(SECRET_READ);
    return 0;
}

int main(void) {
    unsigned way = symir_choose(N_WAYS, "way");

    for (unsigned at = 0; at < N_WAYS; at++)
        if (way == at)
            SYMIR_TEST(leave, at);
}
#else
int main(void) {
    unsigned seed = symir_choose(COUNT, "seed");

    for (unsigned at = 0; at < COUNT; at++)
        if (seed == at)
            SYMIR_TEST(attack, FIRST + at);
}
#endif
