/* What reads and writes files, with all that may go wrong. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum result { OK, NO_FILE, NOT_ALLOWED, NOT_READ, TOO_SHORT, NOT_CLOSED };

enum result first_word(const char *path, char *to) {
    FILE *file = fopen(path, "r");

    if (file == NULL)
        return errno == EACCES ? NOT_ALLOWED : NO_FILE;
    if (fgets(to, 8, file) == NULL) {
        fclose(file);
        return NOT_READ;
    }
    if (fclose(file) != 0)
        return NOT_CLOSED;
    return strlen(to) < 2 ? TOO_SHORT : OK;
}

/* Tries again where a signal came in between. */
int put(int descriptor, const char *text, int n) {
    int done = 0;

    while (done < n) {
        ssize_t written = write(descriptor, text + done, (size_t)(n - done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        done += (int)written;
    }
    return done;
}
