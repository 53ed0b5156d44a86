/* What these functions do is seen in what they print. */
#include <stdio.h>

void print_triangle(int n) {
    for (int i = 1; i <= n; i++) {
        for (int j = 0; j < i; j++)
            putchar('*');
        putchar('\n');
    }
}

void print_price(int cents) {
    if (cents < 0) {
        puts("no price");
        return;
    }
    printf("%d.%02d EUR\n", cents / 100, cents % 100);
}

int greet(const char *name) {
    if (name == NULL || name[0] == '\0')
        return -1;
    printf("Hello, %s!\n", name);
    return 0;
}

/* An address differs from run to run, so no test can expect it. */
void trace(const void *place) {
    printf("at %p\n", place);
}

/* Where the source lies, and when it was compiled, is something else for a suite. */
void announce(int level) {
    printf("%s: level %d, built %s\n", __FILE__, level, __DATE__);
}

void banner(void) {
    puts("Version 1, " __DATE__);
}
