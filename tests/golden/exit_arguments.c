#include "symir.h"
#include <stdlib.h>
int f(int n, char **a) { if (n > 1 && a[1][0] == 'g') exit(4); return 0; }
int main(void) { int n = symir_range(1, 2, "n"); char *argv[] = {"p", symir_text(3, "x"), NULL}; SYMIR_TEST(f, n, argv); }
