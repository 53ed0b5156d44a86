/* Functions that get descriptors of open files. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct header {
    char magic[4];
    unsigned short version, count;
};

int read_header(int fd, struct header *h) {
    ssize_t n = read(fd, h, sizeof *h);

    if (n < 0)
        return -1;
    if (n != (ssize_t)sizeof *h)
        return 0;
    if (memcmp(h->magic, "SYM1", 4) != 0)
        return -2;
    return h->version > 3 ? -3 : h->count;
}

int write_all(int fd, const char *buf, size_t len) {
    while (len > 0) {
        ssize_t n = write(fd, buf, len);

        if (n < 0)
            return -1;
        buf += n;
        len -= (size_t)n;
    }
    return 0;
}

long records(int fd) {
    struct stat st;

    if (fstat(fd, &st) < 0)
        return -1;
    if (st.st_size < 8)
        return -2;
    return st.st_size / 8;
}

/* Two of them, and a function that gets them from another one. */
static int get(int from) {
    unsigned char c;

    return read(from, &c, 1) == 1 ? c : -1;
}

int copy_digits(int in, int out) {
    int n = 0;

    for (int c; (c = get(in)) >= 0; n++) {
        char digit = (char)c;

        if (c < '0' || c > '9')
            return -1;
        if (write(out, &digit, 1) != 1)
            return -2;
    }
    return n;
}

/* It closes the file. */
void finish(int fd, int *is_done) {
    if (fd >= 0) {
        close(fd);
        *is_done = 1;
    }
}

void rewind_to(int fd, long place) {
    lseek(fd, place < 0 ? 0 : place, SEEK_SET);
}

/* The descriptor is a member. */
struct output {
    int fd;
    char buffer[16];
    char *at;
};

int flush(struct output *o) {
    for (char *p = o->buffer; p < o->at;) {
        ssize_t n = write(o->fd, p, (size_t)(o->at - p));

        if (n < 0)
            return -1;
        p += n;
    }
    o->at = o->buffer;
    return 0;
}

struct connection {
    struct {
        int number;
        int flags;
    } socket;
    char line[8];
};

int read_line(struct connection *c) {
    int fd = c->socket.number, n = 0;
    char letter;

    while (n < 7 && read(fd, &letter, 1) == 1 && letter != '\n')
        c->line[n++] = letter;
    c->line[n] = '\0';
    return n;
}

/* Places that only some file systems have are left out. */
int seek(int fd, long place, int whence) {
    return lseek(fd, place, whence) < 0 ? -1 : 0;
}
