/* symir: --detect uninitialised,overlap,leaks */
/* The models of library functions do not err themselves, whatever they are given. */
#include "symir.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int text_in_file(char *found, int size) {
    FILE *file = tmpfile();

    if (file == NULL)
        return -1;
    fprintf(file, "%s %d\n", "one", 2);
    rewind(file);
    char *line = fgets(found, size, file);
    fclose(file);
    return line != NULL ? found[0] : 0;
}

static int model(int kind) {
    char s[4], room[64];
    int a = 0, b = 0, numbers[4] = {3, 1, 2, 0};
    struct tm day = {.tm_year = 100, .tm_mday = 40};
    wchar_t wide[8];
    char *rest, *copy;

    switch (kind) {
    case 0:
        symir_string(s, 3, "digits");
        symir_assume(s[0] == '.' || s[0] == '1');
        symir_assume(s[1] == '1' || s[1] == '0');
        snprintf(room, sizeof room, "%c%ce0", s[0], s[1]);
        return atof(room) > 0.05;
    case 1:
        symir_string(s, 3, "number");
        return (int)strtol(s, &rest, 0);
    case 2:
        symir_string(s, 3, "pair");
        return sscanf(s, "%d,%d", &a, &b) + a + b;
    case 3:
        symir_string(s, 3, "word");
        copy = strdup(s);
        a = copy != NULL && strtok_r(copy, ",", &rest) != NULL;
        free(copy);
        return a;
    case 4:
        symir_string(s, 2, "letters");
        return mbstowcs(wide, s, 8) != (size_t)-1 ? (int)wide[0] : -1;
    case 5:
        qsort(numbers, 4, sizeof *numbers, by_value);
        return numbers[0] + numbers[3];
    case 6:
        return mktime(&day) != 0 && strftime(room, sizeof room, "%D %j", &day) > 0 ? room[0] : 0;
    case 7:
        return text_in_file(room, sizeof room);
    case 8:
        snprintf(room, sizeof room, "%g %e %5.1f", 2e10, 3e-5, 1.25);
        return room[0];
    default:
        return -1;
    }
}

int main(void) {
    int kind = symir_range(0, 9, "kind");
    SYMIR_TEST(model, kind);
}
