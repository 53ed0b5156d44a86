/* Half of an even number. */
int half(int n) {
    if (n % 2)
        return -1;
    return n / 2;
}

int ratio(int total, int parts) {
    if (parts == 0 && total < 0)
        return -1;
    return total / parts;
}

int first(const char *text) {
    return text[0];
}
