/* Folders, files and descriptors of the real system, in a folder of its own; what the system says of itself. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ctype.h>
#include <glob.h>
#include <locale.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <sys/utsname.h>
#include <unistd.h>

static void show(const char *name) {
    struct stat status;
    int result = stat(name, &status);

    printf("%s: %d", name, result);
    if (result == 0)
        printf(" %o %ld %d", status.st_mode, S_ISDIR(status.st_mode) ? 0 : (long)status.st_size, status.st_uid == getuid());
    else
        printf(" %s", strerror(errno));
    printf("\n");
}

static void list(const char *name) {
    struct dirent **entries;
    int n = scandir(name, &entries, NULL, alphasort);

    for (int i = 0; i < n; i++)
        printf("%s %d\n", entries[i]->d_name, entries[i]->d_type);
}

/* What the system says of null pointers. */
static void point_nowhere(void) {
    void *volatile nothing = NULL;
    char name[] = "/tmp/symir-exec-XXXXXX";
    int file = mkstemp(name);
    struct stat status;
    struct iovec parts[2] = {{"ab", 2}, {nothing, 3}};
    struct timespec wrong = {0, -1};

#define SAY(call) \
    errno = 0; \
    printf("%s: %d", #call, (int)(call)); \
    printf(" %d\n", errno);

    SAY(open(nothing, O_RDONLY))
    SAY(open(nothing, O_RDWR | O_CREAT, 0600))
    SAY(openat(AT_FDCWD, nothing, O_RDONLY))
    SAY(creat(nothing, 0600))
    SAY(access(nothing, F_OK))
    SAY(faccessat(AT_FDCWD, nothing, F_OK, 0))
    SAY(stat(nothing, &status))
    SAY(stat("/", nothing))
    SAY(stat("/no such file", nothing))
    SAY(lstat(nothing, &status))
    SAY(fstat(file, nothing))
    SAY(fstat(77, nothing))
    SAY(fstatat(AT_FDCWD, nothing, &status, 0))
    SAY(mkdir(nothing, 0700))
    SAY(rmdir(nothing))
    SAY(chmod(nothing, 0700))
    SAY(unlink(nothing))
    SAY(unlinkat(AT_FDCWD, nothing, 0))
    SAY(remove(nothing))
    SAY(rename(nothing, "/tmp/symir-none"))
    SAY(rename(name, nothing))
    SAY(chown(nothing, 0, 0))
    SAY(truncate(nothing, 0))
    SAY(truncate(nothing, -1))
    SAY(readlink(nothing, name, 5))
    SAY(readlink(name, nothing, 5))
    SAY(readlink("/proc/self/exe", nothing, 5))
    SAY(symlink(nothing, "/tmp/symir-none"))
    SAY(symlink(name, nothing))
    SAY(link(nothing, name))
    SAY(chdir(nothing))
    SAY(write(file, "abcdef", 6))
    SAY(write(file, nothing, 1))
    SAY(write(file, nothing, 0))
    SAY(pwrite(file, nothing, 1, 0))
    SAY(pread(file, nothing, 1, 0))
    SAY(pread(file, nothing, 1, 100))
    SAY(lseek(file, 0, SEEK_SET))
    SAY(read(file, nothing, 1))
    SAY(read(file, nothing, 0))
    SAY(writev(file, nothing, 1))
    SAY(writev(file, nothing, 0))
    SAY(writev(file, nothing, -1))
    SAY(writev(file, parts, 2))
    SAY(writev(file, parts + 1, 1))
    SAY(readv(file, nothing, 2))
    SAY(readv(file, parts + 1, 1))
    SAY(readv(77, nothing, 2))
    SAY(uname(nothing))
    SAY(getrusage(RUSAGE_SELF, nothing))
    SAY(getrandom(nothing, 4, 0))
    SAY(getrandom(nothing, 0, 0))
    SAY(getentropy(nothing, 4))
    SAY(getrlimit(RLIMIT_NOFILE, nothing))
    SAY(nanosleep(nothing, nothing))
    SAY(nanosleep(&wrong, nothing))
    SAY(clock_nanosleep(CLOCK_REALTIME, 0, nothing, nothing))
    SAY(poll(nothing, 1, 0))
    SAY(poll(nothing, 0, 0))
    unlink(name);
    SAY(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    SAY(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    SAY(mmap(NULL, 1ul << 62, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    char *mapped = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SAY(mapped[0] + mapped[8191])
    SAY(munmap(mapped, 0))
    SAY(munmap(mapped + 1, 4096))
    SAY(munmap(mapped, 8192))
}

int main(void) {
    char folder[] = "/tmp/symir-exec-XXXXXX", text[4096], here[4096];
    struct utsname names;
    regex_t pattern;
    regmatch_t found[2];
    glob_t paths;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    printf("%d\n", getcwd(here, sizeof here) != NULL && strcmp(here, realpath(folder, text)) == 0);
    printf("%d %d\n", mkdir("inner", 0750), mkdir("inner", 0750));
    FILE *file = fopen("inner/file", "w");
    fputs("some text", file);
    fclose(file);
    int deeper = open("inner/file/deeper", O_RDWR | O_CREAT, 0640);
    printf("%d %s\n", deeper, strerror(errno));
    int descriptor = open("inner/other", O_RDWR | O_CREAT, 0640);
    printf("%zd %zd\n", write(descriptor, "abcdef", 6), pread(descriptor, text, 3, 2));
    printf("%.3s\n", text);
    show("inner");
    show("inner/file");
    show("inner/other");
    show("inner/none");
    list("inner");
    glob("*/*", GLOB_PERIOD, NULL, &paths);
    for (size_t i = 0; i < paths.gl_pathc; i++)
        printf("%s ", paths.gl_pathv[i]);
    printf("%d\n", isalpha_l('x', newlocale(LC_ALL_MASK, "C", NULL)) != 0);
    close(descriptor);
    printf("%d %d %d\n", rmdir("inner"), unlink("inner/file"), remove("inner/other"));
    printf("%d %d %d %d\n", chdir("inner"), chdir(".."), rmdir("inner"), mkdir("inner", 0700));
    printf("%d %d %d\n", rmdir("inner"), chdir("/"), rmdir(folder));
    printf("%d %d\n", access("/etc/passwd", R_OK), access(folder, F_OK));
    show("/etc/passwd");
    show("/dev/null");
    printf("%s %s\n", realpath("/usr/../etc/./passwd", text), uname(&names) == 0 ? names.release : "none");
    printf("%d %ld %d\n", getuid() == geteuid(), sysconf(_SC_PAGESIZE), getpagesize());
    printf("%d %d %d\n", isatty(0), isatty(1), isatty(2));
    descriptor = open("/dev/urandom", O_RDONLY);
    printf("%zd\n", read(descriptor, text, 16));
    printf("%d\n", regcomp(&pattern, "([a-z]+)=", REG_EXTENDED));
    printf("%d %d\n", regexec(&pattern, "12 name=value", 2, found, 0), (int)found[1].rm_so);
    printf("%d %08x\n", fnmatch("*.[ch]", "file.c", 0), inet_addr("127.0.0.1"));
    printf("%d %d\n", pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
    point_nowhere();
    return 0;
}
