/* Whether two words have the same letters. */
int is_anagram(const char *a, const char *b) {
    int counts[256] = {0};

    for (; *a != '\0'; a++)
        counts[(unsigned char)*a]++;
    for (; *b != '\0'; b++) {
        if (counts[(unsigned char)*b]-- == 0)
            return 0;
    }
    for (int c = 0; c < 256; c++) {
        if (counts[c] != 0)
            return 0;
    }
    return 1;
}
