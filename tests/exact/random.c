/* Random bytes, wherever they are read from, are those of the test natively; and what the processor says is an input that
   no native run can give. */
#define _GNU_SOURCE
#include "symir.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>

static int random_bytes(unsigned char kind) {
    unsigned char bytes[4] = {0};
    struct iovec parts[] = {{bytes, 3}, {bytes + 3, 1}};
    FILE *stream = NULL;
    int device = -1;

    if (kind < 3 && (device = open(kind == 2 ? "/dev/random" : "/dev/urandom", O_RDONLY)) < 0)
        return -1;
    if ((kind == 3 || kind == 4) && !(stream = fopen("/dev/urandom", "rb")))
        return -1;
    switch (kind) {
    case 0:
    case 2:
        if (read(device, bytes, 4) != 4)
            return -2;
        break;
    case 1:
        if (readv(device, parts, 2) != 4)
            return -2;
        break;
    case 3:
        if (fread(bytes, 2, 2, stream) != 2)
            return -2;
        break;
    case 4:
        bytes[1] = (unsigned char)fgetc(stream);
        bytes[0] = (unsigned char)getc(stream);
        if (fread(bytes + 2, 1, 2, stream) != 2)
            return -2;
        break;
    case 5:
        if (getrandom(bytes, 4, 0) != 4)
            return -2;
        break;
    default:
        return 0;
    }
    if (device >= 0)
        close(device);
    if (stream)
        fclose(stream);
    if (memcmp(bytes, "rand", 4) == 0)
        return 1;
    return 2;
}

static int processor(void) {
    unsigned low = 7, high = 7;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return low == 1234 ? 1 : 2;
}

int main(void) {
    unsigned char kind = symir_uchar("kind");

    if (kind < 100)
        SYMIR_TEST(random_bytes, kind);
    else
        SYMIR_TEST(processor);
    return 0;
}
