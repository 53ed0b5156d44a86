/* What the C library and the linker give natively. */
#include "symir.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

extern void hook(void) __attribute__((weak));

static int library(unsigned char kind, const int *nothing) {
    char *object;

    errno = 0;
    switch (kind) {
    case 0:
        object = malloc(4);
        return realloc(object, 0) == 0;
    case 1: {
        int file = open("file", O_RDWR | O_CREAT, 0600), wrong = write(file, nothing, 1) < 0 ? errno : 0;
        if (write(file, "a", 1) != 1 || lseek(file, 0, SEEK_SET) != 0)
            return -1;
        char byte = 0;
        errno = 0;
        wrong += read(file, (void *)nothing, 1) < 0 ? errno : 0;
        wrong += read(file, &byte, 1) == 1 && byte == 'a' ? 100 : 0;
        return wrong + (read(file, (void *)nothing, 1) == 0 ? 1000 : 0);
    }
    case 2:
        return unlink((const char *)nothing) < 0 ? errno : 0;
    case 3:
        if (hook)
            hook();
        return hook != 0;
    case 4: /* The argument is not evaluated. */
        return __builtin_constant_p(*nothing) || __builtin_constant_p(10 / (kind - 4));
    default:
        return -1;
    }
}

int main(void) {
    unsigned char kind = symir_uchar("kind");
    SYMIR_TEST(library, kind, 0);
}
