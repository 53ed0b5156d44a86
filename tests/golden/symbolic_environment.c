/* symir: --sym-args 0 1 1 --sym-stdin 1 --sym-file settings:1 */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    FILE *settings = fopen("settings", "r");

    if (argc < 2)
        return 1;
    if (argv[1][0] == '-')
        return 2;
    if (getchar() == 'x')
        return 3;
    if (!settings)
        return 4;
    return fgetc(settings) == '#' ? 5 : fgetc(settings) == EOF ? 6 : 7;
}
