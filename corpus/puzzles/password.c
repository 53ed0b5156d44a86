/* Guess a password by its length, its ends, and a sum of its letters. */
int password(const char *s) {
    int sum = 0, length = 0;

    for (; s[length] != '\0'; length++) {
        if (s[length] < 'a' || s[length] > 'z')
            return 0;
        sum += s[length] - 'a' + 1;
    }
    if (length != 5)
        return 1;
    if (s[0] != s[4])
        return 2;
    return sum == 60 ? 4 : 3;
}
