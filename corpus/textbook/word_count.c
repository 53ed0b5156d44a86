/* The lines, words and characters of a text, as wc counts them. */
struct counts {
    unsigned lines, words, characters;
};

struct counts count(const char *text) {
    struct counts counts = {0, 0, 0};
    int is_in_word = 0;

    for (; *text != '\0'; text++) {
        counts.characters++;
        if (*text == '\n')
            counts.lines++;
        if (*text == ' ' || *text == '\t' || *text == '\n') {
            is_in_word = 0;
        } else if (!is_in_word) {
            is_in_word = 1;
            counts.words++;
        }
    }
    return counts;
}
