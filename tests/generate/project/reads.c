#include <stdio.h>

int main(int argc, char **argv) {
    FILE *file = stdin;
    int c;

    (void)argv;
    if (argc > 2)
        return 2;
    if (argc == 2)
        file = fopen("symir-input.txt", "r");
    c = getc(file);
    if (file != stdin)
        fclose(file);
    if (c == EOF)
        return 4;
    return c == 'x' ? 0 : 1;
}
