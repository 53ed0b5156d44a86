/* Rules for files by Landlock, which needs no privileges: in addition to a file system of its own, and alone
   if the kernel allows none. Each version of Landlock knows more rights; those that it does not know are left
   out of the rules. */

#define _GNU_SOURCE
#include "contain.h"
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As in linux/landlock.h, which on many systems is older than the kernel. */
#define EXECUTE (1ull << 0)
#define WRITE_FILE (1ull << 1)
#define READ_FILE (1ull << 2)
#define READ_DIR (1ull << 3)
#define REMOVE_DIR (1ull << 4)
#define REMOVE_FILE (1ull << 5)
#define MAKE_CHAR (1ull << 6)
#define MAKE_DIR (1ull << 7)
#define MAKE_REG (1ull << 8)
#define MAKE_SOCK (1ull << 9)
#define MAKE_FIFO (1ull << 10)
#define MAKE_BLOCK (1ull << 11)
#define MAKE_SYM (1ull << 12)
#define REFER (1ull << 13)
#define TRUNCATE (1ull << 14)
#define IOCTL_DEV (1ull << 15)
#define BIND_AND_CONNECT_TCP 3ull
#define ABSTRACT_SOCKETS_AND_SIGNALS 3ull

struct ruleset {
    uint64_t files, network, scope;
};

struct rule {
    uint64_t allowed;
    int parent;
} __attribute__((packed));

/* The rights that a rule for a file that is no folder may name. */
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)

const char *const SYSTEM_FOLDERS[] = {
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store", NULL,
};
const char *const SYSTEM_FILES[] = {
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/nsswitch.conf",
    "/etc/protocols", "/etc/services", NULL,
};
const char *const DEVICES[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL};
static const char *const LINKERS[] = {
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-x86-64.so.2", "/lib/ld-musl-x86_64.so.1", NULL,
};

static int rules;
static uint64_t known;

static bool allow(const char *path, uint64_t access) {
    struct stat status;
    struct rule rule = {.parent = open(path, O_PATH | O_CLOEXEC)};
    bool is_done = false;

    if (rule.parent >= 0 && fstat(rule.parent, &status) == 0) {
        rule.allowed = access & known & (S_ISDIR(status.st_mode) ? ~0ull : OF_FILES);
        is_done = syscall(SYS_landlock_add_rule, rules, 1, &rule, 0) == 0;
    }
    if (rule.parent >= 0)
        close(rule.parent);
    return is_done;
}

static void allow_each(const char *const *paths, uint64_t access) {
    for (; *paths; paths++)
        allow(*paths, access);
}

unsigned restrict_files(const struct wish *wish, bool has_own_files) {
    const uint64_t read = READ_FILE | READ_DIR;
    const uint64_t own = read | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO |
                         MAKE_SYM | REFER | TRUNCATE;
    /* The number of rights that each version knows. */
    static const unsigned char rights[] = {0, 13, 14, 15, 15, 16};
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);

    if (version < 1)
        return 0;
    known = (1ull << rights[version < 5 ? version : 5]) - 1;
    struct ruleset all = {
        .files = known,
        .network = version >= 4 ? BIND_AND_CONNECT_TCP : 0,
        .scope = version >= 6 ? ABSTRACT_SOCKETS_AND_SIGNALS : 0,
    };
    size_t size = version >= 6 ? sizeof all : version >= 4 ? offsetof(struct ruleset, scope) : sizeof all.files;
    rules = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    if (rules < 0)
        return 0;
    if (has_own_files) {
        allow("/", read);
    } else {
        allow_each(SYSTEM_FOLDERS, read);
        allow_each(SYSTEM_FILES, read);
        for (int i = 0; i < wish->n_libraries; i++)
            allow(wish->libraries[i], read);
        /* Files in which the C library and sanitizers read about the process itself. */
        allow("/proc/self", read);
        allow("/proc/sys/vm/overcommit_memory", read);
        allow(wish->workshop, read);
    }
    allow(has_own_files ? OWN_WORKSHOP : wish->workshop, read | EXECUTE);
    allow_each(LINKERS, read | EXECUTE);
    allow_each(DEVICES, read | WRITE_FILE);
    bool is_done = allow(".", own) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                   syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    if (!is_done)
        return 0;
    return FILES | (version >= 6 ? SIGNALS : 0u) | (version >= 3 ? TRUNCATION : 0u);
}
