/* A line of hexadecimal digits whose bytes add up to zero, as programmers of chips read them. */
#include "symir.h"

static int digit(char letter) {
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

int record(const char *line) {
    int sum = 0;
    if (line[0] != ':')
        return -1;
    for (int i = 0; i < 4; i++) {
        int high = digit(line[1 + 2 * i]), low = high < 0 ? -1 : digit(line[2 + 2 * i]);
        if (high < 0 || low < 0)
            return -2;
        sum += high * 16 + low;
    }
    if (line[9] != 0)
        return -3;
    if (sum % 256 != 0)
        return -4;
    return line[1] == 'F' ? 1 : 0;
}

int main(void) {
    char line[11];
    symir_string(line, sizeof line, "line");
    SYMIR_TEST(record, line);
}
