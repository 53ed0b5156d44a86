/* Fills its folder with files. */
#include "symir.h"
#include <fcntl.h>
#include <unistd.h>

/* Nothing that symir knows, so that the path ends here for it. */
int fallocate(int, int, long, long);

static int fill(int n) {
    char name[] = "file-aa";
    if (n == 7)
        for (int i = 0; i < 676; i++) {
            name[5] = 'a' + i / 26, name[6] = 'a' + i % 26;
            int fd = open(name, O_WRONLY | O_CREAT, 0600);
            fallocate(fd, 0, 0, 1 << 23);
            close(fd);
        }
    return n;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(fill, n);
}
