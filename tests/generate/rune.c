/* A function that is defined elsewhere writes a number: to an array, and to a member of a variable. */
int next_rune(int *rune, const char *text);

struct parser {
    int kind;
    int peeked;
};

int is_bracket(const char *text) {
    struct parser parser = {0, 0};

    parser.kind = next_rune(&parser.peeked, text);
    return parser.kind > 0 && parser.peeked == '(';
}

int has_pair(const char *text) {
    int runes[2] = {0, 0};

    next_rune(runes, text);
    next_rune(runes + 1, text);
    return runes[0] == runes[1] && runes[0] != 0;
}
