/* Reads a number behind an equals sign with strchr, isdigit and strtol. */
#include "symir.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static long setting(const char *line) {
    const char *sign = strchr(line, '=');

    if (sign == NULL)
        return -1;
    if (!isdigit((unsigned char)sign[1]))
        return -2;
    return strtol(sign + 1, NULL, 10);
}

int main(void) {
    char line[4];

    symir_string(line, sizeof line, "line");
    SYMIR_TEST(setting, line);
}
