/*
 * Models of what unistd.h, sys/utsname.h, sys/times.h and their like say of the
 * process, its user and the system. The machine answers; in a sealed program the
 * numbers of the process and its user are inputs, the same at each call.
 */
#include "machine.h"

enum { NOT_PERMITTED = 1, NO_PROCESS = 3, NO_FUNCTION = 38 };

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static long identity(int which) {
    static long numbers[6];
    static bool is_known[6];

    if (!is_known[which]) {
        symir_system(IDENTITY, NULL, which, &numbers[which], sizeof numbers[which]);
        is_known[which] = true;
    }
    return numbers[which];
}

int getpid(void) {
    return (int)identity(PROCESS);
}

int gettid(void) {
    return (int)identity(PROCESS);
}

int getppid(void) {
    return (int)identity(PARENT);
}

unsigned getuid(void) {
    return (unsigned)identity(USER);
}

unsigned geteuid(void) {
    return (unsigned)identity(EFFECTIVE_USER);
}

unsigned getgid(void) {
    return (unsigned)identity(GROUP);
}

unsigned getegid(void) {
    return (unsigned)identity(EFFECTIVE_GROUP);
}

/* What the system is. */

enum { FIELD = 65 };

struct names {
    char fields[6][FIELD];
};

int uname(struct names *to) {
    static const char sealed[] = "Linux\0localhost\0006.1.0\0#1 SMP\0x86_64";
    char text[5 * FIELD + 1] = {0};

    if (!is_place(to))
        return -1;
    memset(to, 0, sizeof *to);
    if (symir_system(SYSTEM_NAME, NULL, 0, text, sizeof text - 1) < 0)
        memcpy(text, sealed, sizeof sealed);
    const char *at = text;
    for (int i = 0; i < 5; i++) {
        size_t n = length_of(at);

        memcpy(to->fields[i], at, n < FIELD ? n : FIELD - 1);
        at += n + 1;
    }
    memcpy(to->fields[5], "(none)", 7);
    return 0;
}

int gethostname(char *to, size_t size) {
    enum { NAME_TOO_LONG = 36 };
    struct names names;

    uname(&names);
    size_t n = length_of(names.fields[1]) + 1;
    memcpy(to, names.fields[1], n < size ? n : size);
    return n > size ? fail(NAME_TOO_LONG) : 0;
}

int getpagesize(void) {
    return 4096;
}

long sysconf(int name) {
    static const struct {
        int name;
        long value;
    } values[] = {
        {0, 2097152}, /* ARG_MAX */
        {2, 100}, /* CLK_TCK */
        {3, 65536}, /* NGROUPS_MAX */
        {4, 1024}, /* OPEN_MAX */
        {5, 16}, /* STREAM_MAX */
        {6, 6}, /* TZNAME_MAX */
        {7, 1}, /* JOB_CONTROL */
        {8, 1}, /* SAVED_IDS */
        {29, 200809}, /* VERSION */
        {30, 4096}, /* PAGESIZE */
        {60, 1024}, /* IOV_MAX */
        {67, 200809}, /* THREADS */
        {83, 1}, /* NPROCESSORS_CONF */
        {84, 1}, /* NPROCESSORS_ONLN */
        {180, 64}, /* HOST_NAME_MAX */
    };
    long value;

    if (symir_system(CONFIGURATION, NULL, name, &value, sizeof value) >= 0)
        return value;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].name == name)
            return values[i].value;
    if (name < 0 || name > 248)
        return fail(INVALID);
    symir_unsupported("sysconf of this name");
}

int get_nprocs(void) {
    return (int)sysconf(84);
}

int get_nprocs_conf(void) {
    return (int)sysconf(83);
}

/* Time that the process took. */

struct times {
    long user, system, of_children, system_of_children;
};

long times(struct times *to) {
    long now = symir_time(1) / 10000;

    if (to != NULL)
        *to = (struct times){.user = now};
    return now;
}

struct usage {
    long times[4], others[14];
};

int getrusage(int who, struct usage *to) {
    if (who < -1 || who > 1)
        return fail(INVALID);
    if (!is_place(to))
        return -1;
    memset(to, 0, sizeof *to);
    if (who >= 0) {
        long now = symir_time(1);

        to->times[0] = now / 1000000;
        to->times[1] = now % 1000000;
    }
    return 0;
}

/* Random bytes. */

long getrandom(void *to, size_t n, unsigned flags) {
    if (flags > 7)
        return fail(INVALID);
    if (n > 0 && !is_place(to))
        return -1;
    return n == 0 ? 0 : symir_system(RANDOM, NULL, (long)n, to, n);
}

int getentropy(void *to, size_t n) {
    enum { MOST = 256, IO_ERROR = 5 };

    if (n > MOST)
        return fail(IO_ERROR);
    if (n > 0 && !is_place(to))
        return -1;
    if (n > 0)
        symir_system(RANDOM, NULL, (long)n, to, n);
    return 0;
}

void arc4random_buf(void *to, size_t n) {
    if (n > 0)
        symir_system(RANDOM, NULL, (long)n, to, n);
}

unsigned arc4random(void) {
    unsigned value;

    symir_system(RANDOM, NULL, sizeof value, &value, sizeof value);
    return value;
}

unsigned arc4random_uniform(unsigned bound) {
    return bound < 2 ? 0 : arc4random() % bound;
}

/* Other processes and other users there are none. */

int kill(int process, int signal);
int raise(int signal);

int kill(int process, int signal) {
    if (signal < 0 || signal > 64)
        return fail(INVALID);
    if (process == getpid() || process == 0)
        return signal == 0 ? 0 : raise(signal);
    symir_unsupported("kill of another process");
}

char *getlogin(void) {
    fail(NO_ENTRY);
    return NULL;
}

int getpriority(int which, unsigned who) {
    (void)who;
    return which < 0 || which > 2 ? fail(INVALID) : 0;
}
