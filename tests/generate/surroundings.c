/* What functions are told about their surroundings, and structures that POSIX declares. Each header is needed for
   one type only, and the header of the system that defines the type is another one. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int is_admin(void) {
    return geteuid() == 0 ? 1 : 0;
}

/* The minute of the hour, or -1. */
int minute(void) {
    struct timeval now;

    if (gettimeofday(&now, NULL) != 0)
        return -1;
    return (int)(now.tv_sec / 60 % 60);
}

int has_passed(long seconds) {
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return -1;
    return now.tv_sec >= seconds ? 1 : 0;
}

int dice(void) {
    unsigned char byte;

    if (getrandom(&byte, 1, 0) != 1)
        return -1;
    return byte % 6 + 1;
}

int index_of_one(unsigned count) {
    return count > 0 ? (int)arc4random_uniform(count) : -1;
}

/* Whether the folder of the user is an absolute path. */
int has_home(void) {
    const char *home = getenv("HOME");

    return home != NULL && home[0] == '/' ? 1 : 0;
}

int is_folder(const struct stat *status) {
    return S_ISDIR(status->st_mode) ? 1 : 0;
}

size_t total(const struct iovec *parts, int count) {
    size_t all = 0;

    for (int i = 0; i < count; i++)
        all += parts[i].iov_len;
    return all;
}

int raise_limit(struct rlimit *limit) {
    if (limit->rlim_cur >= limit->rlim_max)
        return 0;
    limit->rlim_cur = limit->rlim_max;
    return 1;
}

void make_raw(struct termios *terminal) {
    terminal->c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    terminal->c_cc[VMIN] = 1;
}

int is_locked(const struct flock *lock, off_t at) {
    return lock->l_start <= at && at - lock->l_start < lock->l_len ? 1 : 0;
}

int is_hidden(const struct dirent *entry) {
    return entry->d_name[0] == '.' ? 1 : 0;
}

wint_t upper(wint_t letter) {
    return letter >= L'a' && letter <= L'z' ? letter - 32 : letter;
}
