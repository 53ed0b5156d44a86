/* An enumeration whose values are combined. */
enum mode { MODE_READ = 1, MODE_WRITE = 2, MODE_APPEND = 4, MODE_TRUNC = 8 };

struct file {
    enum mode mode;
    int n;
};

int check(enum mode mode) {
    if ((mode & MODE_APPEND) && (mode & MODE_TRUNC))
        return -1;
    if (!(mode & (MODE_READ | MODE_WRITE)))
        return -2;
    return 0;
}

enum mode widen(struct file *file, enum mode more) {
    file->mode = (enum mode)(file->mode | more);
    if (file->mode & MODE_APPEND)
        file->mode = (enum mode)(file->mode & ~MODE_TRUNC);
    file->n++;
    return file->mode;
}
