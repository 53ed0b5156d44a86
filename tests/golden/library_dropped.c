/* Nobody reads what is printed: the paths are those of the program's own branches, however long the text would be. */
#include "symir.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

static int report(int a, unsigned b, double x, const char *text, size_t n, wchar_t wide) {
    printf("a=%d b=%-5u %#x %o %+ld %c\n", a, b, b, b, (long)a, a);
    fprintf(stderr, "%f %10.3e %g %a\n", x, x, x, x);
    printf("%s %.3s %10s\n", text, text, text);
    puts(text);
    fputs(text, stdout);
    putchar(a);
    fwrite(text, 1, n, stdout);
    write(1, text, n);
    dprintf(2, "%i", a);
    wprintf(L"%d", a);
    errno = a;
    perror(text);
    /* Only this looks at a length. */
    int printed = printf("%d %s", a, text);
    int needed = snprintf(NULL, 0, "%u", b);
    if (printed + needed > 20)
        return 2;
    (void)wide;
    return a > 3;
}

int main(void) {
    char text[5];
    int a = symir_int("a");
    unsigned b = symir_uint("b");
    double x = symir_double("x");
    size_t n = symir_uint("n");

    symir_string(text, sizeof text, "text");
    symir_assume(n <= sizeof text);
    SYMIR_TEST(report, a, b, x, text, n, L'a');
}
