/* The value of a Roman number below 40; 0 for what is none. */
static int digit(char c) {
    switch (c) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    default:
        return 0;
    }
}

int roman(const char *s) {
    int value = 0, last = 10, same = 0;

    while (*s != '\0') {
        int now = digit(s[0]), next = s[1] == '\0' ? 0 : digit(s[1]);

        if (now == 0 || (s[1] != '\0' && next == 0))
            return 0;
        if (now < next) {
            if (now != 1 || same > 0 || next - now >= last)
                return 0;
            value += next - now;
            last = now - 1;
            s += 2;
            same = 0;
            continue;
        }
        if (now > last || (now == last && now == 5))
            return 0;
        same = now == last ? same + 1 : 1;
        if (same > 3)
            return 0;
        value += now;
        last = now;
        s++;
    }
    return value;
}
