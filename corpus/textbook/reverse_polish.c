/* A calculator for reverse Polish notation with numbers of one digit. */
#define ROOM 8

/* Returns 0, or -1 if the formula is none. */
int calculate(const char *formula, unsigned *result) {
    unsigned stack[ROOM];
    int n = 0;

    for (; *formula != '\0'; formula++) {
        char c = *formula;

        if (c >= '0' && c <= '9') {
            if (n == ROOM)
                return -1;
            stack[n++] = (unsigned)(c - '0');
            continue;
        }
        if (n < 2)
            return -1;
        n--;
        if (c == '+')
            stack[n - 1] += stack[n];
        else if (c == '-')
            stack[n - 1] -= stack[n];
        else if (c == '*')
            stack[n - 1] *= stack[n];
        else
            return -1;
    }
    if (n != 1)
        return -1;
    *result = stack[0];
    return 0;
}
