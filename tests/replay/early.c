/* Code that runs before `main`: a constructor, functions that sections of initialisers name, and a function that is chosen
   when the program is loaded. With OUTSIDE they try to write a file. */
#include "symir.h"
#include <fcntl.h>
#include <unistd.h>

static int squares[8], order, first, last;

#ifdef OUTSIDE
/* As symir names what is the program's own, natively. */
__attribute__((used)) static void leak(void) {
    long descriptor;
    /* open(OUTSIDE, O_CREAT | O_WRONLY, 0600), seen by nobody but the machine. */
    __asm__ volatile("syscall" : "=a"(descriptor) : "a"(2L), "D"(OUTSIDE), "S"(0101L), "d"(0600L) : "rcx", "r11", "memory");
}
__asm__(".pushsection .init_array, \"aw\"\n.quad program.leak\n.popsection");
#endif

__attribute__((constructor)) static void fill(void) {
    for (int i = 0; i < 8; i++)
        squares[i] = i * i;
}

static void begin(void) {
    first = ++order;
}

static void end(void) {
    last = ++order;
}

__attribute__((section(".preinit_array"), used)) static void (*const at_begin)(void) = begin;
__attribute__((section(".init_array"), used)) static void (*const at_end[])(void) = {end};

static int twice(int n) {
    return n > 1 ? 2 * n : 0;
}

static int (*choose(void))(int) {
    return twice;
}

static int scale(int) __attribute__((ifunc("choose")));

static int look(int n) {
    if (n < 0 || n > 7)
        return -1;
    if (squares[n] == 49)
        return scale(n) + first;
    return scale(squares[n] & 1) + last;
}

int main(void) {
    int n = symir_int("n");
    SYMIR_TEST(look, n);
}
