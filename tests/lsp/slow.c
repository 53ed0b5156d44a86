/* Paths without end. */
unsigned slow(const char *text, unsigned n) {
    unsigned sum = n;
    for (unsigned i = 0; text[i]; i++)
        for (unsigned j = i; j < n; j++)
            sum = text[j % 7] & 1 ? sum * 31 + text[i] : sum ^ n;
    return sum;
}
