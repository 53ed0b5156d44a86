/*
 * Models of errno.h: where `errno` is. A program has one thread here.
 */

int *__errno_location(void) {
    static int number;

    return &number;
}
