/* More memory than the machine need have, of which little is used. */
#include "symir.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define GIB (1ul << 30)

static long far_apart(unsigned char where) {
    char *all = malloc(6 * GIB);
    if (!all)
        return -1;
    all[0] = 1;
    all[5 * GIB] = 2;
    all[6 * GIB - 1] = 3;
    char **words = calloc(GIB, sizeof *words);
    if (!words)
        return -2;
    words[GIB - 1] = &all[5 * GIB];
    long sum = *words[GIB - 1];
    if (where > 100) {
        all = realloc(all, 9 * GIB);
        sum += all[0] + all[6 * GIB - 1];
        memset(all + 8 * GIB, where, 100);
        sum += all[8 * GIB + 99] == (char)where;
        all = realloc(all, 2);
        sum += all[0];
    } else if (words[where]) {
        sum = -3;
    }
    free(words);
    free(all);
    return sum;
}

/* A size that is an input, up to what no machine has. */
static int of_size(unsigned long size) {
    errno = 0;
    if (size < 5 * GIB)
        return 0;
    char *all = malloc(size);
    if (!all)
        return errno;
    all[size - 1] = 7;
    int last = all[size - 1];
    free(all);
    return last;
}

/* From small to large, and at a place that an input chooses. */
static int grown(unsigned char step) {
    void *aligned;
    char *all = malloc(8);
    memcpy(all, "symir", 6);
    all = realloc(all, 5 * GIB);
    all[step * GIB / 64] = 't';
    if (posix_memalign(&aligned, 1 << 20, 7 * GIB) != 0 || (unsigned long)aligned % (1 << 20) != 0)
        return -1;
    free(aligned);
    int first = all[0], second = all[1];
    free(all);
    return first == 't' ? 1 : second == 'y' ? 2 : 3;
}

/* Memory of the system's own. */
static int mapped(unsigned char n) {
    char *all = mmap(NULL, 12 * GIB + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || (unsigned long)all % 4096 != 0)
        return -1;
    all[12 * GIB + 4095] = 5;
    int last = all[12 * GIB + 4095] + all[7 * GIB];
    if (n > 9)
        last += munmap(all, 12 * GIB + 1);
    return last + (mmap(NULL, 1ul << 62, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0);
}

int main(int argc, char **argv) {
    unsigned char kind = symir_uchar("kind");
    if (kind == 0)
        SYMIR_TEST(far_apart, symir_uchar("where"));
    else if (kind == 1)
        SYMIR_TEST(of_size, symir_ulong("size"));
    else if (kind == 2)
        SYMIR_TEST(grown, symir_uchar("step"));
    else if (kind == 3)
        SYMIR_TEST(mapped, symir_uchar("n"));
    return 0;
}
