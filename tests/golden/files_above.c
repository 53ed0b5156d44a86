/* The name of nothing has no way out: what stands before ".." has to be a folder. */
#include "symir.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int error_of(int descriptor) {
    if (descriptor < 0)
        return errno;
    close(descriptor);
    return 0;
}

static int looks(int made) {
    if (made)
        mkdir("there", 0700);
    return error_of(open("./there/..", O_RDONLY)) * 100 + error_of(open("./there/.", O_RDONLY));
}

static int looks_back(int made) {
    if (made)
        mkdir("there", 0700);
    close(open("beside", O_WRONLY | O_CREAT, 0600));
    return error_of(open("./there/../beside", O_RDONLY));
}

int main(void) {
    SYMIR_TEST(looks, symir_bool("made"));
    SYMIR_TEST(looks_back, symir_bool("made"));
}
