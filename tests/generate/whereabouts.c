/* Functions that ask which files there are, on which system they run, and where. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The size of a file, -1 if there is none, -2 if it is something else. */
long size_of_file(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return -1;
    if (!S_ISREG(status.st_mode))
        return -2;
    return (long)status.st_size;
}

int is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Removes a file. It is no error if there is none. */
int discard(const char *path)
{
    if (unlink(path) == 0)
        return 1;
    return errno == ENOENT ? 0 : -1;
}

int is_here(const char *path)
{
    return access(path, F_OK) == 0;
}

int is_local(void)
{
    char name[64];

    if (gethostname(name, sizeof name) != 0)
        return -1;
    return strcmp(name, "localhost") == 0;
}

int is_below_here(const char *name)
{
    char here[64];

    if (getcwd(here, sizeof here) == NULL)
        return -1;
    size_t length = strlen(here);
    return strncmp(here, name, length) == 0 && name[length] == '/';
}

int is_linux(void)
{
    struct utsname system;

    if (uname(&system) != 0)
        return -1;
    return strcmp(system.sysname, "Linux") == 0;
}

int has_colours(void)
{
    const char *no = getenv("NO_COLOR");

    if (no != NULL && *no != '\0')
        return 0;
    return isatty(STDOUT_FILENO);
}

long pages(size_t bytes)
{
    long page = sysconf(_SC_PAGESIZE);

    if (page <= 0)
        return -1;
    return (long)(bytes / (size_t)page);
}

/* Copies where the user's files are. */
int home_into(char *to, size_t size)
{
    const char *home = getenv("HOME");

    if (home == NULL)
        return -1;
    if (strlen(home) >= size)
        return -2;
    strcpy(to, home);
    return 0;
}
