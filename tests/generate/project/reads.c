#include <stdio.h>

int main(int argc, char **argv) {
    FILE *file = stdin;
    int c;

    if (argc > 2)
        return 2;
    if (argc == 2)
        file = fopen("symir-input.txt", "r");
    if (file == NULL)
        return 3;
    c = getc(file);
    if (argv[argc - 1][0] == 'v')
        putchar(c);
    return c == 'x' ? 0 : 1;
}
