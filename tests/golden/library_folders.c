/* Folders are kept in memory: what is made is there, until it is removed. */
#include "symir.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int work(int way) {
    struct stat status;

    if (mkdir("folder", 0755) != 0)
        return -1;
    int file = open("folder/file", O_RDWR | O_CREAT, 0600);
    if (way == 1)
        return rmdir("folder") == 0 ? 0 : errno == ENOTEMPTY;
    if (pwrite(file, "x", 1, 9) != 1 || fstat(file, &status) != 0 || close(file) != 0)
        return -2;
    if (way == 2)
        return (int)status.st_size;
    return unlink("folder/file") == 0 && rmdir("folder") == 0 && stat("folder", &status) != 0 ? 20 : 21;
}

int main(void) {
    int way = symir_range(1, 3, "way");

    SYMIR_TEST(work, way);
}
