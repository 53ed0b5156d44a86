/* LZ4_decompress_safe of a sequence of literals and a match, of every kind that the function tells apart, and of the
   literals that a block ends with. */
#include <linux/lz4.h>
#include "symir.h"

enum { MATCH_LEAST = 4, FULL = 15, LAST = 6 };

/* A number of a list, on each path a plain one. */
static int one_of(const int *list, int n, const char *name) {
    int number = symir_range(0, n - 1, name), at = 0;

    while (at != number)
        at++;
    return list[at];
}

#define ONE_OF(name, ...) one_of((const int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int), name)

/* What is left of a length that its half of the token cannot say. */
static unsigned char *put_rest(unsigned char *at, int length) {
    if (length < FULL)
        return at;
    for (length -= FULL; length >= 255; length -= 255)
        *at++ = 255;
    *at++ = (unsigned char)length;
    return at;
}

int main(void) {
    char source[340] = { 0 }, dest[360] = { 0 };
    unsigned char *at = (unsigned char *)source;
    int literals = ONE_OF("literals", 0, 9, 272), offset = ONE_OF("offset", 0, 1, 9, 300);
    int match = ONE_OF("match", 4, 17, 22, 290) - MATCH_LEAST;
    int room = ONE_OF("room", 0, 10, 32, 360), lacking = ONE_OF("lacking", 0, 1, 3, 280);

    for (int i = 0; i < 32; i++)
        source[i] = (char)('a' + i % 23);
    *at++ = (unsigned char)((literals < FULL ? literals : FULL) << 4 | (match < FULL ? match : FULL));
    at = put_rest(at, literals) + literals;
    *at++ = (unsigned char)offset;
    *at++ = (unsigned char)(offset >> 8);
    at = put_rest(at, match);
    *at++ = LAST << 4;
    at += LAST;
    int size = (int)(at - (unsigned char *)source);
    SYMIR_TEST(LZ4_decompress_safe, source, dest, size > lacking ? size - lacking : 0, room);
}
