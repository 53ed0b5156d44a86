/* Folders and descriptors, addresses, locks, messages, and what the system says of itself. */
#define _GNU_SOURCE
#include "check.h"
#include "machine.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <langinfo.h>
#include <libintl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <threads.h>
#include <unistd.h>

#define FUNCTIONS(X) \
    X(__errno_location) X(umask) X(mkdir) X(stat) X(lstat) X(fstat) X(fstatat) X(open) X(write) X(read) X(pread) X(pwrite) \
    X(lseek) X(fchmod) X(chmod) X(writev) X(readv) X(fcntl) X(close) X(dup3) X(fdatasync) X(ioctl) X(truncate) X(unlink) \
    X(rmdir) X(opendir) X(readdir) X(rewinddir) X(closedir) X(scandir) X(alphasort) X(getcwd) X(chdir) X(access) X(realpath) \
    X(remove) X(htonl) X(htons) X(ntohl) X(ntohs) X(inet_aton) X(inet_addr) X(inet_ntoa) X(inet_pton) X(inet_ntop) \
    X(inet_netof) X(inet_lnaof) X(inet_makeaddr) X(getpagesize) X(sysconf) X(uname) X(getpid) X(gettext) X(ngettext) \
    X(textdomain) X(bindtextdomain) X(nl_langinfo) X(getentropy) X(getrandom) X(glob) X(globfree) X(gethostname)

#define X(function) MODEL(function);
FUNCTIONS(X)
#undef X

enum { LOG_ROOM = 1 << 16 };

#define STEPS native_folders
#define STEPS_COMPARE native_order
#define CALL(function) function
#include "folders.h"
#undef STEPS
#undef STEPS_COMPARE
#undef CALL

#define STEPS model_folders
#define STEPS_COMPARE model_order
#define CALL(function) model_##function
#include "folders.h"
#undef STEPS
#undef STEPS_COMPARE
#undef CALL

static void check_steps(void) {
    static char real[LOG_ROOM], model[LOG_ROOM];
    char folder[] = "/tmp/folders-XXXXXX";
    const char *a = real, *b = model;

    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0, "a folder");
    native_folders(real);
    model_folders(model);
    while (*a != '\0' || *b != '\0') {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        /* The notes name the functions. */
        const char *x = memmem(b, m, "model_", 6) == b ? b + 6 : b;

        CHECK(n == m - (size_t)(x - b) && memcmp(a, x, n) == 0, "%.*s, not %.*s", (int)m, b, (int)n, a);
        a += n + (a[n] != '\0');
        b += m + (b[m] != '\0');
    }
    CHECK(chdir("/") == 0 && rmdir(folder) == 0, "the folder is empty");
}

/* Addresses. */

static void check_addresses(void) {
    static const char *const texts[] = {
        "", "1", "1.2", "1.2.3", "1.2.3.4", "1.2.3.4.5", "0", "255.255.255.255", "256.1.1.1", "1.256", "1.2.65536", "1.2.65535",
        "1.16777216", "1.16777215", "4294967295", "4294967296", "0x7f.1", "0x", "010.1", "08.1", "1.2.3.4 ", "1.2.3.4x",
        " 1.2.3.4", "1..2", ".1", "1.", "01.2.3.4", "1.2.3.04", "1.2.3", "::", "::1", "1::", "1::2", "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1", "1:", "::ffff:1.2.3.4", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "12345::", "g::", "FE80::aB", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
        "::1:2:3:4:5:6:7:8", "0:0:0:1::", "::1.2.3.4:5", "1.2.3.4::", ":::", "1:::2", "0.0.0.0",
    };
    static const uint32_t values[] = {0, 1, 0x7f000001, 0x0a000001, 0xc0a80101, 0xffffffff, 0x80000000, 0xac100102};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct in_addr real = {5}, model = {5};
        unsigned char a[16] = {0}, b[16] = {0};
        int of_real = inet_aton(texts[i], &real), of_model = model_inet_aton(texts[i], &model);

        CHECK(of_real == of_model && real.s_addr == model.s_addr, "inet_aton(%s): %d %x, not %d %x", texts[i], of_model,
              model.s_addr, of_real, real.s_addr);
        CHECK(inet_addr(texts[i]) == model_inet_addr(texts[i]), "inet_addr(%s)", texts[i]);
        of_real = inet_pton(AF_INET, texts[i], a);
        of_model = model_inet_pton(AF_INET, texts[i], b);
        CHECK(of_real == of_model && memcmp(a, b, 16) == 0, "inet_pton(%s): %d, not %d", texts[i], of_model, of_real);
        of_real = inet_pton(AF_INET6, texts[i], a);
        of_model = model_inet_pton(AF_INET6, texts[i], b);
        CHECK(of_real == of_model && memcmp(a, b, 16) == 0, "inet_pton(%s): %d, not %d", texts[i], of_model, of_real);
    }
    for (int i = 0; i < ROUNDS(3000); i++) {
        unsigned char bytes[16] = {0};
        int family = i % 4 == 0 ? AF_INET : AF_INET6;

        for (int j = 0; j < 16; j++)
            bytes[j] = drawn(3) == 0 ? (unsigned char)drawn(256) : drawn(7) == 0 ? 0xff : 0;
        if (i < 8)
            memcpy(bytes, &values[i], 4);
        for (unsigned size = 0; size < 50; size += 7) {
            char a[50] = "", b[50] = "";
            errno = *model___errno_location() = 0;
            const char *real = inet_ntop(family, bytes, a, size), *model = model_inet_ntop(family, bytes, b, size);

            CHECK((real == NULL) == (model == NULL) && strcmp(a, b) == 0, "inet_ntop: %s, not %s", b, a);
            CHECK(errno == *model___errno_location(), "inet_ntop: errno");
        }
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct in_addr address = {values[i]};

        CHECK(htonl(values[i]) == model_htonl(values[i]) && ntohl(values[i]) == model_ntohl(values[i]), "htonl");
        CHECK(htons(values[i]) == model_htons(values[i]) && ntohs(values[i]) == model_ntohs(values[i]), "htons");
        CHECK(strcmp(inet_ntoa(address), model_inet_ntoa(address)) == 0, "inet_ntoa");
        CHECK(inet_netof(address) == model_inet_netof(address), "inet_netof");
        CHECK(inet_lnaof(address) == model_inet_lnaof(address), "inet_lnaof");
        for (uint32_t net = 1; net < 1 << 25; net *= 13)
            CHECK(inet_makeaddr(net, values[i]).s_addr == model_inet_makeaddr(net, values[i]).s_addr, "inet_makeaddr");
    }
    CHECK(model_inet_pton(99, "1", NULL) == -1 && *model___errno_location() == EAFNOSUPPORT, "a family");
}

/* Locks: the same calls on objects of the library and of the models. */

#define LOCKS(X) \
    X(pthread_mutexattr_init, (&attributes)) X(pthread_mutexattr_settype, (&attributes, kind)) \
    X(pthread_mutexattr_settype, (&attributes, 77)) X(pthread_mutex_init, (&mutex, &attributes)) \
    X(pthread_mutex_lock, (&mutex)) X(pthread_mutex_trylock, (&mutex)) X(pthread_mutex_unlock, (&mutex)) X(pthread_mutex_destroy, (&mutex)) X(pthread_mutex_lock, (&fixed)) X(pthread_mutex_trylock, (&fixed)) \
    X(pthread_mutex_unlock, (&fixed)) X(pthread_rwlock_init, (&shared, NULL)) X(pthread_rwlock_rdlock, (&shared)) \
    X(pthread_rwlock_tryrdlock, (&shared)) X(pthread_rwlock_trywrlock, (&shared)) X(pthread_rwlock_unlock, (&shared)) \
    X(pthread_rwlock_unlock, (&shared)) X(pthread_rwlock_wrlock, (&shared)) X(pthread_rwlock_tryrdlock, (&shared)) \
    X(pthread_rwlock_wrlock, (&shared)) X(pthread_rwlock_unlock, (&shared)) X(pthread_spin_init, (&spin, 0)) \
    X(pthread_spin_lock, (&spin)) X(pthread_spin_trylock, (&spin)) X(pthread_spin_unlock, (&spin)) \
    X(pthread_spin_trylock, (&spin)) X(pthread_cond_init, (&condition, NULL)) X(pthread_cond_signal, (&condition)) \
    X(pthread_cond_broadcast, (&condition)) X(pthread_cond_timedwait, (&condition, &held, &past)) \
    X(pthread_cond_destroy, (&condition)) X(pthread_barrier_init, (&barrier, NULL, 0)) \
    X(pthread_barrier_init, (&barrier, NULL, 1)) X(pthread_barrier_wait, (&barrier)) X(pthread_key_create, (&key, NULL)) \
    X(pthread_getspecific, (key) == NULL) X(pthread_setspecific, (key, &key)) X(pthread_getspecific, (key) == &key) \
    X(pthread_key_delete, (key)) X(pthread_setspecific, (key, &key)) X(pthread_key_delete, (12345)) \
    X(pthread_once, (&once, count)) X(pthread_once, (&once, count)) X(pthread_equal, (1, 1)) X(pthread_equal, (1, 2)) \
    X(pthread_setcancelstate, (5, NULL)) X(pthread_setcancelstate, (0, NULL)) X(sem_init, (&semaphore, 0, 1)) \
    X(sem_wait, (&semaphore)) X(sem_trywait, (&semaphore)) X(sem_post, (&semaphore)) X(sem_getvalue, (&semaphore, &value)) \
    X(sem_timedwait, (&semaphore, &past)) X(sem_timedwait, (&semaphore, &past)) X(pthread_attr_init, (&of_thread)) \
    X(pthread_attr_setdetachstate, (&of_thread, 7)) X(pthread_attr_setstacksize, (&of_thread, 100)) \
    X(pthread_attr_setstacksize, (&of_thread, 1 << 20)) X(pthread_attr_getstacksize, (&of_thread, &size)) \
    X(pthread_attr_destroy, (&of_thread)) X(mtx_init, (&of_c, mtx_plain)) X(mtx_lock, (&of_c)) X(mtx_trylock, (&of_c)) \
    X(mtx_unlock, (&of_c)) X(tss_create, (&of_tss, NULL)) X(tss_set, (of_tss, &key)) X(tss_get, (of_tss) == &key)

static int n_counted;

static void count(void) {
    n_counted++;
}

#define PREFIX(function) function
#define X(function, arguments) extern __typeof__(function) model_##function;
LOCKS(X)
#undef X

struct lock_log {
    int n;
    long results[128];
};

#define RUN(name, CALL) \
    static void name(struct lock_log *log, int kind) { \
        pthread_mutexattr_t attributes; \
        pthread_mutex_t mutex, fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, held = PTHREAD_MUTEX_INITIALIZER; \
        pthread_rwlock_t shared; \
        pthread_spinlock_t spin; \
        pthread_cond_t condition; \
        pthread_barrier_t barrier; \
        pthread_key_t key; \
        pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_attr_t of_thread; \
        sem_t semaphore; \
        mtx_t of_c; \
        tss_t of_tss; \
        int value = 0; \
        size_t size = 0; \
        struct timespec past = {0, 0}; \
        n_counted = 0; \
        CALL(pthread_mutex_lock)(&held); \
        LOCKS(CALL##_X) \
        log->results[log->n++] = n_counted; \
        log->results[log->n++] = value; \
        log->results[log->n++] = (long)size; \
    }

#define NATIVE(function) function
#define NATIVE_X(function, arguments) log->results[log->n++] = (long)(function arguments);
#define MODELLED(function) model_##function
#define MODELLED_X(function, arguments) log->results[log->n++] = (long)(model_##function arguments);
RUN(native_locks, NATIVE)
RUN(model_locks, MODELLED)

static void check_locks(void) {
    for (int kind = 0; kind < 3; kind++) {
        struct lock_log real = {0}, model = {0};

        native_locks(&real, kind);
        model_locks(&model, kind);
        for (int i = 0; i < real.n; i++)
            CHECK(real.results[i] == model.results[i], "call %d of locks with kind %d: %ld, not %ld", i, kind, model.results[i],
                  real.results[i]);
    }
}

static void check_the_rest(void) {
    static const int items[] = {CODESET, RADIXCHAR, DAY_1, ABDAY_7, MON_12, ABMON_1, AM_STR, D_T_FMT, YESEXPR, NOEXPR, CRNCYSTR, THOUSEP};
    static const int names[] = {_SC_PAGESIZE, _SC_CLK_TCK, _SC_VERSION, _SC_IOV_MAX, _SC_HOST_NAME_MAX, _SC_NGROUPS_MAX, -5};
    unsigned char bytes[8];
    struct utsname model;

    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        CHECK(strcmp(nl_langinfo(items[i]), model_nl_langinfo(items[i])) == 0, "%x: %s, not %s", items[i],
              model_nl_langinfo(items[i]), nl_langinfo(items[i]));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(sysconf(names[i]) == model_sysconf(names[i]), "sysconf(%d): %ld", names[i], model_sysconf(names[i]));
    CHECK(model_getpagesize() == getpagesize(), "getpagesize");
    CHECK(model_uname(&model) == 0 && strcmp(model.sysname, "Linux") == 0 && strcmp(model.machine, "x86_64") == 0, "%s", model.machine);
    CHECK(strcmp(model_gettext("text"), gettext("text")) == 0 && *model_ngettext("a", "b", 2) == *ngettext("a", "b", 2), "gettext");
    CHECK(strcmp(model_textdomain(NULL), textdomain(NULL)) == 0, "textdomain");
    CHECK(strcmp(model_bindtextdomain("x", "/y"), bindtextdomain("x", "/y")) == 0, "bindtextdomain");
    CHECK(model_bindtextdomain("", "/y") == bindtextdomain("", "/y"), "bindtextdomain");
    CHECK(model_getpid() == 4321 && model_getpid() == 4321, "getpid");
    CHECK(model_getrandom(bytes, 8, 0) == 8 && bytes[7] == 'r', "getrandom");
    CHECK(model_getentropy(bytes, 300) == -1 && *model___errno_location() == EIO, "getentropy");
}

void check_system(void) {
    check_steps();
    check_addresses();
    check_locks();
    check_the_rest();
}
