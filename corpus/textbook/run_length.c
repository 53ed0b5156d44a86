/* Run lengths: "aaab" becomes "3a1b"; runs are nine long at most. */
#include <stddef.h>

/* Returns the length of the code, or -1 if there is no room for it. */
int encode_runs(const char *text, char *code, size_t room) {
    size_t n = 0;

    while (*text != '\0') {
        int run = 1;

        while (run < 9 && text[run] == text[0])
            run++;
        if (n + 2 >= room)
            return -1;
        code[n++] = (char)('0' + run);
        code[n++] = *text;
        text += run;
    }
    if (n >= room)
        return -1;
    code[n] = '\0';
    return (int)n;
}

/* The length of what a code stands for, or -1 if it is no code. */
int decoded_length(const char *code) {
    int n = 0;

    for (; *code != '\0'; code += 2) {
        if (code[0] < '1' || code[0] > '9' || code[1] == '\0')
            return -1;
        n += code[0] - '0';
    }
    return n;
}
