/* What goes through a stream waits in its buffer, what goes through write does not: in which order it comes out depends
 * on what the output is. The argument says how the program goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) {
    (void)!write(1, text, strlen(text));
}

int main(int argc, char **argv) {
    char way = argc > 1 ? argv[1][0] : 'a';
    static char buffer[1000];

    if (way == 'n')
        setvbuf(stdout, NULL, _IONBF, 0);
    if (way == 'l')
        setvbuf(stdout, NULL, _IOLBF, 0);
    if (way == 's')
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    printf("first");
    say("second");
    fprintf(stderr, "third");
    puts("fourth");
    say("fifth\n");
    putchar('6');
    if (way == 'f')
        fflush(stdout);
    say("seventh");
    for (int i = 0; i < 2000; i++) {
        printf("%d,", i);
        if (i % 300 == 0)
            say("|");
    }
    fwrite(argv[0], 1, 0, stdout);
    if (way == 'c')
        fclose(stdout);
    say("last");
    if (way == 'x')
        _exit(3);
    return way == 'a';
}
